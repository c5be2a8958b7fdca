// Whoever floods the queue, with messages or with conversations, everybody else is served as if nothing had happened.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Lane } from './lanes.ts';
import { queue } from './queue.ts';
import { openTestLedger, type TestLedger } from './testing/index.ts';

const AGENTS = ['primary_agent', 'notes_agent'] as const;
const CONVERSATIONS = ['one', 'two', 'three', 'four', 'five'] as const;
const LEASE = { owner: 'host', durationMs: 1_000 };

const lane: fc.Arbitrary<Lane> = fc.record({
  agentId: fc.constantFrom(...AGENTS),
  conversationId: fc.constantFrom(...CONVERSATIONS),
});
/** One round: what is sent, and which agents then finish what they are at and take up the next. Most of the time a flood. */
const round = fc.record({
  sent: fc.array(fc.record({ lane, count: fc.constantFrom(1, 1, 20), delayMs: fc.constantFrom(0, 0, 0, 15) }), { maxLength: 3 }),
  served: fc.subarray([...AGENTS], { minLength: 1 }),
});

let test: TestLedger;
beforeEach(async () => {
  test = await openTestLedger();
});
afterEach(() => test.dispose());

const nameOf = ({ agentId, conversationId }: Lane): string => `${agentId} in ${conversationId}`;

async function serve(next: Lane): Promise<void> {
  await test.ledger.commit((transaction) => {
    const leased = queue.lease(transaction, next, LEASE, 1);
    queue.acknowledge(
      transaction,
      leased.map(({ id }) => id),
    );
  });
}

describe('a flood', () => {
  it('never keeps a lane waiting while another one of its agent is served more than twice, and other agents not at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 10, maxLength: 30 }), async (rounds) => {
        await test.ledger.commit((transaction) => {
          for (const table of ['queue', 'lanes']) transaction.run(`DELETE FROM ${table}`);
        });
        let count = 0;
        /** For each lane with something due: how often each other lane of its agent was served since. */
        const overtaken = new Map<string, Map<string, number>>();
        for (const { sent, served } of rounds) {
          await test.ledger.commit((transaction) => {
            for (const each of sent) {
              for (let number = 0; number < each.count; number += 1) {
                const id = `message ${(count += 1)}`;
                const what = { id, idempotencyKey: id, type: 'user_message', payload: id, traceId: id };
                queue.send(transaction, { ...each.lane, ...what, availableAtMs: transaction.atMs + each.delayMs });
              }
            }
          });
          await test.clock.advance(5);
          const nowMs = test.clock.now();
          const due = queue.dueLanes(test.ledger.read, nowMs, 100);
          const first = queue.dueLanes(test.ledger.read, nowMs, 1);
          // One of each agent that has something to do, whatever the others have.
          expect(first.map(({ agentId }) => agentId)).toEqual([...new Set(due.map(({ agentId }) => agentId))]);
          for (const each of due) if (!overtaken.has(nameOf(each))) overtaken.set(nameOf(each), new Map());
          for (const next of first.filter(({ agentId }) => served.some((agent) => agent === agentId))) {
            await serve(next);
            overtaken.delete(nameOf(next));
            for (const [name, by] of overtaken) {
              if (!name.startsWith(next.agentId)) continue;
              const times = (by.get(nameOf(next)) ?? 0) + 1;
              by.set(nameOf(next), times);
              expect({ name, times: Math.min(times, 3) }).not.toEqual({ name, times: 3 });
            }
          }
        }
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it('of ten thousand conversations is looked through no further than asked, and the next lane is found as fast as ever', async () => {
    const nowMs = test.clock.now();
    await test.ledger.commit((transaction) => {
      // As `send` leaves them, but in one statement each.
      transaction.run(
        `WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 10000)
         INSERT INTO lanes (agent_id, conversation_id, due_at_ms, line)
         SELECT 'notes_agent', 'flood_' || number, CASE WHEN number % 2 = 0 THEN 0 ELSE ? + number END, number FROM numbers`,
        [nowMs],
      );
      const message = { agentId: 'weather_agent', conversationId: 'quiet', type: 'user_message', payload: '', traceId: 'trace' };
      queue.send(transaction, { ...message, id: 'quiet', idempotencyKey: 'quiet' });
    });
    const named = queue.dueLanes(test.ledger.read, nowMs + 20_000, 4);
    expect(named.map(({ conversationId }) => conversationId)).toEqual(['flood_1', 'quiet', 'flood_2', 'flood_3', 'flood_4']);
    expect(queue.nextDueMs(test.ledger.read, nowMs)).toBe(nowMs);
  });
});
