import { must } from '@vos/base';
import { sequentialIds } from '@vos/base/testing';
import { changeSets } from '@vos/ledger';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import { documentKind, readDocument } from '@vos/records';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyTool } from '../testing/apply-tool.ts';
import { documentTools } from './documents.ts';

const conversationId = `conversation_${'0'.repeat(32)}`;
let test: TestLedger;
let ids = sequentialIds();

beforeEach(async () => {
  test = await openTestLedger();
  ids = sequentialIds();
});
afterEach(() => test.dispose());

async function call(name: string, given: Record<string, unknown>): Promise<{ ok: boolean; value?: unknown; error?: unknown }> {
  await test.clock.advance(1_000);
  return applyTool(documentTools, name, given, { ledger: test.ledger, agentId: 'primary_agent', conversationId, ids });
}

async function create(given: Record<string, unknown>): Promise<string> {
  return (must((await call('create_document', given)).value, 'it was created') as { id: string }).id;
}

describe('documents', () => {
  it('are kept, listed by where they come from, and read', async () => {
    const id = await create({ title: ' Report ', content: '# Findings', content_type: 'text/markdown', tags: ['work', 'work'] });
    const described = {
      id,
      title: 'Report',
      contentType: 'text/markdown',
      tags: ['work'],
      source: 'agent',
      sourceAgentId: 'primary_agent',
      sourceTool: 'create_document',
      conversationId,
      createdAt: '2026-01-05T09:00:01.000Z',
      updatedAt: '2026-01-05T09:00:01.000Z',
    };
    expect(id).toMatch(/^doc_/);
    expect((await call('read_document', { document_id: id })).value).toEqual({
      document: described,
      content: '# Findings',
      total_length: 10,
      next_offset: null,
    });
    expect((await call('list_documents', { session_id: conversationId })).value).toEqual({
      documents: [{ ...described, preview: '# Findings', contentLength: 10 }],
    });
    expect((await call('list_documents', { source_agent_id: 'weather_agent' })).value).toEqual({ documents: [] });
  });

  it('that are long are read in pieces that make the whole again', async () => {
    const content = '🌱é'.repeat(200);
    const id = await create({ title: 'Long', content });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 7, max: 300 }), async (length) => {
        let text = '';
        for (let offset: number | null = 0; offset !== null; ) {
          const piece = (await call('read_document', { document_id: id, offset, length })).value as {
            content: string;
            next_offset: number | null;
          };
          expect(piece.content.isWellFormed()).toBe(true);
          text += piece.content;
          offset = piece.next_offset;
        }
        expect(text).toBe(content);
      }),
      { numRuns: 10 },
    );
  });

  it('are refused when they cannot be kept, and a missing one is named', async () => {
    expect(await call('create_document', { title: 'x', content: '', content_type: 'nonsense' })).toMatchObject({
      ok: false,
      error: { code: 'document-invalid' },
    });
    const missing = `doc_${'f'.repeat(32)}`;
    expect(await call('read_document', { document_id: missing })).toMatchObject({
      ok: false,
      error: { code: 'document-unknown' },
    });
    expect(await call('delete_document', { document_id: missing })).toMatchObject({
      ok: false,
      error: { code: 'document-unknown' },
    });
  });

  it('come back when their deletion is undone', async () => {
    const id = await create({ title: 'Kept', content: 'text' });
    const before = readDocument(test.ledger.read, id);
    await call('delete_document', { document_id: id });
    expect(readDocument(test.ledger.read, id)).toBeUndefined();
    const deletion = must(
      test.ledger.read.get<{ id: number }>('SELECT max(id) AS id FROM change_sets'),
      'a deletion is a change',
    ).id;
    await test.ledger.commit((transaction) =>
      changeSets.undo(transaction, deletion, { actor: 'user', cause: 'change/undo' }, [documentKind]),
    );
    expect(readDocument(test.ledger.read, id)).toEqual(before);
  });
});
