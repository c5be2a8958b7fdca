// The thread that copies committed pages from the write-ahead log into the database file, over a connection of its own.
import { createRequire } from 'node:module';
import type * as workerThreads from 'node:worker_threads';
import { Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';

/** What one pass over the log found, in pages. It is complete when both are equal. */
export interface CheckpointPass {
  readonly logPages: number;
  readonly copiedPages: number;
}

export interface CheckpointThread {
  /**
   * Copies what it can without waiting for anybody, and without anybody waiting for it: the writer writes on meanwhile. Rejects when the
   * disk refused or the thread was lost; nothing is lost then, since the log still holds everything. One pass at a time.
   */
  pass(): Promise<CheckpointPass>;
  /** Closes the connection; resolves when the thread has ended. */
  close(): Promise<void>;
}

interface ThreadData {
  readonly path: string;
  readonly library: string;
  readonly pragmas: readonly string[];
}

type ThreadAnswer =
  | ({ readonly kind: 'passed' } & CheckpointPass)
  | { readonly kind: 'failed'; readonly reason: string; readonly code: string };

/** `pragmas` are those that make the writer's connection durable. Problems in starting surface with the first pass. */
export function startCheckpointThread(path: string, pragmas: readonly string[]): CheckpointThread {
  const library = createRequire(import.meta.url).resolve('better-sqlite3');
  // By its text and not by a file: a bundle then needs to know nothing of it.
  const thread = new Worker(`(${runCheckpointThread.toString()})(require)`, {
    eval: true,
    workerData: { path, library, pragmas } satisfies ThreadData,
  });
  // A process may end while it rests; the log is safe. At work it is waited for.
  thread.unref();
  let waiting: PromiseWithResolvers<CheckpointPass> | undefined;
  let failure = new Error('The checkpoint thread has ended.');
  let hasEnded = false;

  thread.on('message', (answer: ThreadAnswer) => {
    if (answer.kind === 'passed') waiting?.resolve({ logPages: answer.logPages, copiedPages: answer.copiedPages });
    else waiting?.reject(Object.assign(new Error(answer.reason), { code: answer.code }));
    waiting = undefined;
    thread.unref();
  });
  thread.on('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error));
  });
  const ended = new Promise<void>((resolve) => {
    thread.once('exit', () => {
      hasEnded = true;
      waiting?.reject(failure);
      waiting = undefined;
      resolve();
    });
  });

  return {
    async pass() {
      if (hasEnded) throw failure;
      waiting = Promise.withResolvers<CheckpointPass>();
      thread.ref();
      thread.postMessage('pass');
      return await waiting.promise;
    },
    async close() {
      thread.ref();
      thread.postMessage('close');
      await ended;
    },
  };
}

/** Runs inside the thread. Only its text gets there, so it uses nothing of this file but what it is given. */
function runCheckpointThread(load: NodeJS.Require): void {
  const { parentPort, workerData } = load('node:worker_threads') as typeof workerThreads;
  const { path, library, pragmas } = workerData as ThreadData;
  const Sqlite = load(library) as typeof Database;
  let database: Database.Database | undefined;
  const answer = (message: ThreadAnswer): void => parentPort?.postMessage(message);
  parentPort?.on('message', (order) => {
    if (order === 'close') {
      database?.close();
      parentPort.close();
      return;
    }
    try {
      if (database === undefined) {
        database = new Sqlite(path, { fileMustExist: true });
        for (const pragma of pragmas) database.pragma(pragma);
      }
      const [row] = database.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[];
      answer({ kind: 'passed', logPages: row?.log ?? 0, copiedPages: row?.checkpointed ?? 0 });
    } catch (error) {
      const { message, code } = error as { readonly message?: string; readonly code?: string };
      answer({ kind: 'failed', reason: message ?? String(error), code: code ?? '' });
    }
  });
}
