import { z } from 'zod';
import { agentId, identifier, instant } from './shared.ts';
import { lazily } from '../lazily.ts';

export const DOCUMENT_TITLE_LIMIT = 500;
/** In UTF-16 units: a long book. */
export const DOCUMENT_CONTENT_LIMIT = 2_000_000;

export const documentSource = z.enum(['agent', 'user_upload', 'tool_result', 'note_export']);

/** A text too long for a message, handed around by its id. */
export const document = lazily(() =>
  z.object({
    id: identifier,
    title: z.string().min(1).max(DOCUMENT_TITLE_LIMIT),
    content: z.string().max(DOCUMENT_CONTENT_LIMIT),
    /** A MIME type such as `text/markdown`. */
    contentType: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/, 'is not a content type'),
    tags: z.array(z.string().min(1).max(50)).max(50),
    source: documentSource,
    /** Null for the person's own. */
    sourceAgentId: agentId.nullable(),
    sourceTool: z.string().nullable(),
    /** Where it came up; null when it belongs to no conversation. */
    conversationId: identifier.nullable(),
    createdAt: instant,
    updatedAt: instant,
  }),
);
export type Document = z.infer<typeof document>;

/** A document as lists show it. */
export const documentSummary = lazily(() =>
  document.omit({ content: true }).extend({
    preview: z.string(),
    /** Characters of the whole text. */
    contentLength: z.number().int().nonnegative(),
  }),
);
export type DocumentSummary = z.infer<typeof documentSummary>;
