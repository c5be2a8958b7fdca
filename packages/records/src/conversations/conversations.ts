// Conversations and the messages in them. A conversation is a tree by `parentId`; what is shown is the path to its newest message.
import type { ChangeSet, Reader, RecordKind, SqlValue } from '@vos/ledger';
import { readRecord } from '@vos/ledger';
import type { Author, Conversation, Message } from '@vos/protocol/entities';

export const conversationKind: RecordKind<Conversation> = {
  kind: 'conversation',
  table: 'conversations',
  toRow: ({ title, createdAt, updatedAt }) => ({ title, created_at: createdAt, updated_at: updatedAt }),
  fromRow: (row) => ({
    id: String(row['id']),
    title: String(row['title']),
    createdAt: String(row['created_at']),
    updatedAt: String(row['updated_at']),
  }),
};

export const messageKind: RecordKind<Message> = {
  kind: 'message',
  table: 'messages',
  toRow: (message) => ({
    conversation_id: message.conversationId,
    parent_id: message.parentId,
    author_kind: message.author.kind,
    agent_id: message.author.kind === 'agent' ? message.author.agentId : null,
    text: message.text,
    sent_at: message.sentAt,
    trace_id: message.traceId,
    turn_id: message.turnId,
  }),
  fromRow: (row) => ({
    id: String(row['id']),
    conversationId: String(row['conversation_id']),
    parentId: textOrNull(row['parent_id']),
    author: readAuthor(row),
    text: String(row['text']),
    sentAt: String(row['sent_at']),
    traceId: String(row['trace_id']),
    turnId: textOrNull(row['turn_id']),
  }),
};

export function readConversation(reader: Reader, id: string): Conversation | undefined {
  return readRecord(reader, conversationKind, id);
}

export function readMessage(reader: Reader, id: string): Message | undefined {
  return readRecord(reader, messageKind, id);
}

/** The conversation last written in, or undefined before the first. */
export function latestConversation(reader: Reader): Conversation | undefined {
  const row = reader.get<{ id: string }>('SELECT id FROM conversations ORDER BY updated_at DESC, id DESC LIMIT 1');
  return row === undefined ? undefined : readConversation(reader, row.id);
}

/** Adds a message after the newest one of its conversation and returns it. The conversation must exist. */
export function addMessage(reader: Reader, changes: ChangeSet, message: Omit<Message, 'parentId'>): Message {
  const newest = reader.get<{ id: string }>('SELECT id FROM messages WHERE conversation_id = ? ORDER BY position DESC LIMIT 1', [
    message.conversationId,
  ]);
  const added: Message = { ...message, parentId: newest?.id ?? null };
  changes.put(messageKind, added);
  const conversation = readConversation(reader, message.conversationId);
  if (conversation !== undefined) changes.put(conversationKind, { ...conversation, updatedAt: message.sentAt });
  return added;
}

export interface MessagePage {
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly hasEarlier: boolean;
}

/** The newest `limit` messages, or those before `beforeMessageId`. */
export function readMessages(
  reader: Reader,
  { conversationId, beforeMessageId, limit }: { conversationId: string; beforeMessageId?: string | undefined; limit: number },
): MessagePage {
  const before = beforeMessageId === undefined ? undefined : positionOf(reader, beforeMessageId);
  const rows = reader.all<Record<string, SqlValue>>(
    `SELECT id, conversation_id, parent_id, author_kind, agent_id, text, sent_at, trace_id, turn_id
     FROM messages WHERE conversation_id = ? AND position < ? ORDER BY position DESC LIMIT ?`,
    [conversationId, before ?? Number.MAX_SAFE_INTEGER, limit + 1],
  );
  return {
    messages: rows.slice(0, limit).reverse().map(messageKind.fromRow),
    hasEarlier: rows.length > limit,
  };
}

function positionOf(reader: Reader, messageId: string): number | undefined {
  return reader.get<{ position: number }>('SELECT position FROM messages WHERE id = ?', [messageId])?.position;
}

function readAuthor(row: Readonly<Record<string, SqlValue>>): Author {
  const kind = row['author_kind'];
  if (kind === 'user' || kind === 'system') return { kind };
  return { kind: 'agent', agentId: String(row['agent_id']) };
}

function textOrNull(value: SqlValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
