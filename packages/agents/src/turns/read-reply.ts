// What can be made of a model's reply: calls to carry out, or the reason why it is sent back.
import type { ModelReply } from '../models/provider.ts';
import { PRIMARY_AGENT_ID } from '../sdk/agent.ts';
import type { BegunTurn } from './take-up.ts';

export type ReadReply = { readonly calls: ModelReply['toolCalls'] } | { readonly reason: string };

/**
 * `isSentBack` says whether a reply of this turn was sent back before: then words without a call are taken for what they are, an answer. Before
 * that they are more often a model that thinks aloud, and mends its reply when it is told.
 */
export function readReply(begun: BegunTurn, { toolCalls, problem, text }: ModelReply, isSentBack: boolean): ReadReply {
  if (problem === undefined && toolCalls.length > 0) return { calls: toolCalls };
  if (text !== undefined && isSentBack) return { calls: [answerCall(begun, text)] };
  const reason =
    problem === undefined
      ? 'The reply had no tool call. Every reply is at least one tool call; nothing else reaches anybody.'
      : `Nothing of the reply was carried out: ${problem}.`;
  return { reason };
}

/** To whoever asked: the person, or the colleague. */
export function answerCall({ agent, incoming }: BegunTurn, content: string): ModelReply['toolCalls'][number] {
  if (agent.id === PRIMARY_AGENT_ID) return { id: 'call_1', name: 'send_user_message', arguments: { content } };
  const asked = incoming.findLast((message) => message.type === 'agent_message');
  const agentId = asked?.type === 'agent_message' ? asked.payload.sender_agent_id : PRIMARY_AGENT_ID;
  return { id: 'call_1', name: 'send_agent_message', arguments: { agent_id: agentId, content } };
}
