import { waitUntil } from '@vos/base/testing';
import { queue } from '@vos/ledger';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type QueuePruning, startQueuePruning } from './queue-pruning.ts';

const DAY_MS = 24 * 3_600_000;
const lane = { agentId: 'primary_agent', conversationId: 'conversation' };

let test: TestLedger;
let bugs: unknown[];
let pruning: QueuePruning;
beforeEach(async () => {
  test = await openTestLedger();
  bugs = [];
  pruning = startQueuePruning({ ledger: test.ledger, clock: test.clock, onBug: (_, error) => void bugs.push(error) });
});
afterEach(async () => {
  pruning.dispose();
  await test.dispose();
});

async function handle(count: number): Promise<void> {
  await test.ledger.commit((transaction) => {
    for (let number = 0; number < count; number += 1) {
      const id = `${transaction.at} ${number}`;
      queue.send(transaction, { ...lane, id, idempotencyKey: id, type: 'user_message', payload: 'secret', traceId: 'trace' });
      queue.acknowledge(transaction, [id]);
    }
  });
}

const kept = (): number =>
  test.ledger.read.get<{ count: number }>(`SELECT count(*) AS count FROM queue WHERE payload <> ''`)?.count ?? 0;

it('a month after messages were handled, what they said is forgotten, and nothing is written in between', async () => {
  await handle(50);
  await test.clock.advance(2 * DAY_MS);
  await handle(3);
  const before = test.ledger.commitCount();
  await test.clock.advance(27 * DAY_MS);
  expect([kept(), test.ledger.commitCount()]).toEqual([53, before]);
  await test.clock.advance(DAY_MS);
  await test.clock.advance(3_600_000);
  await waitUntil('the old ones to be forgotten', () => kept() === 3);
  expect(bugs).toEqual([]);
});

it('nothing is forgotten any more, and nothing is left waiting, once it is stopped', async () => {
  await handle(1);
  pruning.dispose();
  await test.clock.advance(60 * DAY_MS);
  expect([kept(), test.clock.pending()]).toEqual([1, 0]);
});
