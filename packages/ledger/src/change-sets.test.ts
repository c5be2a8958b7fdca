import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeSets, readRecord, type RecordKind } from './change-sets.ts';
import { openTestLedger, type TestLedger } from './testing/index.ts';
import type { RecordChange } from './transaction.ts';

interface Chat {
  readonly id: string;
  readonly title: string;
  readonly at: string;
}

const chatKind: RecordKind<Chat> = {
  kind: 'chat',
  table: 'conversations',
  toRow: ({ title, at }) => ({ title, created_at: at, updated_at: at }),
  fromRow: (row) => ({ id: String(row['id']), title: String(row['title']), at: String(row['created_at']) }),
};

const byUser = { actor: 'user', cause: 'chat/rename' };
const chat = (id: string, title: string): Chat => ({ id, title, at: '2026-01-05T09:00:00.000Z' });

let test: TestLedger;
let told: RecordChange[];
beforeEach(async () => {
  told = [];
  test = await openTestLedger({ onRecordChange: (change) => told.push(change) });
});
afterEach(() => test.dispose());

const put = (...chats: Chat[]) =>
  test.ledger.commit((transaction) => {
    const changes = changeSets.begin(transaction, byUser);
    for (const each of chats) changes.put(chatKind, each);
    return changes.id;
  });
const remove = (id: string) => test.ledger.commit((transaction) => changeSets.begin(transaction, byUser).remove(chatKind, id));
const undo = (id: number) =>
  test.ledger.commit((transaction) => changeSets.undo(transaction, id, { actor: 'user', cause: 'change/undo' }, [chatKind]));
const read = (id: string) => readRecord(test.ledger.read, chatKind, id);
const journal = () =>
  test.ledger.read.all<{ before: string | null; after: string | null }>(
    `SELECT change_set_id AS changeSet, ordinal, kind, record_id AS record, before, after FROM changes ORDER BY change_set_id, ordinal`,
  );

describe('a change set', () => {
  it('keeps what each record was, what it became, who did it, why and when', async () => {
    await put(chat('c1', 'First'));
    await put(chat('c1', 'Renamed'), chat('c2', 'Second'));
    await remove('c2');
    expect(test.ledger.read.all('SELECT id, actor, cause, at, undoes FROM change_sets')).toEqual(
      [1, 2, 3].map((id) => ({ id, ...byUser, at: '2026-01-05T09:00:00.000Z', undoes: null })),
    );
    const text = (title: string, id = 'c1') => JSON.stringify(chat(id, title));
    expect(journal()).toEqual([
      { changeSet: 1, ordinal: 0, kind: 'chat', record: 'c1', before: null, after: text('First') },
      { changeSet: 2, ordinal: 0, kind: 'chat', record: 'c1', before: text('First'), after: text('Renamed') },
      { changeSet: 2, ordinal: 1, kind: 'chat', record: 'c2', before: null, after: text('Second', 'c2') },
      { changeSet: 3, ordinal: 0, kind: 'chat', record: 'c2', before: text('Second', 'c2'), after: null },
    ]);
    expect(test.ledger.read.all('SELECT change_set_id AS id FROM outbox')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(read('c1')).toEqual(chat('c1', 'Renamed'));
    expect(read('c2')).toBeUndefined();
  });

  it('leaves nothing when nothing changes', async () => {
    await put(chat('c1', 'First'));
    expect(await put(chat('c1', 'First'))).toBeUndefined();
    await remove('nobody');
    expect(
      test.ledger.read.get('SELECT (SELECT count(*) FROM change_sets) AS sets, (SELECT count(*) FROM outbox) AS outbox'),
    ).toEqual({
      sets: 1,
      outbox: 1,
    });
  });

  it('is undone together with the work it belongs to', async () => {
    const failing = test.ledger.commit((transaction) => {
      changeSets.begin(transaction, byUser).put(chatKind, chat('c1', 'First'));
      throw new Error('the rest failed');
    });
    await expect(failing).rejects.toThrow('the rest failed');
    expect(read('c1')).toBeUndefined();
    expect(journal()).toEqual([]);
  });

  it('is told to whoever listens to the ledger, once it is on disk, and never when it was undone with its work', async () => {
    const failing = test.ledger.commit((transaction) => {
      changeSets.begin(transaction, byUser).put(chatKind, chat('c0', 'Lost'));
      throw new Error('the rest failed');
    });
    await expect(failing).rejects.toThrow('the rest failed');
    await put(chat('c1', 'First'));
    await remove('c1');
    const first = JSON.stringify(chat('c1', 'First'));
    expect(told).toEqual([
      { changeSetId: 1, actor: 'user', kind: 'chat', recordId: 'c1', before: null, after: first },
      { changeSetId: 2, actor: 'user', kind: 'chat', recordId: 'c1', before: first, after: null },
    ]);
  });

  it('keeps a replaced record in its place', async () => {
    await put(chat('c1', 'First'));
    await test.ledger.commit((transaction) => {
      const changes = changeSets.begin(transaction, byUser);
      changes.put(messageKind, { id: 'm1', text: 'one' });
      changes.put(messageKind, { id: 'm2', text: 'two' });
      changes.put(messageKind, { id: 'm1', text: 'one, corrected' });
    });
    expect(test.ledger.read.all('SELECT id, text FROM messages ORDER BY position')).toEqual([
      { id: 'm1', text: 'one, corrected' },
      { id: 'm2', text: 'two' },
    ]);
  });
});

describe('undo', () => {
  it('appends the reverse and can itself be undone', async () => {
    await put(chat('c1', 'First'), chat('c2', 'Second'));
    const id = await test.ledger.commit((transaction) => {
      const changes = changeSets.begin(transaction, byUser);
      changes.put(chatKind, chat('c1', 'Renamed'));
      changes.remove(chatKind, 'c2');
      changes.put(chatKind, chat('c3', 'Third'));
      changes.put(chatKind, chat('c1', 'Renamed again'));
      return changes.id ?? 0;
    });
    const reverse = await undo(id);
    expect([read('c1'), read('c2'), read('c3')]).toEqual([chat('c1', 'First'), chat('c2', 'Second'), undefined]);
    expect(test.ledger.read.get('SELECT actor, cause, undoes FROM change_sets WHERE id = ?', [reverse])).toEqual({
      actor: 'user',
      cause: 'change/undo',
      undoes: id,
    });
    await undo(reverse);
    expect([read('c1'), read('c2'), read('c3')]).toEqual([chat('c1', 'Renamed again'), undefined, chat('c3', 'Third')]);
  });

  it('is refused for all of a change set when one of its records has changed since, and names that record', async () => {
    const id = (await put(chat('c1', 'First'), chat('c2', 'Second'))) ?? 0;
    await put(chat('c2', 'Mine now'));
    const sets = journal().length;
    await expect(undo(id)).rejects.toMatchObject({ code: 'undo-conflict', detail: { kind: 'chat', recordId: 'c2' } });
    expect([read('c1'), read('c2')]).toEqual([chat('c1', 'First'), chat('c2', 'Mine now')]);
    expect(journal()).toHaveLength(sets);
  });

  it('is refused the second time', async () => {
    await put(chat('c1', 'First'));
    const id = (await put(chat('c1', 'Renamed'))) ?? 0;
    await undo(id);
    await expect(undo(id)).rejects.toMatchObject({ code: 'undo-conflict' });
  });

  it('names a change set that does not exist, and leaves kinds of record alone it was not given', async () => {
    await expect(undo(99)).rejects.toMatchObject({ code: 'change-set-unknown' });
    const id = (await put(chat('c1', 'First'))) ?? 0;
    await expect(
      test.ledger.commit((transaction) => changeSets.undo(transaction, id, byUser, [messageKind])),
    ).rejects.toMatchObject({
      code: 'undo-conflict',
    });
    expect(read('c1')).toEqual(chat('c1', 'First'));
  });
});

const messageKind: RecordKind<{ readonly id: string; readonly text: string }> = {
  kind: 'message',
  table: 'messages',
  toRow: ({ text }) => ({ conversation_id: 'c1', author_kind: 'user', text, sent_at: '2026-01-05T09:00:00.000Z', trace_id: 't' }),
  fromRow: (row) => ({ id: String(row['id']), text: String(row['text']) }),
};
