// How prompts and their versions lie in their tables.
import type { RecordKind } from '@vos/ledger';
import { type Prompt, type PromptVersion, prompt, promptVersion } from '@vos/protocol/entities';

export const promptKind: RecordKind<Prompt> = {
  kind: 'prompt',
  table: 'prompts',
  toRow: (entity) => ({
    agent_id: entity.agentId,
    name: entity.name,
    content: entity.content,
    is_active: entity.isActive ? 1 : 0,
    version: entity.version,
    created_at: entity.createdAt,
    updated_at: entity.updatedAt,
  }),
  fromRow: (row) =>
    prompt.parse({
      id: row['id'],
      agentId: row['agent_id'],
      name: row['name'],
      content: row['content'],
      isActive: row['is_active'] === 1,
      version: row['version'],
      createdAt: row['created_at'],
      updatedAt: row['updated_at'],
    }),
};

export const promptVersionKind: RecordKind<PromptVersion> = {
  kind: 'prompt_version',
  table: 'prompt_versions',
  toRow: (entity) => ({
    prompt_id: entity.promptId,
    version: entity.version,
    content: entity.content,
    reason: entity.reason,
    changed_by: entity.changedBy,
    created_at: entity.createdAt,
  }),
  fromRow: (row) =>
    promptVersion.parse({
      id: row['id'],
      promptId: row['prompt_id'],
      version: row['version'],
      content: row['content'],
      reason: row['reason'],
      changedBy: row['changed_by'],
      createdAt: row['created_at'],
    }),
};
