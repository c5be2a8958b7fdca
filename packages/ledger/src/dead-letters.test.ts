import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeSets, type RecordKind } from './change-sets.ts';
import { deadLetters, letterDropKind } from './dead-letters.ts';
import type { Lane } from './lanes.ts';
import { queue } from './queue.ts';
import { openTestLedger, type TestLedger } from './testing/index.ts';

const lane: Lane = { agentId: 'primary_agent', conversationId: 'conversation_1' };
const lease = { owner: 'host', durationMs: 60_000 };
const undoable = [letterDropKind] as unknown as readonly RecordKind<{ readonly id: string }>[];
const person = (cause: string) => ({ actor: 'user', cause });

let test: TestLedger;
beforeEach(async () => {
  test = await openTestLedger();
  await send('first', 'second', 'third');
});
afterEach(() => test.dispose());

const send = (...names: readonly string[]) =>
  test.ledger.commit((transaction) => {
    for (const name of names) {
      const message = { id: name, idempotencyKey: name, type: 'user_message', payload: { content: name }, traceId: 'trace' };
      queue.send(transaction, { ...lane, ...message });
    }
  });
const take = () => test.ledger.commit((transaction) => queue.lease(transaction, lane, lease, 10).map(({ id }) => id));
const bury = (...ids: readonly string[]) =>
  test.ledger.commit((transaction) =>
    queue.bury(transaction, ids, { code: 'model-unavailable', message: 'The model cannot be reached.' }),
  );
const drop = (id: string) =>
  test.ledger.commit((transaction) => {
    const changes = changeSets.begin(transaction, person('letter/drop'));
    deadLetters.drop(transaction, changes, id);
    return changes.id ?? 0;
  });
const retry = (id: string) => test.ledger.commit((transaction) => deadLetters.retry(transaction, id));
const listed = () => deadLetters.list(test.ledger.read, 10).map(({ id }) => id);

describe('a message that could not be handled', () => {
  // The earlier system wrote “dead letter” into a log and forgot the message.
  it('is listed with its reason, its lane, what it said, how often it was tried and since when, also after a restart', async () => {
    await take();
    await test.ledger.commit((transaction) => queue.requeue(transaction, ['first'], 0));
    await test.clock.advance(5_000);
    await bury('first');
    await test.clock.advance(5_000);
    await test.ledger.commit((transaction) =>
      queue.setAside(transaction, 'second', { code: 'message-unreadable', message: 'The payload is not JSON.' }),
    );
    const ledger = await test.reopen();
    const common = { ...lane, type: 'user_message', traceId: 'trace', sentAt: '2026-01-05T09:00:00.000Z' };
    expect(deadLetters.list(ledger.read, 10)).toEqual([
      {
        ...common,
        id: 'second',
        payload: '{"content":"second"}',
        kind: 'unreadable',
        reason: { code: 'message-unreadable', message: 'The payload is not JSON.' },
        attempts: 0,
        endedAt: '2026-01-05T09:00:10.000Z',
      },
      {
        ...common,
        id: 'first',
        payload: '{"content":"first"}',
        kind: 'failed',
        reason: { code: 'model-unavailable', message: 'The model cannot be reached.' },
        attempts: 2,
        endedAt: '2026-01-05T09:00:05.000Z',
      },
    ]);
    expect(deadLetters.count(ledger.read)).toBe(2);
    expect(deadLetters.list(ledger.read, 1).map(({ id }) => id)).toEqual(['second']);
  });

  it('is tried again as the same message, with all its attempts before it, before what was sent after it', async () => {
    await take();
    await bury('second', 'first');
    await test.ledger.commit((transaction) => queue.acknowledge(transaction, ['third']));
    await send('fourth');
    expect(await retry('second')).toEqual(lane);
    await retry('first');
    expect(listed()).toEqual([]);
    await test.reopen();
    const leased = await test.ledger.commit((transaction) => queue.lease(transaction, lane, lease, 10));
    expect(leased.map(({ id, attempts }) => [id, attempts])).toEqual([
      ['first', 0],
      ['second', 0],
      ['fourth', 0],
    ]);
    await bury('first');
    expect(deadLetters.find(test.ledger.read, 'first')?.attempts).toBe(1);
  });

  it('waits for the turn its lane is at when it is tried again', async () => {
    await take();
    await bury('first');
    await retry('first');
    expect(await take()).toEqual([]);
    await test.ledger.commit((transaction) => queue.acknowledge(transaction, ['second', 'third']));
    expect(await take()).toEqual(['first']);
  });

  it('leaves the list when it is dropped, is not tried again, and comes back whole when that is undone', async () => {
    await bury('first', 'second');
    const before = deadLetters.find(test.ledger.read, 'first');
    const changeSetId = await drop('first');
    expect([listed(), deadLetters.count(test.ledger.read)]).toEqual([['second'], 1]);
    for (const again of [retry('first'), drop('first')])
      await expect(again).rejects.toMatchObject({ code: 'dead-letter-unknown' });
    await test.ledger.commit((transaction) => changeSets.undo(transaction, changeSetId, person('change/undo'), undoable));
    expect(deadLetters.find(test.ledger.read, 'first')).toEqual(before);
    // Both the dropping and the undoing are on record.
    expect(
      test.ledger.read.all(`SELECT change_sets.cause FROM changes JOIN change_sets ON change_sets.id = change_set_id ORDER BY 1`),
    ).toEqual([{ cause: 'change/undo' }, { cause: 'letter/drop' }]);
    await retry('first');
    expect(await take()).toEqual(['first', 'third']);
  });

  it('is dropped with all others at once, and all of them come back when that is undone', async () => {
    await bury('first', 'second');
    const dropAll = () =>
      test.ledger.commit((transaction) => {
        const changes = changeSets.begin(transaction, person('letter/drop'));
        return { count: deadLetters.dropAll(transaction, changes), changeSetId: changes.id ?? 0 };
      });
    const { count, changeSetId } = await dropAll();
    expect([count, listed()]).toEqual([2, []]);
    await expect(dropAll()).rejects.toMatchObject({ code: 'dead-letter-unknown' });
    await test.ledger.commit((transaction) => changeSets.undo(transaction, changeSetId, person('change/undo'), undoable));
    expect(listed().sort()).toEqual(['first', 'second']);
  });

  it('is named as unknown once it was tried again, and so is whatever never was one', async () => {
    await bury('first');
    await retry('first');
    for (const id of ['first', 'second', 'nobody']) {
      await expect(retry(id)).rejects.toMatchObject({ code: 'dead-letter-unknown' });
      await expect(drop(id)).rejects.toMatchObject({ code: 'dead-letter-unknown' });
    }
    expect(await take()).toEqual(['first', 'second', 'third']);
  });
});
