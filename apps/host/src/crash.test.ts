// The host is killed, as by a power cut, and started again: at every named place of its work, and the whole program at random moments.
import { type Ids, randomIds, systemClock } from '@vos/base';
import type { HostEvent } from '@vos/protocol';
import type { Message } from '@vos/protocol/entities';
import { temporaryFolder } from '@vos/ledger/testing';
import type { HostClient } from './testing/host-client.ts';
import { AT_REST } from './testing/crash/points.ts';
import { problemsOf, runKills, summaryOf } from './testing/crash/run-kills.ts';
import { connectClient, startHost } from './testing/host-process.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const KILLS = 6;
/** Kills are spread over the time that a request takes here and now, and a little beyond. */
const SPREAD = 1.3;
/** These requests are understood without the sentence model; loading it would only make each of the starts dearer. */
const environment = { VOS_WEIGHTS: '/nowhere' };

/** Two thirds are the same each time, and the rest new: `npm run crash` with the seed that is printed shows them again. */
const SHARES = [
  { what: 'the same as ever', kills: 104, seed: 1 },
  { what: 'never before', kills: 48, seed: 1 + Math.floor(Math.random() * 1_000_000) },
];

describe('a host that is killed at every named place of its work', () => {
  it.for(SHARES)(
    'handles every acknowledged message once, repeats nothing, pays no reply twice and charges what the service charges: $what',
    { timeout: 600_000 },
    async ({ kills, seed }) => {
      const report = await runKills({ kills, seed });
      console.log(summaryOf(report));
      expect(problemsOf(report, kills)).toEqual([]);
      const killed = report.outcomes.flatMap((outcome) => outcome.killed);
      expect(killed).toHaveLength(kills);
      expect(killed.filter(({ at }) => at !== AT_REST).length).toBeGreaterThan(kills / 2);
    },
  );
});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  await folder.dispose();
});

it(`answers each request exactly once, and writes its note once, over ${KILLS} kills of the whole program at random moments`, async () => {
  const ids = randomIds();
  const sent: { id: string; text: string; traceId: string }[] = [];
  const killedAtMs: number[] = [];
  let killedBeforeTheAnswer = 0;
  let host = await startHost(folder.folder, { environment });
  let client = await connectClient(host.address);
  const requestMs = await measureRequest(client);

  for (let round = 1; round <= KILLS; round += 1) {
    const { conversationId } = client;
    const message = requestFor(ids, client, `note that plumber ${round} comes on Friday`);
    const killAtMs = Math.random() * SPREAD * requestMs;
    killedAtMs.push(Math.round(killAtMs));
    const acknowledged = client.ask('message/send', message).catch(() => undefined);
    await new Promise<void>((resolve) => void systemClock.schedule(killAtMs, resolve));
    await host.kill();
    const before = await acknowledged;
    if (before === undefined || !client.events.some(tellsAnswerTo(before.message.traceId))) killedBeforeTheAnswer += 1;

    // As the desk does: connect again, send what was not acknowledged again under the same id, wait for the answer.
    host = await startHost(folder.folder, { environment });
    client = await connectClient(host.address);
    const { message: kept } = await client.ask('message/send', message);
    sent.push({ id: message.id, text: message.text, traceId: kept.traceId });
    const { messages } = await client.ask('conversation/read', { conversationId, limit: 20 });
    if (!messages.some((each) => isAnswerTo(kept.traceId, each))) await client.next(tellsAnswerTo(kept.traceId));
  }
  client.close();
  expect(await host.stop()).toBe(0);
  expect(killedBeforeTheAnswer, `kills at ${killedAtMs.join(', ')} ms, each before its answer or not`).toBeGreaterThan(0);

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

function requestFor(ids: Ids, { conversationId }: HostClient, text: string) {
  return { id: ids.next('msg'), conversationId, text, timeZone: 'Europe/Amsterdam' };
}

/** Milliseconds from the sending of a request like those of the rounds to its answer. The first one, which loads code, does not count. */
async function measureRequest(client: HostClient): Promise<number> {
  let startMs = 0;
  for (const time of ['once', 'again', 'once more']) {
    startMs = systemClock.monotonicMs();
    await client.say(`note that the gardener comes ${time}`);
  }
  return systemClock.monotonicMs() - startMs;
}

function isAnswerTo(traceId: string, message: Message): boolean {
  return message.traceId === traceId && message.author.kind !== 'user';
}

function tellsAnswerTo(traceId: string) {
  return ({ name, payload }: HostEvent): boolean => name === 'message/added' && isAnswerTo(traceId, payload.message);
}
