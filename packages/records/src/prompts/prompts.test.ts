import type { CodedError, Result } from '@vos/base';
import { sequentialIds } from '@vos/base/testing';
import { type ChangeSet, changeSets, type Transaction } from '@vos/ledger';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import type { Prompt } from '@vos/protocol/entities';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  activatePrompt,
  createPrompt,
  editPrompt,
  listPrompts,
  listPromptVersions,
  type PromptAuthor,
  readPrompt,
  rollbackPrompt,
} from './prompts.ts';

const agentId = 'weather_agent';
let test: TestLedger;
let author: PromptAuthor;

beforeEach(async () => {
  test = await openTestLedger();
  const ids = sequentialIds();
  author = { changedBy: 'user', reason: 'trying', newId: (kind) => ids.next(kind) };
});
afterEach(() => test.dispose());

async function write<Value>(work: (transaction: Transaction, changes: ChangeSet) => Result<Value, CodedError>): Promise<Value> {
  await test.clock.advance(1_000);
  const result = await test.ledger.commit((transaction) =>
    work(transaction, changeSets.begin(transaction, { actor: 'user', cause: 'prompt/test' })),
  );
  if (!result.ok) throw result.error;
  return result.value;
}

const add = (name: string, content: string, isActive = true): Promise<Prompt> =>
  write((transaction, changes) => createPrompt(transaction, changes, { agentId, name, content, isActive }, author));

describe('prompts', () => {
  // A second prompt for an agent failed in the earlier system, because both were version 1.
  it('may be several for one agent, of which one is active', async () => {
    const first = await add('Plain', 'Tell the weather.');
    const second = await add('Pirate', 'Tell the weather like a pirate.');
    expect(listPrompts(test.ledger.read, agentId).map(({ name, isActive, version }) => [name, isActive, version])).toEqual([
      ['Plain', false, 1],
      ['Pirate', true, 1],
    ]);
    expect(readPrompt(test.ledger.read, agentId)).toBe(second.content);
    await write((transaction, changes) => activatePrompt(transaction, changes, first.id));
    expect(readPrompt(test.ledger.read, agentId)).toBe('Tell the weather.');
    expect(readPrompt(test.ledger.read, 'notes_agent')).toBeUndefined();
  });

  // A rollback could not say who did it and why, and the current version was missing from the list of versions.
  it('go back to an earlier version by a new one that says who and why', async () => {
    const { id } = await add('Plain', 'one');
    await write((transaction, changes) =>
      editPrompt(transaction, changes, id, 'two', { ...author, reason: 'better', changedBy: agentId }),
    );
    const back = await write((transaction, changes) =>
      rollbackPrompt(transaction, changes, id, 1, { ...author, reason: 'two was worse' }),
    );
    expect(back).toMatchObject({ content: 'one', version: 3 });
    expect(
      listPromptVersions(test.ledger.read, id).map(({ version, content, reason, changedBy }) => [
        version,
        content,
        reason,
        changedBy,
      ]),
    ).toEqual([
      [3, 'one', 'two was worse', 'user'],
      [2, 'two', 'better', agentId],
      [1, 'one', 'trying', 'user'],
    ]);
  });

  it('are not overwritten by someone who started from an older version, nor emptied, nor rolled back to nowhere', async () => {
    const { id } = await add('Plain', 'one');
    await write((transaction, changes) => editPrompt(transaction, changes, id, 'two', author, 1));
    const edit = (content: string, expected?: number) =>
      write((transaction, changes) => editPrompt(transaction, changes, id, content, author, expected));
    await expect(edit('three', 1)).rejects.toMatchObject({ code: 'prompt-conflict' });
    await expect(edit('')).rejects.toMatchObject({ code: 'prompt-invalid' });
    await expect(write((transaction, changes) => rollbackPrompt(transaction, changes, id, 9, author))).rejects.toMatchObject({
      code: 'prompt-version-unknown',
    });
    expect(await edit('two')).toMatchObject({ version: 2 });
    expect(listPromptVersions(test.ledger.read, id)).toHaveLength(2);
  });
});
