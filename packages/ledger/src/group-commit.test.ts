import { CodedError } from '@vos/base';
import { createFakeClock } from '@vos/base/testing';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';
import { openLedger } from './open-ledger.ts';
import { createStatements } from './statements.ts';
import { openTestLedger, temporaryFolder, type TestLedger } from './testing/index.ts';
import type { Transaction } from './transaction.ts';

let test: TestLedger;
beforeEach(async () => {
  test = await openTestLedger();
});
afterEach(() => test.dispose());

const add = (transaction: Transaction, id: string) =>
  transaction.run(`INSERT INTO conversations (id, title, created_at, updated_at) VALUES (?, '', ?, ?)`, [
    id,
    transaction.at,
    transaction.at,
  ]);
const storedIds = () => test.ledger.read.all<{ id: string }>('SELECT id FROM conversations ORDER BY id').map(({ id }) => id);

describe('commit', () => {
  it('shares one transaction among everything asked for at the same time', async () => {
    const before = test.ledger.commitCount();
    const values = await Promise.all(
      Array.from({ length: 50 }, (_, number) => test.ledger.commit((transaction) => add(transaction, `c${number}`).changes)),
    );
    expect(values).toEqual(Array(50).fill(1));
    expect(test.ledger.commitCount() - before).toBe(1);
  });

  it('undoes only the piece of work that failed, and tells it why', async () => {
    const failure = new Error('no room at the inn');
    const outcomes = await Promise.allSettled([
      test.ledger.commit((transaction) => add(transaction, 'a')),
      test.ledger.commit((transaction) => {
        add(transaction, 'b');
        throw failure;
      }),
      test.ledger.commit((transaction) => {
        add(transaction, 'c');
        add(transaction, 'a');
      }),
      test.ledger.commit((transaction) => add(transaction, 'd')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toEqual({ status: 'rejected', reason: failure });
    expect(storedIds()).toEqual(['a', 'd']);
  });

  it('runs work in the order asked for, each piece seeing those before it', async () => {
    const seen: number[] = [];
    const look = (transaction: Transaction) => {
      seen.push(transaction.get<{ count: number }>('SELECT count(*) AS count FROM conversations')?.count ?? -1);
      add(transaction, `c${seen.length}`);
    };
    await Promise.all([test.ledger.commit(look), test.ledger.commit(look), test.ledger.commit(look)]);
    expect(seen).toEqual([0, 1, 2]);
  });

  it('gives everything in one transaction the same time', async () => {
    const [first, second] = await Promise.all([
      test.ledger.commit(({ at, atMs }) => ({ at, atMs })),
      test.ledger.commit(({ at, atMs }) => ({ at, atMs })),
    ]);
    expect(first).toEqual({ at: '2026-01-05T09:00:00.000Z', atMs: test.clock.now() });
    expect(second).toEqual(first);
  });

  it('tells others in order once everything is stored, before its promise resolves, and never about work undone', async () => {
    const told: string[] = [];
    const tell = (name: string) => (transaction: Transaction) => {
      add(transaction, name);
      transaction.afterCommit(() => told.push(`${name} with ${storedIds().join()}`));
    };
    const undone = test.ledger.commit((transaction) => {
      tell('undone')(transaction);
      throw new Error('changed its mind');
    });
    const kept = [test.ledger.commit(tell('a')), test.ledger.commit(tell('b')).then(() => told.push('promise'))];
    await expect(undone).rejects.toThrow('changed its mind');
    await Promise.all(kept);
    expect(told).toEqual(['a with a,b', 'b with a,b', 'promise']);
  });

  it('stores what is asked for while telling others', async () => {
    const followUp = await new Promise<Promise<unknown>>((resolve) => {
      void test.ledger.commit((transaction) =>
        transaction.afterCommit(() => resolve(test.ledger.commit((next) => add(next, 'later')))),
      );
    });
    await followUp;
    expect(storedIds()).toEqual(['later']);
  });

  it('refuses work that would wait, and work that goes on afterwards', async () => {
    // An asynchronous function fits the type of work, so the refusal is made while running.
    await expect(
      test.ledger.commit(async (transaction) => {
        add(transaction, 'half');
        await Promise.resolve();
      }),
    ).rejects.toThrow('synchronous');
    const escaped = await test.ledger.commit((transaction) => transaction);
    expect(() => add(escaped, 'late')).toThrow('only inside its own work');
    expect(() => escaped.get('SELECT 1')).toThrow('only inside its own work');
    expect(storedIds()).toEqual([]);
  });

  it('does not let reads see work that may still be undone', async () => {
    await expect(
      test.ledger.commit((transaction) => {
        add(transaction, 'a');
        return storedIds();
      }),
    ).rejects.toThrow('read through the transaction');
    expect(() => test.ledger.read.get(`DELETE FROM conversations RETURNING id`)).toThrow('only reads');
  });

  it('counts only transactions that wrote something', async () => {
    const before = test.ledger.commitCount();
    await test.ledger.commit((transaction) => transaction.get('SELECT 1'));
    await expect(
      test.ledger.commit((transaction) => {
        add(transaction, 'a');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(test.ledger.commitCount()).toBe(before);
  });

  it('spreads long work over several transactions so that the program keeps answering', async () => {
    const { folder, dispose } = await temporaryFolder();
    let nowMs = 0;
    const ledger = await openLedger({ folder, clock: { ...createFakeClock(), monotonicMs: () => nowMs } });
    try {
      const before = ledger.commitCount();
      const order: number[] = [];
      await Promise.all(
        Array.from({ length: 10 }, (_, number) =>
          ledger.commit((transaction) => {
            nowMs += 2;
            order.push(number);
            add(transaction, `c${number}`);
          }),
        ),
      );
      expect(ledger.commitCount() - before).toBe(5);
      expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    } finally {
      await ledger.close();
      await dispose();
    }
  });

  it('takes everyone in the transaction along when the disk fills up in the middle, and lives on', async () => {
    await test.ledger.commit((transaction) => add(transaction, 'before'));
    const { page_count: pageCount } = test.ledger.read.get<{ page_count: number }>('PRAGMA page_count') ?? { page_count: 0 };
    const limit = (pages: number) =>
      test.ledger.commit((transaction) => void transaction.get(`PRAGMA max_page_count = ${pages}`));
    await limit(pageCount);
    let hasGoneOn = false;
    const outcomes = await Promise.allSettled([
      test.ledger.commit((transaction) => add(transaction, 'lost')),
      test.ledger.commit((transaction) => {
        try {
          for (let number = 0; number < 1_000; number += 1) add(transaction, `filler ${number} ${'x'.repeat(1_000)}`);
        } catch {
          // Work that hides the failure must not be able to write on outside any transaction.
          hasGoneOn = true;
          add(transaction, 'stray');
        }
      }),
      test.ledger.commit((transaction) => add(transaction, 'next')),
    ]);
    expect(hasGoneOn).toBe(true);
    expect(
      outcomes.map((outcome) =>
        outcome.status === 'rejected' && outcome.reason instanceof CodedError ? outcome.reason.code : 'kept',
      ),
    ).toEqual(['disk-full', 'disk-full', 'kept']);
    await limit(1_000_000);
    await test.ledger.commit((transaction) => add(transaction, 'after'));
    expect(storedIds()).toEqual(['after', 'before', 'next']);
  });

  it('lets everybody wait while it is paused, then writes in the order asked, and is closed without waiting for that', async () => {
    const database = new Database(':memory:');
    database.exec('CREATE TABLE notes (text TEXT)');
    const clock = createFakeClock();
    let written = 0;
    const group = createGroupCommit(database, createStatements(database, clock), clock, { onCommitted: () => (written += 1) });
    const note = (text: string) => group.commit((transaction) => transaction.run('INSERT INTO notes (text) VALUES (?)', [text]));
    const texts = () => group.read.all<{ text: string }>('SELECT text FROM notes').map(({ text }) => text);
    const anotherOneIsWritten = () => test.ledger.commit((transaction) => add(transaction, `c${++others}`));
    let others = 0;

    const resume = group.pause();
    const first = [note('a'), note('b')];
    await anotherOneIsWritten();
    await anotherOneIsWritten();
    expect([texts(), written]).toEqual([[], 0]);
    resume();
    await Promise.all(first);
    expect([texts(), written]).toEqual([['a', 'b'], 1]);

    group.pause();
    const last = note('c');
    group.close();
    await last;
    expect(texts()).toEqual(['a', 'b', 'c']);
    database.close();
  });

  it('finishes what waits when it is closed and refuses what comes later', async () => {
    const waiting = test.ledger.commit((transaction) => add(transaction, 'in time').changes);
    const closing = test.ledger.close();
    await expect(test.ledger.commit((transaction) => add(transaction, 'late'))).rejects.toMatchObject({ code: 'ledger-closed' });
    expect(await waiting).toBe(1);
    await closing;
    await test.ledger.close();
    const ledger = await test.reopen();
    expect(ledger.read.all('SELECT id FROM conversations')).toEqual([{ id: 'in time' }]);
  });

  it('names slow statements by their SQL and never by their values', async () => {
    const { folder, dispose } = await temporaryFolder();
    const slow: unknown[] = [];
    let nowMs = 0;
    const clock = { ...createFakeClock(), monotonicMs: () => (nowMs += 9) };
    const ledger = await openLedger({ folder, clock, onSlowStatement: (statement) => slow.push(statement) });
    try {
      ledger.read.get('SELECT ? AS word', ['secret']);
      expect(slow).toContainEqual({ sql: 'SELECT ? AS word', durationMs: 9 });
      expect(() => ledger.read.get('SELECT nonsense FROM conversations WHERE id = ?', ['secret'])).toThrow(
        /^no such column: nonsense \(in: SELECT nonsense FROM conversations WHERE id = \?\)$/,
      );
    } finally {
      await ledger.close();
      await dispose();
    }
  });
});
