import { sequentialIds } from '@vos/base/testing';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import { listPromptVersions, readActivePrompt, readPrompt } from '@vos/records';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNotesAgent } from '../specialists/notes/agent.ts';
import { applyTool } from '../testing/apply-tool.ts';
import { createPromptTools } from './prompts.ts';

const agentId = 'notes_agent';
const tools = createPromptTools({ agents: [{ ...createNotesAgent(), prompt: 'Keep notes. Be brief. Be kind.' }] });
let test: TestLedger;
let ids = sequentialIds();

beforeEach(async () => {
  test = await openTestLedger();
  ids = sequentialIds();
});
afterEach(() => test.dispose());

const call = (name: string, given: Record<string, unknown> = {}): Promise<unknown> =>
  applyTool(tools, name, given, { ledger: test.ledger, agentId, ids });
const edit = (given: Record<string, unknown>): Promise<unknown> => call('edit_system_prompt', given);

// In the earlier system both tools always failed, and they edited a file while the database decided.
describe('an agent that reads and changes its own prompt', () => {
  it('sees the prompt as shipped before any change', async () => {
    expect(await call('read_system_prompt')).toEqual({
      ok: true,
      value: { agent_id: agentId, name: 'as shipped', content: 'Keep notes. Be brief. Be kind.', version: 0 },
    });
    expect(readPrompt(test.ledger.read, agentId)).toBeUndefined();
  });

  it('works by what it wrote, and every version stays with who wrote it and why', async () => {
    await edit({ find: 'brief', replace: 'very brief', reason: 'asked by the person' });
    await edit({ append: 'Use British spelling.' });
    const content = 'Keep notes. Be very brief. Be kind.\nUse British spelling.';
    expect(await call('read_system_prompt')).toEqual({
      ok: true,
      value: { agent_id: agentId, name: 'Main', content, version: 3 },
    });
    expect(readPrompt(test.ledger.read, agentId)).toBe(content);
    const id = readActivePrompt(test.ledger.read, agentId)?.id ?? '';
    expect(
      listPromptVersions(test.ledger.read, id).map(({ version, content: text, reason, changedBy }) => [
        version,
        text,
        reason,
        changedBy,
      ]),
    ).toEqual([
      [3, content, '', agentId],
      [2, 'Keep notes. Be very brief. Be kind.', 'asked by the person', agentId],
      [1, 'Keep notes. Be brief. Be kind.', 'As shipped', agentId],
    ]);
    await edit({ new_content: 'Only this.' });
    expect(readPrompt(test.ledger.read, agentId)).toBe('Only this.');
  });

  it('is refused an edit that is not clear, and nothing changes', async () => {
    const codes = [];
    for (const given of [
      {},
      { new_content: 'a', append: 'b' },
      { find: 'brief' },
      { replace: 'x' },
      { find: 'absent', replace: 'x' },
      { find: 'Be ', replace: 'x' },
    ]) {
      codes.push(((await edit(given)) as { error: { code: string } }).error.code);
    }
    expect(codes).toEqual([
      'edit-unclear',
      'edit-unclear',
      'edit-unclear',
      'edit-unclear',
      'passage-unknown',
      'passage-ambiguous',
    ]);
    expect(readPrompt(test.ledger.read, agentId)).toBeUndefined();
  });
});
