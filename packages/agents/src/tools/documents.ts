// Documents, for the primary agent: create_document, read_document, list_documents, delete_document.
import { err, ok } from '@vos/base';
import { agentId, DOCUMENT_CONTENT_LIMIT, DOCUMENT_TITLE_LIMIT, document, documentSummary } from '@vos/protocol/entities';
import { createDocument, deleteDocument, listDocuments, readDocument } from '@vos/records';
import { z } from 'zod';
import { defineRecordTool, type Tool, toolFailure } from '../sdk/tool.ts';

/** What one reading holds at most, UTF-16 units: about 8,000 words, which any model's context has room for. */
const PIECE_LIMIT = 50_000;

const described = document.omit({ content: true });
const shape = { effect: 'record', permission: 'allow', continues: true } as const;

export const documentTools: readonly Tool[] = [
  defineRecordTool({
    ...shape,
    name: 'create_document',
    description: 'Keeps a long text as a document, to be handed around by its id.',
    parameters: z.object({
      title: z.string().min(1).max(DOCUMENT_TITLE_LIMIT),
      content: z.string().max(DOCUMENT_CONTENT_LIMIT),
      content_type: z.string().default('text/plain').describe('Such as text/markdown.'),
      tags: z.array(z.string().max(50)).max(50).default([]),
    }),
    result: described,
    doing: ({ title }) => `writing the document “${title.slice(0, 40)}”`,
    apply(given, { transaction, changes, newId, agentId: author, conversationId }) {
      const created = createDocument(transaction, changes, {
        id: newId('doc'),
        title: given.title,
        content: given.content,
        contentType: given.content_type,
        tags: given.tags,
        source: 'agent',
        sourceAgentId: author,
        sourceTool: 'create_document',
        conversationId,
      });
      return created.ok ? created : err(toolFailure(created.error.code, created.error.message));
    },
  }),
  defineRecordTool({
    ...shape,
    name: 'read_document',
    description: 'Reads a document, a long one piece by piece: go on at next_offset.',
    parameters: z.object({
      document_id: z.string(),
      offset: z.number().int().min(0).default(0),
      length: z.number().int().min(1).max(PIECE_LIMIT).default(PIECE_LIMIT),
    }),
    result: z.object({
      document: described,
      content: z.string(),
      /** UTF-16 units of the whole text. */
      total_length: z.number().int().nonnegative(),
      /** Null at the end. */
      next_offset: z.number().int().nullable(),
    }),
    effect: 'read',
    doing: () => 'reading a document',
    apply({ document_id: id, offset, length }, { transaction }) {
      const found = readDocument(transaction, id);
      if (found === undefined) return err(toolFailure('document-unknown', 'There is no such document any more.'));
      const { content, ...rest } = found;
      const end = pieceEnd(content, offset + length);
      return ok({
        document: rest,
        content: content.slice(offset, end),
        total_length: content.length,
        next_offset: end < content.length ? end : null,
      });
    },
  }),
  defineRecordTool({
    ...shape,
    name: 'list_documents',
    description: 'Lists documents, the newest first, with their beginnings.',
    parameters: z.object({
      session_id: z.string().optional().describe('Id of the conversation they came up in.'),
      source_agent_id: agentId.optional(),
      limit: z.number().int().min(1).max(200).default(20),
    }),
    result: z.object({ documents: z.array(documentSummary) }),
    effect: 'read',
    doing: () => 'looking through the documents',
    apply: ({ session_id: conversationId, source_agent_id: sourceAgentId, limit }, { transaction }) =>
      ok({ documents: [...listDocuments(transaction, { conversationId, sourceAgentId, limit })] }),
  }),
  defineRecordTool({
    ...shape,
    name: 'delete_document',
    description: 'Deletes a document. It can be brought back by undoing the change.',
    parameters: z.object({ document_id: z.string() }),
    result: described,
    doing: () => 'deleting a document',
    apply({ document_id: id }, { transaction, changes }) {
      const deleted = deleteDocument(transaction, changes, id);
      return deleted.ok ? deleted : err(toolFailure(deleted.error.code, deleted.error.message));
    },
  }),
];

/** Not between the halves of a surrogate pair, so that pieces put together are the text again. */
function pieceEnd(content: string, wanted: number): number {
  const isHalf = wanted < content.length && /[\uD800-\uDBFF]/.test(content.charAt(wanted - 1));
  return Math.min(isHalf ? wanted + 1 : wanted, content.length);
}
