import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDeskLayouts, saveDeskLayout } from './desk-layouts.ts';

let test: TestLedger;

beforeEach(async () => {
  test = await openTestLedger();
});
afterEach(() => test.dispose());

const save = (clientId: string, key: string, layout: string): Promise<void> =>
  test.ledger.commit((transaction) => saveDeskLayout(transaction, clientId, { key, layout }));
const read = (clientId: string) => readDeskLayouts(test.ledger.read, clientId);

describe('the layouts of a desk', () => {
  it('come back as they were saved, one for each size of display, the latest first', async () => {
    await save('one', '1280x800', 'small');
    await save('one', '1920x1080', 'large');
    await save('one', '1280x800', 'small again');
    expect(read('one')).toEqual([
      { key: '1280x800', layout: 'small again' },
      { key: '1920x1080', layout: 'large' },
    ]);
  });

  it('belong to the client that saved them', async () => {
    await save('one', '1280x800', 'mine');
    await save('other', '1280x800', 'theirs');
    expect(read('one')).toEqual([{ key: '1280x800', layout: 'mine' }]);
    expect(read('nobody')).toEqual([]);
  });

  it('do not pile up: sizes and clients not used for longest are forgotten', async () => {
    await save('old', '1280x800', 'forgotten');
    for (let width = 1; width <= 20; width += 1) await save('one', `${width}x800`, `${width}`);
    expect(read('one').map(({ key }) => key)).toEqual(Array.from({ length: 16 }, (_, index) => `${20 - index}x800`));
    for (let count = 1; count <= 63; count += 1) await save(`private ${count}`, '1280x800', '');
    expect(read('old')).toEqual([]);
    expect(read('one')).toHaveLength(16);
    expect(read('private 63')).toHaveLength(1);
  });

  it('are no part of history', async () => {
    await save('one', '1280x800', 'mine');
    expect(test.ledger.read.all('SELECT id FROM change_sets')).toEqual([]);
  });
});
