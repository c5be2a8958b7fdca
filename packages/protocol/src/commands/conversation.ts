// Talking: opening a window on the host, reading and sending messages.
import { z } from 'zod';
import { activity, agentDescription, toolCall } from '../entities/agent.ts';
import { conversation, CONVERSATION_TITLE_LIMIT, message, MESSAGE_TEXT_LIMIT } from '../entities/message.ts';
import { approval, uncertainEffect } from '../entities/permission.ts';
import { identifier, timeZone } from '../entities/shared.ts';
import { turnSpending } from '../entities/spending.ts';
import type { CommandTable } from './command.ts';
import { lazily } from '../lazily.ts';

/** A character that shows: not white space, not a control and not one of the marks without width. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

const streamedReply = lazily(() => z.object({ turnId: identifier, attempt: z.number().int().positive(), text: z.string() }));

export const conversationCommands = {
  /** The first command of a connection. */
  'session/open': lazily(() => ({
    params: z.object({ protocolVersion: z.number().int() }),
    result: z.object({
      /** Differs after every start of the host; a client that sees a new one reads everything again. */
      hostStartId: identifier,
      /** The number of the last event before this answer. */
      seq: z.number().int().nonnegative(),
      appVersion: z.string(),
      agents: z.array(agentDescription),
      model: z.object({ label: z.string(), description: z.string() }),
      /** What does not work right now, each a sentence to show. */
      notices: z.array(z.string()),
      /** The conversation to show first. */
      conversationId: identifier,
    }),
    errors: [],
  })),
  'conversation/read': lazily(() => ({
    params: z.object({
      conversationId: identifier,
      /** Messages older than this one; the newest when absent. */
      beforeMessageId: identifier.optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    result: z.object({
      conversation,
      /** Oldest first. */
      messages: z.array(message),
      /** The tool calls of the requests those messages belong to, oldest first. */
      toolCalls: z.array(toolCall),
      /** What those requests asked the person's permission for, decided or not, oldest first. */
      approvals: z.array(approval),
      /** What those requests began outside, and nobody knows whether it happened. */
      uncertainEffects: z.array(uncertainEffect),
      /** What the turns of those requests used, oldest first. */
      spendings: z.array(turnSpending),
      hasEarlier: z.boolean(),
      activities: z.array(activity),
      /** Replies being written at this moment. */
      streamedReplies: z.array(streamedReply),
    }),
    errors: ['conversation-unknown'],
  })),
  /** Without removed ones, the one last written in first. */
  'conversation/list': lazily(() => ({
    params: z.object({ limit: z.number().int().min(1).max(500).default(200) }),
    result: z.object({ conversations: z.array(conversation) }),
    errors: [],
  })),
  /** A new conversation, or the latest one if nothing was said in it yet. */
  'conversation/start': lazily(() => ({ params: z.object({}), result: z.object({ conversation }), errors: [] })),
  'conversation/rename': lazily(() => ({
    params: z.object({
      conversationId: identifier,
      title: z
        .string()
        .trim()
        .min(1, 'is empty')
        .max(CONVERSATION_TITLE_LIMIT, `is longer than ${CONVERSATION_TITLE_LIMIT} characters`),
    }),
    result: z.object({ conversation }),
    errors: ['conversation-unknown'],
  })),
  /** Takes it out of the list. `change/undo` brings it back, whatever was answered in it meanwhile. */
  'conversation/remove': lazily(() => ({
    params: z.object({ conversationId: identifier }),
    result: z.object({ changeSetId: z.number().int().positive() }),
    errors: ['conversation-unknown'],
  })),
  /** Sends what the person wrote. The id is chosen by the client: the same id and text again is the same message, other text is refused. */
  'message/send': lazily(() => ({
    params: z.object({
      id: identifier,
      conversationId: identifier,
      text: z
        .string()
        .max(MESSAGE_TEXT_LIMIT, `is longer than ${MESSAGE_TEXT_LIMIT.toLocaleString('en')} characters`)
        .refine((text) => VISIBLE.test(text), 'is empty'),
      timeZone,
    }),
    result: z.object({ message }),
    errors: ['conversation-unknown', 'message-conflict'],
  })),
} as const satisfies CommandTable;
