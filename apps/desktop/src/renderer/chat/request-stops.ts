// Stopping what is under way in a conversation, also what the host has not confirmed yet.
import { errorBody } from '@vos/base';
import type { HostEvent } from '@vos/protocol';
import type { Message } from '@vos/protocol/entities';
import type { Connection } from '../connection/connection.ts';
import type { Toasts } from '../desk/toasts.ts';
import type { ConversationState } from './conversation-state.ts';
import type { OutboxEntry } from './outbox.ts';
import { requestsUnderWay } from './requests-under-way.ts';

export interface RequestStops {
  /** Resolves when the host has ended what it knows of; says in a toast what went wrong. What was done until then is kept. */
  stop(conversationId: string): Promise<void>;
  onEvent(event: HostEvent): void;
  /** Learns of a message from the answer to a command; its event may come before or after. */
  onMessage(message: Message): void;
}

export interface RequestStopsOptions {
  readonly ask: Connection['ask'];
  /** What is known of a conversation. */
  readonly known: (conversationId: string) => ConversationState | undefined;
  readonly outgoing: () => readonly OutboxEntry[];
  readonly toasts: Pick<Toasts, 'show'>;
}

export function createRequestStops({ ask, known, outgoing, toasts }: RequestStopsOptions): RequestStops {
  /** Messages that were on their way when their request was stopped: what it is called is known once they are stored. */
  const unwantedIds = new Set<string>();

  async function stopAll(traceIds: readonly string[]): Promise<void> {
    try {
      await Promise.all(traceIds.map((traceId) => ask('request/stop', { traceId })));
    } catch (error) {
      toasts.show({ icon: 'message-circle', title: 'The request was not stopped', line: errorBody(error).message });
    }
  }
  function onMessage({ id, traceId }: Message): void {
    if (unwantedIds.delete(id)) void stopAll([traceId]);
  }

  return {
    async stop(conversationId) {
      for (const entry of outgoing()) {
        const isHere = entry.conversationId === null || entry.conversationId === conversationId;
        if (isHere && entry.state === 'sending') unwantedIds.add(entry.id);
      }
      const state = known(conversationId);
      if (state !== undefined) await stopAll(requestsUnderWay(state));
    },
    onMessage,
    onEvent(event) {
      if (event.name === 'message/added') onMessage(event.payload.message);
    },
  };
}
