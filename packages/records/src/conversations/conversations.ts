// Conversations and the messages in them. A conversation is a tree by `parentId`; what is shown is the path to its newest message.
import type { ChangeSet, Reader, RecordKind, SqlValue, Transaction } from '@vos/ledger';
import { readRecord } from '@vos/ledger';
import type { Author, Conversation, Message } from '@vos/protocol/entities';

/** Until something was said in it, and what an empty one is called. */
const UNTITLED = 'New conversation';

/** UTF-16 units; a list shows about half of it. */
const DERIVED_TITLE_LIMIT = 60;

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

/** That a conversation was removed. Apart from it, so that an answer that still arrives does not stand in the way of an undo. */
export const conversationRemovalKind: RecordKind<{ readonly id: string; readonly removedAt: string }> = {
  kind: 'conversation_removal',
  table: 'removed_conversations',
  toRow: ({ removedAt }) => ({ removed_at: removedAt }),
  fromRow: (row) => ({ id: String(row['id']), removedAt: String(row['removed_at']) }),
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

const SHOWN = 'id NOT IN (SELECT id FROM removed_conversations)';

/** The conversation last written in that was not removed, or undefined where there is none. */
export function latestConversation(reader: Reader): Conversation | undefined {
  return listConversations(reader, 1)[0];
}

/** Conversations that were not removed, the one last written in first. */
export function listConversations(reader: Reader, limit: number): readonly Conversation[] {
  return reader
    .all<Record<string, SqlValue>>(
      `SELECT id, title, created_at, updated_at FROM conversations WHERE ${SHOWN} ORDER BY updated_at DESC, id DESC LIMIT ? + 0`,
      [limit],
    )
    .map(conversationKind.fromRow);
}

/** Starts a conversation, or returns the latest one if nothing was said in it yet. */
export function startConversation(transaction: Transaction, changes: ChangeSet, id: string): Conversation {
  const latest = latestConversation(transaction);
  if (latest !== undefined && newestMessageId(transaction, latest.id) === undefined) return latest;
  const started: Conversation = { id, title: UNTITLED, createdAt: transaction.at, updatedAt: transaction.at };
  changes.put(conversationKind, started);
  return started;
}

/** Adds a message after the newest one of its conversation and returns it. The conversation must exist. */
export function addMessage(reader: Reader, changes: ChangeSet, message: Omit<Message, 'parentId'>): Message {
  const added: Message = { ...message, parentId: newestMessageId(reader, message.conversationId) ?? null };
  changes.put(messageKind, added);
  const conversation = readConversation(reader, message.conversationId);
  if (conversation !== undefined) {
    const isFirst = conversation.title === UNTITLED && message.author.kind === 'user';
    changes.put(conversationKind, {
      ...conversation,
      title: isFirst ? titleFrom(message.text) : conversation.title,
      updatedAt: message.sentAt,
    });
  }
  return added;
}

function newestMessageId(reader: Reader, conversationId: string): string | undefined {
  return reader.get<{ id: string }>('SELECT id FROM messages WHERE conversation_id = ? ORDER BY position DESC LIMIT 1', [
    conversationId,
  ])?.id;
}

/** The beginning of what was asked, cut between words. */
function titleFrom(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= DERIVED_TITLE_LIMIT) return line;
  const cut = line.slice(0, DERIVED_TITLE_LIMIT).replace(/\s+\S*$/, '');
  // Half of a character that takes two units would be shown as a box.
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}…`;
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
