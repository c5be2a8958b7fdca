// The worker's end of a question-and-answer conversation with the main thread; worker-client.ts is the other end.
import { errorBody, must, type ErrorBody } from '@vos/base';
import { parentPort, type TransferListItem } from 'node:worker_threads';

export type WorkerMessage<Answer> =
  /** Loaded; questions may come. */
  | { readonly kind: 'ready' }
  /** Could not be loaded; no question will be answered. */
  | { readonly kind: 'unloadable'; readonly reason: string }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly error: ErrorBody };

export type ClientMessage<Question> =
  | { readonly kind: 'question'; readonly question: Question }
  /** Finish what you are at and end. */
  | { readonly kind: 'close' };

export interface WorkerReply<Answer> {
  readonly answer: Answer;
  /** Buffers to hand over instead of copying. */
  readonly transfer?: readonly TransferListItem[];
}

/** Loads once, then answers one question after the other. Call it once, at the end of a worker's file. */
export async function answerQuestions<Question, Answer>(
  load: () => Promise<(question: Question) => WorkerReply<Answer> | Promise<WorkerReply<Answer>>>,
): Promise<void> {
  const port = must(parentPort, 'this file runs as a worker thread');
  const post = (message: WorkerMessage<Answer>, transfer: readonly TransferListItem[] = []) =>
    port.postMessage(message, [...transfer]);
  let answerTo: Awaited<ReturnType<typeof load>>;
  try {
    answerTo = await load();
  } catch (error) {
    post({ kind: 'unloadable', reason: error instanceof Error ? error.message : String(error) });
    return;
  }
  let atWork: Promise<void> = Promise.resolve();
  port.on('message', (message: ClientMessage<Question>) => {
    if (message.kind === 'close') {
      void atWork.then(() => port.close());
      return;
    }
    atWork = (async () => {
      try {
        const { answer, transfer } = await answerTo(message.question);
        post({ kind: 'answer', answer }, transfer);
      } catch (error) {
        post({ kind: 'refused', error: errorBody(error) });
      }
    })();
  });
  post({ kind: 'ready' });
}
