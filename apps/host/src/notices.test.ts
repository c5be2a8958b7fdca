import { CodedError } from '@vos/base';
import { createFakeClock, type FakeClock } from '@vos/base/testing';
import { beforeEach, expect, it } from 'vitest';
import { createNotices, type Notices } from './notices.ts';

const full = new CodedError('disk-full', 'The disk is full.');

let clock: FakeClock;
let told: string[][];
let notices: Notices;
beforeEach(() => {
  clock = createFakeClock();
  told = [];
  notices = createNotices({ clock, standing: () => ['No weights.'], onChanged: (changed) => void told.push(changed) });
});

it('says once that the disk is full, while some small writes still succeed, and takes it back when all do for a while', async () => {
  notices.storage(undefined);
  expect(told).toEqual([]);
  notices.storage(full);
  notices.storage(undefined);
  notices.storage(full);
  expect(told).toEqual([['No weights.', expect.stringMatching(/^The disk is full\. What was saved is kept/)]]);
  await clock.advance(4_999);
  notices.storage(undefined);
  expect(notices.current()).toHaveLength(2);
  await clock.advance(1);
  notices.storage(undefined);
  expect([told.length, notices.current()]).toEqual([2, ['No weights.']]);
});
