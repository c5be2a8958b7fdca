// Loads what the first requests need ahead of them, but only once a desk is there and has been drawn: at the start of VOS every
// thread that loads takes its processor from the page that somebody is waiting for.
import { type ModelProvider, PRIMARY_AGENT_ID } from '@vos/agents';
import { type Clock, type Ids, isoInstant } from '@vos/base';

export interface WarmUpStep {
  /** Counted from the first desk on. */
  readonly afterMs: number;
  /** Begins to load; what is loaded already stays as it is. */
  readonly warm: () => void;
}

export interface WarmUp {
  /** A desk is there. Only the first call counts. */
  begin(): void;
  /** Nothing begins any more. */
  dispose(): void;
}

export function createWarmUp({ clock, steps }: { readonly clock: Clock; readonly steps: readonly WarmUpStep[] }): WarmUp {
  let cancels: readonly (() => void)[] = [];
  let isOver = false;
  return {
    begin() {
      if (isOver) return;
      isOver = true;
      cancels = steps.map(({ afterMs, warm }) => clock.schedule(afterMs, warm));
    },
    dispose() {
      isOver = true;
      for (const cancel of cancels) cancel();
    },
  };
}

/**
 * Asks a model something and drops the answer, so that the first person's request does not wait for what the model reads before its first
 * answer. Nothing is recorded and nobody is told. Rejects as the model does.
 */
export async function rehearse(
  model: ModelProvider,
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
): Promise<void> {
  const notification = {
    notification_id: ids.next('msg'),
    timestamp: isoInstant(clock.now()),
    notification_type: 'user_message',
    payload: { message_id: ids.next('msg'), content: 'what is 2 plus 2', content_type: 'text', user_timezone: 'UTC' },
  };
  const messages = [{ role: 'user' as const, content: JSON.stringify([notification]) }];
  await model.call(
    { agentId: PRIMARY_AGENT_ID, conversationId: ids.next('conversation'), system: '', messages, tools: [] },
    { signal: new AbortController().signal, onPiece: () => undefined },
  );
}
