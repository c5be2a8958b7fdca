// The one way to a model. Chooses the provider, says what a call can cost at most, bounds the wait.
import { type Clock, CodedError } from '@vos/base';
import type { Reader } from '@vos/ledger';
import { MODEL_TIMEOUT_MS } from '../turns/limits.ts';
import type { ModelPiece, ModelProvider, ModelReply, ModelRequest } from './provider.ts';

/** A call as it will be made, whatever is chosen in the settings meanwhile. */
export interface PreparedCall {
  readonly provider: ModelProvider;
  readonly request: ModelRequest;
  readonly worstCaseMicroUsd: number;
}

export interface ModelFacade {
  /** Decides who is asked, as the settings are in the commit that sets its cost aside. Sends nothing. Throws what `ModelProvider.worstCaseMicroUsd` throws. */
  prepare(reader: Reader, request: ModelRequest): PreparedCall;
  /** As ModelProvider.call, with `model-timeout` after 90 s and `aborted` after the signal. Its intent is on disk before (paid-calls). */
  call(
    prepared: PreparedCall,
    options: { readonly signal: AbortSignal; readonly onPiece: (piece: ModelPiece) => void },
  ): Promise<ModelReply>;
}

/** `choose` is asked once a call, so that another choice counts from the next call on and never in the middle of one. */
export function createModelFacade({ choose, clock }: { choose: (reader: Reader) => ModelProvider; clock: Clock }): ModelFacade {
  return {
    prepare(reader, request) {
      const provider = choose(reader);
      return { provider, request, worstCaseMicroUsd: provider.worstCaseMicroUsd(request) };
    },

    async call({ provider, request }, { signal, onPiece }) {
      signal.throwIfAborted();
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
