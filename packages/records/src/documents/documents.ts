// Documents: texts too long for a message, kept once and handed around by id.
import { CodedError, err, ok, type Result } from '@vos/base';
import { type ChangeSet, type Reader, readRecord, type RecordKind, type SqlValue, type Transaction } from '@vos/ledger';
import { type Document, type DocumentSummary, document, NOTE_PREVIEW_LIMIT } from '@vos/protocol/entities';

export const documentKind: RecordKind<Document> = {
  kind: 'document',
  table: 'documents',
  toRow: (entity) => ({
    title: entity.title,
    content: entity.content,
    content_type: entity.contentType,
    tags: JSON.stringify(entity.tags),
    source: entity.source,
    source_agent_id: entity.sourceAgentId,
    source_tool: entity.sourceTool,
    conversation_id: entity.conversationId,
    created_at: entity.createdAt,
    updated_at: entity.updatedAt,
  }),
  fromRow: (row) =>
    document.parse({
      id: row['id'],
      title: row['title'],
      content: row['content'],
      contentType: row['content_type'],
      tags: JSON.parse(String(row['tags'])),
      source: row['source'],
      sourceAgentId: row['source_agent_id'],
      sourceTool: row['source_tool'],
      conversationId: row['conversation_id'],
      createdAt: row['created_at'],
      updatedAt: row['updated_at'],
    }),
};

export interface NewDocument {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly contentType?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly source: Document['source'];
  readonly sourceAgentId?: string | null | undefined;
  readonly sourceTool?: string | null | undefined;
  readonly conversationId?: string | null | undefined;
}

export interface DocumentListing {
  readonly conversationId?: string | undefined;
  readonly sourceAgentId?: string | undefined;
  readonly limit?: number | undefined;
}

/** `document-unknown`: there is none with this id. `document-invalid`: a field is empty, too long or not allowed. Nothing was written. */
export type DocumentProblem = CodedError<'document-unknown' | 'document-invalid'>;

export function createDocument(
  transaction: Transaction,
  changes: ChangeSet,
  fresh: NewDocument,
): Result<Document, DocumentProblem> {
  const parsed = document.safeParse({
    id: fresh.id,
    title: fresh.title.trim(),
    content: fresh.content,
    contentType: fresh.contentType ?? 'text/plain',
    tags: [...new Set((fresh.tags ?? []).map((tag) => tag.trim()).filter((tag) => tag !== ''))],
    source: fresh.source,
    sourceAgentId: fresh.sourceAgentId ?? null,
    sourceTool: fresh.sourceTool ?? null,
    conversationId: fresh.conversationId ?? null,
    createdAt: transaction.at,
    updatedAt: transaction.at,
  });
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? 'content');
    return err(new CodedError('document-invalid', `The document was not saved, because its ${field} cannot be used.`));
  }
  changes.put(documentKind, parsed.data);
  return ok(parsed.data);
}

export function readDocument(reader: Reader, id: string): Document | undefined {
  return readRecord(reader, documentKind, id);
}

/** The newest first. Long texts are not read for it, only their beginnings. */
export function listDocuments(
  reader: Reader,
  { conversationId, sourceAgentId, limit = 20 }: DocumentListing = {},
): readonly DocumentSummary[] {
  const conditions = ['TRUE'];
  const parameters: SqlValue[] = [NOTE_PREVIEW_LIMIT];
  if (conversationId !== undefined) {
    conditions.push('conversation_id = ?');
    parameters.push(conversationId);
  }
  if (sourceAgentId !== undefined) {
    conditions.push('source_agent_id = ?');
    parameters.push(sourceAgentId);
  }
  const rows = reader.all<Record<string, SqlValue>>(
    `SELECT id, title, substr(content, 1, ?) AS content, length(content) AS content_length, content_type, tags, source, source_agent_id,
       source_tool, conversation_id, created_at, updated_at
     FROM documents WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, position DESC LIMIT ?`,
    [...parameters, limit],
  );
  return rows.map((row) => {
    const { content, ...rest } = documentKind.fromRow(row);
    return { ...rest, preview: content, contentLength: Number(row['content_length']) };
  });
}

/** Removes a document and returns it as it was; undoing the change set brings it back. */
export function deleteDocument(reader: Reader, changes: ChangeSet, id: string): Result<Document, DocumentProblem> {
  const before = readDocument(reader, id);
  if (before === undefined)
    return err(new CodedError('document-unknown', 'There is no such document any more. Nothing was changed.'));
  changes.remove(documentKind, id);
  return ok(before);
}
