// Puts questions to a worker thread, one at a time. The thread starts with the first question and again after it was lost.
import { CodedError, systemClock, type Clock } from '@vos/base';
import type { Worker } from 'node:worker_threads';
import type { ClientMessage, WorkerMessage } from './worker-port.ts';

export interface WorkerClient<Question, Answer> {
  /**
   * Rejects with the worker's own coded error, or with one of the client's: `lost` when the thread ended before it answered,
   * `timedOut` when it took longer than `timeoutMs` (counted from its turn, loading not included; the thread is ended), or with
   * the signal's reason (the thread is ended if it is at work on this question).
   */
  ask(question: Question, options?: AskOptions): Promise<Answer>;
  /** Starts the thread now, so that the first question need not wait for it. */
  warm(): void;
  /** Resolves when the thread has ended. Questions not yet answered, and later ones, are rejected with `lost`. */
  dispose(): Promise<void>;
}

interface AskOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface WorkerClientOptions {
  /** Starts the thread; its file ends with answerQuestions(). */
  readonly start: () => Worker;
  /**
   * Whether the thread can be ended in the middle of a question, as a time limit and a signal do. A thread in native code cannot:
   * onnxruntime aborts the whole process when its thread is terminated during a run, so it is asked to end instead.
   */
  readonly canBeCutOff: boolean;
  /** The error when the thread cannot be loaded or ended; `reason` is for the sentence. */
  readonly lost: (reason: string) => CodedError;
  readonly timedOut?: (timeoutMs: number) => CodedError;
  readonly clock?: Clock;
}

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly timeoutMs: number | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export function createWorkerClient<Question, Answer>(options: WorkerClientOptions): WorkerClient<Question, Answer> {
  const { start, canBeCutOff, lost, clock = systemClock } = options;
  const timedOut = options.timedOut ?? ((timeoutMs: number) => lost(`no answer within ${timeoutMs} ms`));
  const queue: Waiting<Question, Answer>[] = [];
  let worker: { readonly thread: Worker; isReady: boolean } | undefined;
  let current: { readonly asked: Waiting<Question, Answer>; readonly stopTimer: () => void } | undefined;
  let isDisposed = false;

  function proceed(): void {
    if (current !== undefined || queue.length === 0) return;
    if (worker === undefined) startWorker();
    else if (worker.isReady) askNext(worker.thread);
  }

  function askNext(thread: Worker): void {
    const next = queue.shift();
    if (next === undefined) return;
    const { timeoutMs } = next;
    const stopTimer = timeoutMs === undefined ? () => undefined : clock.schedule(timeoutMs, () => cutOff(timedOut(timeoutMs)));
    current = { asked: next, stopTimer };
    tell(thread, { kind: 'question', question: next.question });
  }

  function tell(thread: Worker, message: ClientMessage<Question>): void {
    thread.postMessage(message);
  }

  function settle(finish: (asked: Waiting<Question, Answer>) => void): void {
    const settled = current;
    current = undefined;
    settled?.stopTimer();
    if (settled !== undefined) finish(settled.asked);
  }

  /** A thread that computes listens to nobody; it can only be ended. */
  function cutOff(error: unknown): void {
    void worker?.thread.terminate();
    worker = undefined;
    settle((asked) => asked.reject(error));
    proceed();
  }

  function abort(asked: Waiting<Question, Answer>, reason: unknown): void {
    if (current?.asked === asked) {
      cutOff(reason);
      return;
    }
    const position = queue.indexOf(asked);
    if (position >= 0) queue.splice(position, 1);
    asked.reject(reason);
  }

  function startWorker(): void {
    const started = { thread: start(), isReady: false };
    worker = started;
    let failure: string | undefined;
    started.thread.on('message', (message: WorkerMessage<Answer>) => {
      if (worker !== started) return;
      if (message.kind === 'ready') started.isReady = true;
      else if (message.kind === 'answer') settle((asked) => asked.resolve(message.answer));
      else if (message.kind === 'refused') settle((asked) => asked.reject(rebuilt(message.error)));
      else rejectAll(message.reason);
      proceed();
    });
    started.thread.on('error', (error) => {
      failure = error instanceof Error ? error.message : String(error);
    });
    started.thread.on('exit', () => {
      if (worker !== started) return;
      worker = undefined;
      const reason = failure ?? 'it ended unexpectedly';
      // A thread that never became ready would not do better for the questions still waiting.
      if (started.isReady) settle((asked) => asked.reject(lost(reason)));
      else rejectAll(reason);
      proceed();
    });
  }

  function rejectAll(reason: string): void {
    settle((asked) => asked.reject(lost(reason)));
    for (const waiting of queue.splice(0)) waiting.reject(lost(reason));
  }

  return {
    async ask(question, { timeoutMs, signal } = {}) {
      if (isDisposed) throw lost('VOS is closing');
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const asked = { question, timeoutMs, resolve, reject };
      const onAbort = () => abort(asked, signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      queue.push(asked);
      proceed();
      try {
        return await promise;
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
    warm() {
      if (worker === undefined && !isDisposed) startWorker();
    },
    async dispose() {
      isDisposed = true;
      const ended = worker;
      worker = undefined;
      rejectAll('VOS is closing');
      if (ended === undefined) return;
      if (canBeCutOff) {
        await ended.thread.terminate();
        return;
      }
      const { promise: exited, resolve } = Promise.withResolvers<void>();
      ended.thread.once('exit', () => resolve());
      tell(ended.thread, { kind: 'close' });
      await exited;
    },
  };
}

function rebuilt({
  code,
  message,
  detail,
  retryable,
}: {
  code: string;
  message: string;
  detail?: unknown;
  retryable: boolean;
}): CodedError {
  return new CodedError(code, message, { detail, retryable });
}
