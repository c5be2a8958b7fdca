// The host is killed at random moments of a request, as by a power cut, and started again.
import { randomIds, systemClock } from '@vos/base';
import { waitUntil } from '@vos/base/testing';
import { temporaryFolder } from '@vos/ledger/testing';
import { connectClient, startHost } from './testing/host-process.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const KILLS = 30;
/** A request is over within this time on a slow machine; kills are spread over it and a little beyond. */
const SPREAD_MS = 160;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  await folder.dispose();
});

it(`answers each request exactly once, and writes its note once, over ${KILLS} kills at random moments`, async () => {
  const ids = randomIds();
  const sent: { id: string; text: string; traceId: string }[] = [];
  const killedAtMs: number[] = [];
  let host = await startHost(folder.folder);
  let conversationId = '';

  for (let round = 1; round <= KILLS; round += 1) {
    const client = await connectClient(host.address);
    ({ conversationId } = client);
    const message = {
      id: ids.next('msg'),
      conversationId,
      text: `note that plumber ${round} comes on Friday`,
      timeZone: 'Europe/Amsterdam',
    };
    const killAtMs = Math.random() * SPREAD_MS;
    killedAtMs.push(Math.round(killAtMs));
    const acknowledged = client.ask('message/send', message).catch(() => undefined);
    await new Promise<void>((resolve) => void systemClock.schedule(killAtMs, resolve));
    await host.kill();
    await acknowledged;

    // As the desk does: connect again, send what was not acknowledged again under the same id, wait for the answer.
    host = await startHost(folder.folder);
    const next = await connectClient(host.address);
    const { message: kept } = await next.ask('message/send', message);
    sent.push({ id: message.id, text: message.text, traceId: kept.traceId });
    await waitUntil(`the answer to round ${round}`, async () => {
      const { messages } = await next.ask('conversation/read', { conversationId, limit: 20 });
      return messages.some(({ traceId, author }) => traceId === kept.traceId && author.kind !== 'user');
    });
    next.close();
  }
  expect(await host.stop()).toBe(0);

  const database = new Database(join(folder.folder, 'vos.sqlite'), { readonly: true });
  const count = (sql: string, ...given: string[]): number => (database.prepare(sql).get(...given) as { count: number }).count;
  for (const { id, text, traceId } of sent) {
    const outcome = {
      sent: count('SELECT count(*) AS count FROM messages WHERE id = ? AND text = ?', id, text),
      answers: count(`SELECT count(*) AS count FROM messages WHERE trace_id = ? AND author_kind <> 'user'`, traceId),
      notes: count(`SELECT count(*) AS count FROM notes WHERE content LIKE '%' || ? || '%'`, text.slice('note that '.length)),
    };
    expect(outcome, `“${text}” after kills at ${killedAtMs.join(', ')} ms`).toEqual({ sent: 1, answers: 1, notes: 1 });
  }
  expect(count(`SELECT count(*) AS count FROM queue WHERE state <> 'done'`)).toBe(0);
  expect(count(`SELECT count(*) AS count FROM turns WHERE state <> 'finished'`)).toBe(0);
  database.close();
}, 180_000);
