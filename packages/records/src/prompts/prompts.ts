// Prompts of agents: every version is kept, and going back to one is a new version.
import { CodedError, err, ok, type Result } from '@vos/base';
import { type ChangeSet, type Reader, readRecord, type SqlValue, type Transaction } from '@vos/ledger';
import { type Prompt, PROMPT_CONTENT_LIMIT, type PromptVersion, prompt } from '@vos/protocol/entities';
import { promptKind, promptVersionKind } from './prompt-kinds.ts';

/** Who changes a prompt and why, and where ids come from. */
export interface PromptAuthor {
  /** `user` or an agent's id. */
  readonly changedBy: string;
  readonly reason: string;
  newId(kind: string): string;
}

/**
 * `prompt-unknown`, `prompt-version-unknown`: there is none. `prompt-invalid`: empty or too long. `prompt-conflict`: it has another
 * version now than the one named. Nothing was written.
 */
export type PromptProblem = CodedError<'prompt-unknown' | 'prompt-version-unknown' | 'prompt-invalid' | 'prompt-conflict'>;

/** The text an agent works by; undefined when it works as shipped. Read it anew for every turn. */
export function readPrompt(reader: Reader, agentId: string): string | undefined {
  return readActivePrompt(reader, agentId)?.content;
}

export function readActivePrompt(reader: Reader, agentId: string): Prompt | undefined {
  const row = reader.get<Record<string, SqlValue>>('SELECT prompts.* FROM prompts WHERE agent_id = ? AND is_active = 1', [
    agentId,
  ]);
  return row === undefined ? undefined : promptKind.fromRow(row);
}

/** An agent's prompts in the order they were made. */
export function listPrompts(reader: Reader, agentId: string): readonly Prompt[] {
  return reader
    .all<Record<string, SqlValue>>('SELECT prompts.* FROM prompts WHERE agent_id = ? ORDER BY position', [agentId])
    .map(promptKind.fromRow);
}

/** Newest first, the current one included. */
export function listPromptVersions(reader: Reader, promptId: string): readonly PromptVersion[] {
  const rows = reader.all<Record<string, SqlValue>>(
    'SELECT prompt_versions.* FROM prompt_versions WHERE prompt_id = ? ORDER BY version DESC',
    [promptId],
  );
  return rows.map(promptVersionKind.fromRow);
}

/** A further prompt for an agent; an active one takes the place of the one active before. */
export function createPrompt(
  transaction: Transaction,
  changes: ChangeSet,
  fresh: { readonly agentId: string; readonly name: string; readonly content: string; readonly isActive: boolean },
  author: PromptAuthor,
): Result<Prompt, PromptProblem> {
  const id = author.newId('prompt');
  const stamps = { createdAt: transaction.at, updatedAt: transaction.at };
  const checked = check({ ...fresh, name: fresh.name.trim(), id, version: 1, ...stamps });
  if (!checked.ok) return checked;
  if (fresh.isActive) deactivate(transaction, changes, fresh.agentId);
  changes.put(promptKind, checked.value);
  keepVersion(transaction, changes, checked.value, author);
  return checked;
}

/** Writes a new version. With `expectedVersion`, a prompt changed by someone else meanwhile is refused. The same content changes nothing. */
export function editPrompt(
  transaction: Transaction,
  changes: ChangeSet,
  promptId: string,
  content: string,
  author: PromptAuthor,
  expectedVersion?: number,
): Result<Prompt, PromptProblem> {
  const before = readRecord(transaction, promptKind, promptId);
  if (before === undefined)
    return err(new CodedError('prompt-unknown', 'There is no such prompt any more. Nothing was changed.'));
  if (expectedVersion !== undefined && expectedVersion !== before.version) {
    const sentence = `The prompt “${before.name}” was changed by someone else meanwhile. It was kept as it is now; look at it before you change it.`;
    return err(new CodedError('prompt-conflict', sentence, { detail: { current: before } }));
  }
  if (content === before.content) return ok(before);
  const checked = check({ ...before, content, version: before.version + 1, updatedAt: transaction.at });
  if (!checked.ok) return checked;
  changes.put(promptKind, checked.value);
  keepVersion(transaction, changes, checked.value, author);
  return checked;
}

/** Makes this prompt the one its agent works by. */
export function activatePrompt(transaction: Transaction, changes: ChangeSet, promptId: string): Result<Prompt, PromptProblem> {
  const before = readRecord(transaction, promptKind, promptId);
  if (before === undefined)
    return err(new CodedError('prompt-unknown', 'There is no such prompt any more. Nothing was changed.'));
  if (before.isActive) return ok(before);
  deactivate(transaction, changes, before.agentId);
  const active: Prompt = { ...before, isActive: true, updatedAt: transaction.at };
  changes.put(promptKind, active);
  return ok(active);
}

/** Writes the content of an earlier version as a new one, with who did it and why; the versions between stay. */
export function rollbackPrompt(
  transaction: Transaction,
  changes: ChangeSet,
  promptId: string,
  version: number,
  author: PromptAuthor,
): Result<Prompt, PromptProblem> {
  const earlier = listPromptVersions(transaction, promptId).find((candidate) => candidate.version === version);
  if (earlier === undefined) {
    return err(new CodedError('prompt-version-unknown', `This prompt has no version ${version}. Nothing was changed.`));
  }
  return editPrompt(transaction, changes, promptId, earlier.content, author);
}

function deactivate(transaction: Transaction, changes: ChangeSet, agentId: string): void {
  const active = readActivePrompt(transaction, agentId);
  if (active !== undefined) changes.put(promptKind, { ...active, isActive: false, updatedAt: transaction.at });
}

function keepVersion(transaction: Transaction, changes: ChangeSet, { id, version, content }: Prompt, author: PromptAuthor): void {
  changes.put(promptVersionKind, {
    id: author.newId('prompt_version'),
    promptId: id,
    version,
    content,
    reason: author.reason.slice(0, 1_000),
    changedBy: author.changedBy,
    createdAt: transaction.at,
  });
}

function check(candidate: unknown): Result<Prompt, PromptProblem> {
  const parsed = prompt.safeParse(candidate);
  if (parsed.success) return ok(parsed.data);
  return err(
    new CodedError(
      'prompt-invalid',
      `A prompt has 1 to ${PROMPT_CONTENT_LIMIT.toLocaleString('en')} characters and a name. Nothing was changed.`,
    ),
  );
}
