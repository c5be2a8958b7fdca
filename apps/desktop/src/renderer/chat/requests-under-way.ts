// Which requests of a conversation agents may still be at, from what the desk knows. Pure.
import type { ConversationState } from './conversation-state.ts';

type Known = Pick<ConversationState, 'messages' | 'toolCalls' | 'activities'>;

/**
 * The trace ids of all that may be under way: who is at work tells theirs, open calls belong to one, and what was not answered may be
 * queued. One that is over after all may be among them: stopping it changes nothing.
 */
export function requestsUnderWay({ messages, toolCalls, activities }: Known): readonly string[] {
  const answered = new Set(messages.flatMap(({ author, traceId }) => (author.kind === 'user' ? [] : [traceId])));
  return [
    ...new Set([
      ...activities.map(({ traceId }) => traceId),
      ...toolCalls.flatMap(({ state, traceId }) => (state === 'running' || state === 'waiting' ? [traceId] : [])),
      ...messages.flatMap(({ traceId }) => (answered.has(traceId) ? [] : [traceId])),
    ]),
  ];
}

/** Whether there is something to stop, as far as can be seen: an old request that nobody ever answered does not count. */
export function isUnderWay({ messages, toolCalls, activities }: Known): boolean {
  return (
    activities.length > 0 ||
    toolCalls.some(({ state }) => state === 'running' || state === 'waiting') ||
    // Between being stored and being taken up, and between one agent and the next, nobody is at work.
    messages.at(-1)?.author.kind === 'user'
  );
}
