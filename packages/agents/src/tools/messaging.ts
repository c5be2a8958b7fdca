// How agents reach each other and the person. Both are records: sent in the turn's commit, exactly once.
import { err, isoInstant, ok } from '@vos/base';
import { type Lane, queue } from '@vos/ledger';
import type { Message } from '@vos/protocol/entities';
import { agentId } from '@vos/protocol/entities';
import { addMessage } from '@vos/records';
import { z } from 'zod';
import { type Agent, PRIMARY_AGENT_ID } from '../sdk/agent.ts';
import { defineRecordTool, type Tool, toolFailure } from '../sdk/tool.ts';
import { TRACE_HOP_LIMIT } from '../turns/limits.ts';
import { countHop } from '../turns/traces.ts';

export interface MessagingOptions {
  /** Every agent there is. */
  readonly agents: readonly Agent[];
  /** Told once a message to the person is on disk. */
  readonly onMessageAdded: (message: Message) => void;
  /** Told inside the commit that a lane has something to do. */
  readonly onSent: (lane: Lane) => void;
}

/** `send_user_message` for the primary agent alone; `send_agent_message` for all. */
export function createMessagingTools({ agents, onMessageAdded, onSent }: MessagingOptions): {
  readonly forPrimary: Tool;
  readonly forAll: Tool;
} {
  const names = new Map(agents.map((agent) => [agent.id, agent.name]));

  const forPrimary = defineRecordTool({
    name: 'send_user_message',
    description: 'Says something to the person. The only way to reach them in text.',
    parameters: z.object({ content: z.string().trim().min(1).max(100_000) }),
    result: z.object({ message_id: z.string() }),
    effect: 'talk',
    permission: 'allow',
    continues: false,
    apply({ content }, context) {
      const message = addMessage(context.transaction, context.changes, {
        id: context.newId('msg'),
        conversationId: context.conversationId,
        author: { kind: 'agent', agentId: context.agentId },
        text: content,
        sentAt: isoInstant(context.nowMs),
        traceId: context.traceId,
        turnId: context.turnId,
      });
      context.transaction.afterCommit(() => onMessageAdded(message));
      return ok({ message_id: message.id });
    },
  });

  const forAll = defineRecordTool({
    name: 'send_agent_message',
    description: 'Hands a request, an answer or a question to another agent. It answers with a message of its own later.',
    parameters: z.object({
      agent_id: agentId,
      content: z.string().trim().min(1).max(100_000),
      attachment_ids: z.array(z.string()).max(50).default([]),
      document_ids: z.array(z.string()).max(50).default([]),
    }),
    result: z.object({ message_id: z.string() }),
    effect: 'talk',
    permission: 'allow',
    continues: false,
    doing: (given) =>
      given.agent_id === PRIMARY_AGENT_ID ? 'answering' : `asking the ${lowerFirst(names.get(given.agent_id) ?? given.agent_id)}`,
    apply(given, context) {
      if (given.agent_id === context.agentId)
        return err(toolFailure('agent-is-self', 'An agent cannot send a message to itself.'));
      if (!names.has(given.agent_id)) {
        const others = [...names.keys()].filter((id) => id !== context.agentId).join(', ');
        return err(toolFailure('agent-unknown', `There is no agent “${given.agent_id}”. These exist: ${others}.`));
      }
      if (countHop(context.transaction, context.traceId) > TRACE_HOP_LIMIT) {
        return err(toolFailure('hop-limit', `This request has gone from agent to agent ${TRACE_HOP_LIMIT} times and ends here.`));
      }
      const lane = { agentId: given.agent_id, conversationId: context.conversationId };
      const { id } = queue.send(context.transaction, {
        id: context.newId('queued'),
        idempotencyKey: context.callId,
        type: 'agent_message',
        payload: {
          sender_agent_id: context.agentId,
          content: given.content,
          attachment_ids: given.attachment_ids,
          document_ids: given.document_ids,
          user_timezone: context.timeZone,
          // What an agent says after it read what strangers wrote may be what they wrote.
          ...(context.isTainted ? { is_untrusted: true } : {}),
        },
        traceId: context.traceId,
        ...lane,
      });
      onSent(lane);
      return ok({ message_id: id });
    },
  });

  return { forPrimary, forAll };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
