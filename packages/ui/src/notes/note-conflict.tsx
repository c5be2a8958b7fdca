// Two versions of one note, the person's below on the paper and the other one here, and the three ways on.
import { harmless } from '../harmless.ts';
import { Words } from '../words.tsx';

export interface NoteClash {
  /** “The notes agent”, “You, in another window”. */
  readonly who: string;
  /** The other title where the titles differ, else null. */
  readonly title: string | null;
  /** The other text where the texts differ, else null. */
  readonly content: string | null;
}

export type NoteChoice = 'mine' | 'theirs' | 'both';

export function NoteConflict({
  clash,
  onChoose,
}: {
  readonly clash: NoteClash;
  readonly onChoose: (choice: NoteChoice) => void;
}) {
  const { who, title, content } = clash;
  return (
    <section className="note-clash" role="alert" aria-label="Two versions of this note">
      <p className="note-clash-words">
        {who} changed {whatOf(clash)} while you were writing. Yours is below; this is the other version:
      </p>
      <div className="note-clash-other" tabIndex={0} role="group" aria-label="The other version">
        {title !== null && (
          <p className="note-clash-title">
            <Words>{title}</Words>
          </p>
        )}
        {content !== null && <p dir="auto">{content === '' ? 'The text is empty there.' : harmless(content)}</p>}
      </div>
      <div className="note-clash-actions">
        <button type="button" className="button is-small" onClick={() => onChoose('mine')}>
          Keep mine
        </button>
        <button type="button" className="button is-small" onClick={() => onChoose('theirs')}>
          Take the other
        </button>
        {content !== null && (
          <button type="button" className="button is-small" onClick={() => onChoose('both')}>
            Keep both
          </button>
        )}
      </div>
    </section>
  );
}

function whatOf({ title, content }: NoteClash): string {
  if (title !== null && content !== null) return 'the title and the text';
  return title !== null ? 'the title' : 'the text';
}
