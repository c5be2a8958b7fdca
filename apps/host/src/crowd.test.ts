import { temporaryFolder, type TemporaryFolder } from '@vos/ledger/testing';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AnsweredRequest, CONVERSATIONS, type Crowd, openCrowd } from './testing/crowd.ts';

let data: TemporaryFolder;
let crowd: Crowd;
beforeEach(async () => {
  data = await temporaryFolder();
  crowd = await openCrowd(data.folder);
});
afterEach(() => data.dispose());

it('answers two hundred requests that come at once, over all agents: each once and in order within its conversation', {
  timeout: 120_000,
}, async () => {
  const conversations = await crowd.ask();
  await crowd.close();
  const all = conversations.flat();
  expect([conversations.length, all.length]).toEqual([CONVERSATIONS, 200]);
  const wrong = all.filter(({ answers, holds }) => answers.length !== 1 || answers[0]?.text.includes(holds) !== true);
  expect(wrong.map(({ text, answers }) => [text, answers.map((answer) => answer.text)])).toEqual([]);

  const database = new Database(join(data.folder, 'vos.sqlite'), { readonly: true });
  try {
    const places = new Map(
      database
        .prepare<[], { id: string; position: number }>('SELECT id, position FROM messages')
        .all()
        .map(({ id, position }) => [id, position]),
    );
    const inOrder = (ids: readonly string[]): boolean =>
      ids.every((id, index) => index === 0 || (places.get(id) ?? 0) > (places.get(ids[index - 1] ?? '') ?? 0));
    for (const requests of conversations) {
      expect(inOrder(requests.map(({ id }) => id))).toBe(true);
      for (const ofAgent of byAgent(requests)) expect(inOrder(ofAgent.map(({ answers }) => answers[0]?.id ?? ''))).toBe(true);
    }
    expect(database.prepare(`SELECT count(*) AS count FROM queue WHERE state <> 'done'`).get()).toEqual({ count: 0 });
  } finally {
    database.close();
  }
});

/** Each agent answers its own requests in order; one that has much to do keeps nobody waiting who asked another. */
function byAgent(requests: readonly AnsweredRequest[]): readonly (readonly AnsweredRequest[])[] {
  return [...Map.groupBy(requests, ({ agentId }) => agentId).values()];
}
