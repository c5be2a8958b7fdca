// An agent's own prompt: read_system_prompt and edit_system_prompt. What the tools show and change is what the next turn uses.
import { err, ok, type Result } from '@vos/base';
import type { Transaction } from '@vos/ledger';
import { type Prompt, PROMPT_CONTENT_LIMIT } from '@vos/protocol/entities';
import { createPrompt, editPrompt, listPrompts, type PromptAuthor, type PromptProblem, readActivePrompt } from '@vos/records';
import { z } from 'zod';
import type { Agent } from '../sdk/agent.ts';
import { defineRecordTool, type Tool, type ToolFailure, toolFailure } from '../sdk/tool.ts';

const result = z.object({
  agent_id: z.string(),
  /** `as shipped` before the first change. */
  name: z.string(),
  content: z.string(),
  /** 0 before the first change. */
  version: z.number().int().nonnegative(),
});

const AS_SHIPPED = 'as shipped';

const editParameters = z.object({
  new_content: z.string().min(1).max(PROMPT_CONTENT_LIMIT).optional().describe('The whole new prompt.'),
  find: z.string().min(1).optional().describe('A passage that occurs exactly once.'),
  replace: z.string().optional().describe('What to put in its place.'),
  append: z.string().min(1).optional().describe('Text to add at the end.'),
  reason: z.string().max(1_000).optional().describe('Why, for whoever reads the versions later.'),
});
type EditArguments = z.output<typeof editParameters>;

export function createPromptTools({ agents }: { readonly agents: readonly Agent[] }): readonly Tool[] {
  const shipped = (agentId: string): string => agents.find(({ id }) => id === agentId)?.prompt ?? '';

  return [
    defineRecordTool({
      name: 'read_system_prompt',
      description: 'Shows the prompt you work by.',
      parameters: z.object({}),
      result,
      effect: 'read',
      permission: 'allow',
      continues: true,
      doing: () => 'reading its instructions',
      apply: (_, { transaction, agentId }) => ok(shown(transaction, agentId, shipped(agentId))),
    }),
    defineRecordTool({
      name: 'edit_system_prompt',
      description:
        'Changes the prompt you work by, from the next turn on: new_content replaces all of it, find and replace one passage, append adds to it. Every version is kept.',
      parameters: editParameters,
      result,
      effect: 'record',
      // It changes how the agent behaves from now on: what a page told it to become must not come true by itself.
      permission: 'ask',
      continues: true,
      doing: () => 'changing its instructions',
      apply(given, { transaction, changes, agentId, newId }) {
        const before = readActivePrompt(transaction, agentId);
        const content = edited(before?.content ?? shipped(agentId), given);
        if (!content.ok) return content;
        const author: PromptAuthor = { changedBy: agentId, reason: given.reason ?? '', newId };
        let current = before;
        if (current === undefined) {
          // The first version is the prompt as it was shipped, so that there is a way back to it.
          const first = createPrompt(
            transaction,
            changes,
            { agentId, name: freeName(listPrompts(transaction, agentId)), content: shipped(agentId), isActive: true },
            { ...author, reason: 'As shipped' },
          );
          if (!first.ok) return told(first.error);
          current = first.value;
        }
        const written = editPrompt(transaction, changes, current.id, content.value, author);
        return written.ok ? ok(shown(transaction, agentId, shipped(agentId))) : told(written.error);
      },
    }),
  ];
}

function shown(transaction: Transaction, agentId: string, shipped: string): z.output<typeof result> {
  const active = readActivePrompt(transaction, agentId);
  return active === undefined
    ? { agent_id: agentId, name: AS_SHIPPED, content: shipped, version: 0 }
    : { agent_id: agentId, name: active.name, content: active.content, version: active.version };
}

function edited(content: string, { new_content: whole, find, replace, append }: EditArguments): Result<string, ToolFailure> {
  const ways = [whole !== undefined, find !== undefined || replace !== undefined, append !== undefined].filter(Boolean).length;
  if (ways !== 1) return err(toolFailure('edit-unclear', 'Give either new_content, or find and replace, or append.'));
  if (whole !== undefined) return ok(whole);
  if (append !== undefined) return ok(`${content.trimEnd()}\n${append}`);
  if (find === undefined || replace === undefined) return err(toolFailure('edit-unclear', 'find and replace go together.'));
  const start = content.indexOf(find);
  if (start < 0) return err(toolFailure('passage-unknown', 'The prompt does not hold the passage to find. Nothing was changed.'));
  if (content.includes(find, start + 1)) {
    return err(
      toolFailure('passage-ambiguous', 'The passage to find occurs more than once; take a longer one. Nothing was changed.'),
    );
  }
  return ok(content.slice(0, start) + replace + content.slice(start + find.length));
}

function freeName(prompts: readonly Prompt[]): string {
  return prompts.length === 0 ? 'Main' : `Main ${prompts.length + 1}`;
}

function told(problem: PromptProblem): Result<never, ToolFailure> {
  return err(toolFailure(problem.code, problem.message));
}
