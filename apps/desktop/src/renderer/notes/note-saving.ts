// What a draft is called and how far saving it is, in the words of the editor and of the notes on the desk.
import { agentName, type NoteSaving } from '@vos/ui';
import type { Session } from '../connection/connection.ts';
import { firstLine, type NoteDraft } from './note-draft.ts';
import type { OpenDraft } from './note-drafts.ts';

export function savingOf({ draft, state }: OpenDraft, session: Session | null): NoteSaving {
  const { base, fields, problem } = draft;
  switch (problem?.kind) {
    case 'removed':
      return { kind: 'removed' };
    case 'refused':
      return { kind: 'refused', sentence: problem.sentence };
    case 'conflict':
      return {
        kind: 'conflict',
        clash: {
          who: nameOf(problem.changedBy, session),
          title: problem.fields.includes('title') ? problem.theirs.title : null,
          content: problem.fields.includes('content') ? problem.theirs.content : null,
        },
      };
    case undefined:
      break;
  }
  if (base === null && fields.title.trim() === '' && fields.content.trim() === '') return { kind: 'fresh' };
  return state === 'stopped' ? { kind: 'saving' } : { kind: state };
}

function nameOf(changedBy: string, session: Session | null): string {
  if (changedBy === 'user') return 'You, in another window,';
  return changedBy.endsWith('_agent') ? `The ${agentName(changedBy, session?.agents ?? []).toLowerCase()}` : 'Somebody';
}

/** Never blank. */
export function titleOf({ fields }: Pick<NoteDraft, 'fields'>): string {
  return fields.title.trim() || firstLine(fields.content) || 'New note';
}
