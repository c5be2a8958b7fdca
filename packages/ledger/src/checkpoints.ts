// Keeps the write-ahead log short without holding up the writer. SQLite would copy the log into the database inside every so-many-th
// COMMIT, with two waits for the disk, on the thread that serves everybody; here a thread of its own does it.
import type { Clock } from '@vos/base';
import type { CheckpointPass, CheckpointThread } from './checkpoint-thread.ts';

/** Below this the log is left alone: SQLite's own measure, a thousand pages. Most sessions never start the thread. */
export const PASS_FROM_BYTES = 4 * 1024 * 1024;

/**
 * Commits between two passes while the log's file has that size already. The file does not shrink when the log starts over, so its size
 * alone says little; this many commits are some five megabytes under load and half an hour of quiet talk.
 */
const PASS_AFTER_COMMITS = 64;

/**
 * A pass never catches up with a writer that does not pause, and the log starts over only when one did. At this length, eight megabytes,
 * the writer stands still for one pass: commits wait some milliseconds, the event loop does not. A longer log costs more than it saves:
 * each commit takes half as long again while its file grows (1.3 instead of 0.8 ms at 36 MB).
 */
export const PAUSE_FROM_PAGES = 2 * 1024;

/** How often the file's size is looked at, at most; half the time in which a fast disk takes PASS_FROM_BYTES. */
const LOOK_INTERVAL_MS = 25;

/** After a pass that failed, such as on a full disk. The log holds everything meanwhile. */
const RETRY_MS = 10_000;

/** A log of this length is copied by the writer itself if the thread cannot: better a moment's wait than a disk that fills up. */
const WRITER_FROM_BYTES = 64 * 1024 * 1024;

/** A thread without work is ended after this long; it holds some megabytes. */
const REST_MS = 60_000;

export interface CheckpointsOptions {
  readonly clock: Clock;
  readonly startThread: () => CheckpointThread;
  readonly logSizeBytes: () => number;
  /** One pass on the writer's own connection. */
  readonly passInWriter: () => void;
  /** Has the writer stand still until the returned function is called. */
  readonly pauseWriter: () => () => void;
  /** The log was not copied; told once for each time in a row that it begins to fail. */
  readonly onProblem: (error: unknown) => void;
}

export interface Checkpoints {
  /** After every commit that wrote. */
  committed(): void;
  /** Copies what is left, if the thread was ever needed, and ends it. No commit may follow. */
  close(): Promise<void>;
}

export function createCheckpoints(options: CheckpointsOptions): Checkpoints {
  const { clock, startThread, logSizeBytes, passInWriter, pauseWriter, onProblem } = options;
  let thread: CheckpointThread | undefined;
  let atWork: Promise<void> | undefined;
  let commitsSince = 0;
  let sizeBefore = 0;
  let lookFromMs = 0;
  let pauseFromPages = PAUSE_FROM_PAGES;
  let isFailing = false;
  let isClosed = false;
  let cancelRest: (() => void) | undefined;

  function isDue(): boolean {
    const nowMs = clock.monotonicMs();
    if (nowMs < lookFromMs) return false;
    lookFromMs = nowMs + LOOK_INTERVAL_MS;
    const sizeBytes = logSizeBytes();
    if (sizeBytes < PASS_FROM_BYTES) return false;
    return commitsSince >= PASS_AFTER_COMMITS || sizeBytes >= sizeBefore + PASS_FROM_BYTES;
  }

  async function work(): Promise<void> {
    cancelRest?.();
    thread ??= startThread();
    try {
      const pass = await passOnce(thread);
      if (pass.logPages >= pauseFromPages) {
        const resume = pauseWriter();
        try {
          const { logPages, copiedPages } = await passOnce(thread);
          // A reader elsewhere may hold the log: standing still again at once would not help.
          pauseFromPages = copiedPages < logPages ? logPages + PAUSE_FROM_PAGES : PAUSE_FROM_PAGES;
        } finally {
          resume();
        }
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing) onProblem(error);
      isFailing = true;
      lookFromMs = clock.monotonicMs() + RETRY_MS;
      await endThread();
      if (logSizeBytes() >= WRITER_FROM_BYTES) tryInWriter();
    }
    sizeBefore = logSizeBytes();
    if (!isClosed && thread !== undefined) cancelRest = clock.schedule(REST_MS, () => void endThread());
  }

  function tryInWriter(): void {
    try {
      passInWriter();
    } catch {
      // It was told already that passes fail; commits say it themselves when they do.
    }
  }

  async function passOnce(at: CheckpointThread): Promise<CheckpointPass> {
    commitsSince = 0;
    return await at.pass();
  }

  async function endThread(): Promise<void> {
    const ending = thread;
    thread = undefined;
    await ending?.close();
  }

  return {
    committed() {
      commitsSince += 1;
      if (isClosed || atWork !== undefined || !isDue()) return;
      atWork = work().finally(() => {
        atWork = undefined;
      });
    },
    async close() {
      isClosed = true;
      cancelRest?.();
      await atWork;
      await thread?.pass().catch(onProblem);
      await endThread();
    },
  };
}
