// What the desk knows of one conversation, and how a fact from the host changes it. Pure: applying a fact twice changes nothing more.
import type { CommandResult, HostEvent } from '@vos/protocol';
import type { Approval, Message, ToolCall } from '@vos/protocol/entities';

export type ConversationState = CommandResult<'conversation/read'>;

/** The conversation an event is about; undefined for events about anything else. */
export function conversationOf(event: HostEvent): string | undefined {
  switch (event.name) {
    case 'message/added':
      return event.payload.message.conversationId;
    case 'tool/started':
    case 'tool/finished':
      return event.payload.toolCall.conversationId;
    case 'agent/changed':
      return event.payload.activity.conversationId;
    case 'turn/charged':
      return event.payload.spending.conversationId;
    case 'approval/asked':
    case 'approval/decided':
      return event.payload.approval.conversationId;
    case 'effect/uncertain':
      return event.payload.effect.conversationId;
    case 'reply/streamed':
    case 'reply/withdrawn':
      return event.payload.conversationId;
    default:
      return undefined;
  }
}

/** The state after `event`; the same object when nothing changed. */
export function applyEvent(state: ConversationState, event: HostEvent): ConversationState {
  // It names no conversation: whoever holds the effect drops it.
  if (event.name === 'effect/settled') {
    const others = state.uncertainEffects.filter(({ id }) => id !== event.payload.id);
    return others.length === state.uncertainEffects.length ? state : { ...state, uncertainEffects: others };
  }
  if (conversationOf(event) !== state.conversation.id) return state;
  switch (event.name) {
    case 'message/added':
      return addMessage(state, event.payload.message);
    case 'tool/started':
    case 'tool/finished': {
      const { toolCall } = event.payload;
      const known = state.toolCalls.find(({ id }) => id === toolCall.id);
      if (known === undefined) return { ...state, toolCalls: [...state.toolCalls, toolCall] };
      // A call that has ended does not start again; a repeated fact may come late.
      if (STAGE[toolCall.state] < STAGE[known.state]) return state;
      return { ...state, toolCalls: state.toolCalls.map((call) => (call.id === toolCall.id ? toolCall : call)) };
    }
    case 'approval/asked':
    case 'approval/decided':
      return withApproval(state, event.payload.approval);
    case 'effect/uncertain': {
      const { effect } = event.payload;
      const others = state.uncertainEffects.filter(({ id }) => id !== effect.id);
      return { ...state, uncertainEffects: [effect, ...others] };
    }
    case 'agent/changed': {
      const { activity } = event.payload;
      const others = state.activities.filter(({ agentId }) => agentId !== activity.agentId);
      return { ...state, activities: activity.state === 'idle' ? others : [...others, activity] };
    }
    case 'turn/charged': {
      const { spending } = event.payload;
      const known = state.spendings.find(({ turnId }) => turnId === spending.turnId);
      // A repeated fact may come late, and a turn only ever uses more.
      if (known !== undefined && known.callCount >= spending.callCount) return state;
      return { ...state, spendings: [...state.spendings.filter((other) => other !== known), spending] };
    }
    case 'reply/streamed':
      return streamed(state, event.payload);
    case 'reply/withdrawn': {
      const { turnId, attempt } = event.payload;
      const kept = state.streamedReplies.filter((reply) => reply.turnId !== turnId || reply.attempt > attempt);
      return kept.length === state.streamedReplies.length ? state : { ...state, streamedReplies: kept };
    }
    default:
      return state;
  }
}

/** How far a call has come; it never goes back. */
const STAGE: Readonly<Record<ToolCall['state'], number>> = { waiting: 0, running: 1, uncertain: 2, succeeded: 3, failed: 3 };

/** The state with what an agent asks; a decision that is known is not opened again by a late question. */
function withApproval(state: ConversationState, approval: Approval): ConversationState {
  const known = state.approvals.find(({ id }) => id === approval.id);
  if (known === undefined) return { ...state, approvals: [...state.approvals, approval] };
  if (known.state !== 'waiting') return state;
  return { ...state, approvals: state.approvals.map((one) => (one === known ? approval : one)) };
}

/** The state with a message at its end; the streamed reply that it finishes goes. */
export function addMessage(state: ConversationState, message: Message): ConversationState {
  if (state.messages.some(({ id }) => id === message.id)) return state;
  return {
    ...state,
    messages: [...state.messages, message],
    streamedReplies: state.streamedReplies.filter(({ turnId }) => turnId !== message.turnId),
  };
}

type Streamed = Extract<HostEvent, { name: 'reply/streamed' }>['payload'];

function streamed(state: ConversationState, { turnId, attempt, offset, text }: Streamed): ConversationState {
  if (state.messages.some((message) => message.turnId === turnId)) return state;
  const known = state.streamedReplies.find((reply) => reply.turnId === turnId);
  if (known !== undefined && known.attempt > attempt) return state;
  const before = known?.attempt === attempt ? known.text : '';
  // A piece whose beginning is missing cannot be placed; the finished message will bring it.
  if (offset > before.length) return state;
  const next = { turnId, attempt, text: before.slice(0, offset) + text };
  return {
    ...state,
    streamedReplies:
      known === undefined
        ? [...state.streamedReplies, next]
        : state.streamedReplies.map((reply) => (reply === known ? next : reply)),
  };
}

/** What was read anew, with the earlier messages already loaded kept above it where the two join. */
export function mergeNewest(known: ConversationState | undefined, fresh: ConversationState): ConversationState {
  const oldestFreshId = fresh.messages[0]?.id;
  if (known === undefined || known.conversation.id !== fresh.conversation.id || oldestFreshId === undefined) return fresh;
  const joint = known.messages.findIndex(({ id }) => id === oldestFreshId);
  // Without a joint, messages in between are unknown: a gap must not look like a whole.
  if (joint <= 0) return fresh;
  return withEarlier(fresh, {
    messages: known.messages.slice(0, joint),
    toolCalls: known.toolCalls,
    spendings: known.spendings,
    approvals: known.approvals,
    uncertainEffects: known.uncertainEffects,
    hasEarlier: known.hasEarlier,
  });
}

type EarlierPage = Omit<ConversationState, 'conversation' | 'activities' | 'streamedReplies'>;

/** The state with a page of older messages put in front. */
export function withEarlier(state: ConversationState, page: EarlierPage): ConversationState {
  const knownMessages = new Set(state.messages.map(({ id }) => id));
  const knownCalls = new Set(state.toolCalls.map(({ id }) => id));
  const knownApprovals = new Set(state.approvals.map(({ id }) => id));
  const knownEffects = new Set(state.uncertainEffects.map(({ id }) => id));
  const knownTurns = new Set(state.spendings.map(({ turnId }) => turnId));
  return {
    ...state,
    messages: [...page.messages.filter(({ id }) => !knownMessages.has(id)), ...state.messages],
    toolCalls: [...page.toolCalls.filter(({ id }) => !knownCalls.has(id)), ...state.toolCalls],
    spendings: [...page.spendings.filter(({ turnId }) => !knownTurns.has(turnId)), ...state.spendings],
    approvals: [...page.approvals.filter(({ id }) => !knownApprovals.has(id)), ...state.approvals],
    uncertainEffects: [...state.uncertainEffects, ...page.uncertainEffects.filter(({ id }) => !knownEffects.has(id))],
    hasEarlier: page.hasEarlier,
  };
}
