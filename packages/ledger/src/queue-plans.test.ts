// No question to the queue reads more than it answers, however much has piled up.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeSets } from './change-sets.ts';
import { deadLetters } from './dead-letters.ts';
import type { Lane } from './lanes.ts';
import { queue } from './queue.ts';
import { openTestLedger, type TestLedger } from './testing/index.ts';
import type { Reader, Transaction } from './transaction.ts';

const lane: Lane = { agentId: 'primary_agent', conversationId: 'conversation_1' };
const lease = { owner: 'host', durationMs: 60_000 };

let test: TestLedger;
/** Every statement given to the queue's tables so far. */
let asked: Set<string>;
beforeEach(async () => {
  test = await openTestLedger();
  asked = new Set();
});
afterEach(() => test.dispose());

/** Passes everything on, and remembers the SQL. */
function noting<Given extends Reader>(reader: Given): Given {
  return new Proxy(reader, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || !['get', 'all', 'run'].includes(String(name))) return value;
      return (sql: string, ...more: readonly unknown[]) => {
        asked.add(sql);
        return Reflect.apply(value, target, [sql, ...more]) as unknown;
      };
    },
  });
}

const work = <Value>(does: (transaction: Transaction) => Value): Promise<Value> =>
  test.ledger.commit((transaction) => does(noting(transaction)));

it('everything is found by an index', async () => {
  const common = { ...lane, type: 'user_message', payload: '', traceId: 'trace' };
  await work((transaction) => {
    for (const id of ['first', 'second']) queue.send(transaction, { ...common, id, idempotencyKey: id });
    queue.send(transaction, { ...common, id: 'later', idempotencyKey: 'later', availableAtMs: transaction.atMs + 10 });
    queue.send(transaction, { ...common, id: 'again', idempotencyKey: 'first' });
  });
  await test.clock.advance(10);
  await work((transaction) => queue.lease(transaction, lane, lease, 10));
  await work((transaction) => queue.renew(transaction, [lane], lease));
  await work((transaction) => queue.releaseAll(transaction));
  await work((transaction) => queue.lease(transaction, lane, lease, 10));
  await test.clock.advance(60_000);
  await work((transaction) => queue.lease(transaction, lane, lease, 10));
  await work((transaction) => queue.acknowledge(transaction, ['first']));
  await work((transaction) => queue.requeue(transaction, ['later'], 10));
  for (const id of ['second', 'later']) {
    await work((transaction) => queue.setAside(transaction, id, { code: 'message-unreadable', message: 'It is odd.' }));
  }
  await work((transaction) => queue.prune(transaction, '9999', 10));
  await work((transaction) => deadLetters.retry(transaction, 'second'));
  await work((transaction) =>
    deadLetters.drop(transaction, changeSets.begin(transaction, { actor: 'user', cause: 'test' }), 'later'),
  );
  const reader = noting(test.ledger.read);
  deadLetters.list(reader, 10);
  deadLetters.count(reader);
  queue.isPrunable(reader, '9999');
  queue.dueLanes(reader, test.clock.now(), 10);
  queue.nextDueMs(reader, test.clock.now());
  queue.read(reader, ['first']);

  const statements = [...asked].filter((sql) => /\b(queue|lanes|dropped_letters)\b/.test(sql));
  expect(statements.length).toBeGreaterThan(25);
  for (const sql of statements) {
    const slow = await test.ledger.commit((transaction) =>
      transaction
        .all<{ detail: string }>(
          `EXPLAIN QUERY PLAN ${sql}`,
          Array.from(sql.match(/\?/g) ?? [], () => null),
        )
        // The index of leased messages holds nothing else, and all of them are wanted.
        .filter(({ detail }) => /^SCAN (queue|lanes|dropped_letters)\b(?!.* queue_leased$)|TEMP B-TREE/.test(detail)),
    );
    expect({ sql, slow }).toEqual({ sql, slow: [] });
  }
});
