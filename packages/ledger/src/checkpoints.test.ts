// When the log is copied into the database: as rarely as will do, never in the writer's way, and whatever happens to the thread.
import { createFakeClock, type FakeClock } from '@vos/base/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CheckpointPass } from './checkpoint-thread.ts';
import { type Checkpoints, createCheckpoints, PASS_FROM_BYTES, PAUSE_FROM_PAGES } from './checkpoints.ts';

let clock: FakeClock;
let sizeBytes: number;
/** Passes asked for and not answered yet, the oldest first. */
let passes: PromiseWithResolvers<CheckpointPass>[];
/** What happened, in order. */
let told: string[];
let checkpoints: Checkpoints;

beforeEach(() => {
  clock = createFakeClock();
  sizeBytes = 0;
  passes = [];
  told = [];
  let threads = 0;
  checkpoints = createCheckpoints({
    clock,
    startThread() {
      const name = `thread ${(threads += 1)}`;
      told.push(`${name} starts`);
      return {
        pass() {
          told.push(`${name} passes`);
          const pass = Promise.withResolvers<CheckpointPass>();
          passes.push(pass);
          return pass.promise;
        },
        close() {
          told.push(`${name} ends`);
          return Promise.resolve();
        },
      };
    },
    logSizeBytes: () => sizeBytes,
    passInWriter: () => void told.push('the writer passes'),
    pauseWriter() {
      told.push('the writer stands still');
      return () => void told.push('the writer goes on');
    },
    onProblem: (error) => void told.push(`problem: ${error instanceof Error ? error.message : String(error)}`),
  });
});

async function commit(count = 1): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await clock.advance(25);
    checkpoints.committed();
  }
}

/** Ends the oldest pass, and lets what follows from it happen. */
async function end(outcome: CheckpointPass | Error): Promise<void> {
  if (outcome instanceof Error) passes.shift()?.reject(outcome);
  else passes.shift()?.resolve(outcome);
  await clock.advance(0);
}

const takeTold = (): string[] => told.splice(0);

describe('the write-ahead log', () => {
  it('is left alone while it is short, however often it is written to', async () => {
    sizeBytes = PASS_FROM_BYTES - 1;
    await commit(500);
    expect([takeTold(), clock.pending()]).toEqual([[], 0]);
  });

  it('is copied once it is long, one pass at a time, then after many commits or when it has grown as much again', async () => {
    sizeBytes = PASS_FROM_BYTES;
    await commit(3);
    expect(takeTold()).toEqual(['thread 1 starts', 'thread 1 passes']);
    await end({ logPages: 1_000, copiedPages: 900 });
    await commit(60);
    expect(takeTold()).toEqual([]);
    await commit(2);
    expect(takeTold()).toEqual(['thread 1 passes']);
    await end({ logPages: 1_000, copiedPages: 1_000 });
    sizeBytes += PASS_FROM_BYTES;
    await commit();
    expect(takeTold()).toEqual(['thread 1 passes']);
  });

  it('is not looked at for every commit of a burst', () => {
    sizeBytes = PASS_FROM_BYTES - 1;
    checkpoints.committed();
    sizeBytes = PASS_FROM_BYTES;
    checkpoints.committed();
    expect(takeTold()).toEqual([]);
  });

  it('starts over while the writer stands still for one pass, when passes do not catch up with it', async () => {
    sizeBytes = PASS_FROM_BYTES;
    await commit();
    await end({ logPages: PAUSE_FROM_PAGES, copiedPages: PAUSE_FROM_PAGES - 100 });
    expect(takeTold()).toEqual(['thread 1 starts', 'thread 1 passes', 'the writer stands still', 'thread 1 passes']);
    await end({ logPages: PAUSE_FROM_PAGES, copiedPages: PAUSE_FROM_PAGES });
    expect(takeTold()).toEqual(['the writer goes on']);
  });

  it('makes the writer stand still no second time for a reader that holds it, until it has grown as much again', async () => {
    const held = (pages: number) => ({ logPages: pages, copiedPages: 10 });
    sizeBytes = PASS_FROM_BYTES;
    await commit();
    await end(held(PAUSE_FROM_PAGES));
    await end(held(PAUSE_FROM_PAGES));
    takeTold();
    await commit(64);
    await end(held(2 * PAUSE_FROM_PAGES - 1));
    expect(takeTold()).toEqual(['thread 1 passes']);
    await commit(64);
    await end(held(2 * PAUSE_FROM_PAGES));
    expect(takeTold()).toEqual(['thread 1 passes', 'the writer stands still', 'thread 1 passes']);
    await end({ logPages: 2 * PAUSE_FROM_PAGES, copiedPages: 2 * PAUSE_FROM_PAGES });
    takeTold();
    await commit(64);
    await end(held(PAUSE_FROM_PAGES));
    expect(takeTold()).toEqual(['thread 1 passes', 'the writer stands still', 'thread 1 passes']);
  });

  it('lets the writer go on when the pass it stood still for fails', async () => {
    sizeBytes = PASS_FROM_BYTES;
    await commit();
    await end({ logPages: PAUSE_FROM_PAGES, copiedPages: 0 });
    takeTold();
    await end(new Error('disk full'));
    expect(takeTold()).toEqual(['the writer goes on', 'problem: disk full', 'thread 1 ends']);
  });

  it('is tried again with a new thread after a while when that failed, which is told once until it works again', async () => {
    sizeBytes = PASS_FROM_BYTES;
    await commit();
    await end(new Error('disk full'));
    await commit(300);
    expect(takeTold()).toEqual(['thread 1 starts', 'thread 1 passes', 'problem: disk full', 'thread 1 ends']);
    await commit(100);
    await end(new Error('disk full'));
    expect(takeTold()).toEqual(['thread 2 starts', 'thread 2 passes', 'thread 2 ends']);
    await commit(400);
    await end({ logPages: 1_000, copiedPages: 1_000 });
    await commit(64);
    await end(new Error('disk full again'));
    expect(takeTold().filter((what) => what.startsWith('problem'))).toEqual(['problem: disk full again']);
  });

  it('is copied by the writer itself when no thread can and it has become very long', async () => {
    sizeBytes = 64 * 1024 * 1024;
    await commit();
    await end(new Error('no thread can be started'));
    expect(takeTold().slice(2)).toEqual(['problem: no thread can be started', 'thread 1 ends', 'the writer passes']);
  });

  it('keeps its thread for a minute', async () => {
    sizeBytes = PASS_FROM_BYTES;
    await commit();
    await end({ logPages: 1_000, copiedPages: 1_000 });
    takeTold();
    await clock.advance(59_999);
    expect(takeTold()).toEqual([]);
    await clock.advance(1);
    expect([takeTold(), clock.pending()]).toEqual([['thread 1 ends'], 0]);
    await commit(64);
    expect(takeTold()).toEqual(['thread 2 starts', 'thread 2 passes']);
  });

  it('needs no thread at closing if it never needed one: the database then copies what little there is', async () => {
    await checkpoints.close();
    expect(takeTold()).toEqual([]);
  });

  it('waits for the pass under way at closing and is then copied to its end', async () => {
    sizeBytes = PASS_FROM_BYTES;
    await commit();
    const closing = checkpoints.close();
    takeTold();
    await end({ logPages: 1_000, copiedPages: 900 });
    expect(takeTold()).toEqual(['thread 1 passes']);
    await end({ logPages: 1_000, copiedPages: 1_000 });
    await closing;
    checkpoints.committed();
    expect([takeTold(), clock.pending()]).toEqual([['thread 1 ends'], 0]);
  });
});
