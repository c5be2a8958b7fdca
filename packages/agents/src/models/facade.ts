// The one way to a model. Chooses the provider, bounds the wait, and checks that the reply can be acted on.
import { type Clock, CodedError } from '@vos/base';
import { MODEL_TIMEOUT_MS } from '../turns/limits.ts';
import type { ModelPiece, ModelProvider, ModelReply, ModelRequest } from './provider.ts';

export interface ModelFacade {
  /** As ModelProvider.call, with `model-timeout` after 90 s and `aborted` after the signal. */
  call(
    request: ModelRequest,
    options: { readonly signal: AbortSignal; readonly onPiece: (piece: ModelPiece) => void },
  ): Promise<ModelReply>;
}

/** `choose` is asked once a call, so that another choice counts from the next call on and never in the middle of one. */
export function createModelFacade({ choose, clock }: { choose: () => ModelProvider; clock: Clock }): ModelFacade {
  return {
    async call(request, { signal, onPiece }) {
      signal.throwIfAborted();
      const provider = choose();
      const limit = new AbortController();
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      const cancelTimer = clock.schedule(MODEL_TIMEOUT_MS, () => {
        reject(
          new CodedError('model-timeout', `${provider.label} did not answer within ${MODEL_TIMEOUT_MS / 1000} seconds.`, {
            retryable: true,
          }),
        );
        limit.abort();
      });
      const onAbort = (): void => {
        reject(new CodedError('aborted', 'The request was stopped.'));
        limit.abort();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        return await Promise.race([provider.call(request, { signal: limit.signal, onPiece }), stopped]);
      } finally {
        cancelTimer();
        signal.removeEventListener('abort', onAbort);
      }
    },
  };
}
