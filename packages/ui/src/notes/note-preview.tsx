// The beginning of a note as a card shows it: plain lines, with tick boxes where the text has a list of them.
import { Check } from 'lucide-react';
import { plainLine } from '../chat/markdown.ts';
import { harmless } from '../harmless.ts';

/** Lines a card has room for. */
const SHOWN_LINES = 4;

type PreviewLine =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tick'; readonly text: string; readonly isDone: boolean };

export function NotePreview({ text, title }: { readonly text: string; readonly title: string }) {
  const lines = previewLines(text, title);
  if (lines.length === 0) return null;
  return (
    <div className="note-lines">
      {lines.map((line, index) => (
        // Lines have no identity of their own and are never reordered.
        // eslint-disable-next-line react/no-array-index-key
        <p key={index} dir="auto" className={line.kind === 'tick' ? 'note-tick' : undefined}>
          {line.kind === 'tick' && (
            <span className={`tick${line.isDone ? ' is-done' : ''}`}>
              {line.isDone && <Check className="icon" />}
              <span className="visually-hidden">{line.isDone ? 'Done: ' : 'To do: '}</span>
            </span>
          )}
          <span className={line.kind === 'tick' && line.isDone ? 'is-struck' : undefined}>{harmless(line.text)}</span>
        </p>
      ))}
    </div>
  );
}

/** The first lines without Markdown signs; a first line that only repeats the title is left out. */
export function previewLines(text: string, title: string): readonly PreviewLine[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const rest = plain(lines[0] ?? '') === title.replace(/…$/, '') ? lines.slice(1) : lines;
  return rest.slice(0, SHOWN_LINES).map((line) => {
    const tick = /^[-*+]\s+\[([ xX])\]\s+(.*)$/.exec(line);
    if (tick !== null) return { kind: 'tick', text: plain(tick[2] ?? ''), isDone: tick[1] !== ' ' };
    const item = /^[-*+]\s+(.*)$/.exec(line);
    return { kind: 'text', text: item === null ? plain(line) : `• ${plain(item[1] ?? '')}` };
  });
}

function plain(line: string): string {
  const words = line.replace(/^(?:#{1,6}|>)\s+/, '');
  // Inside of words the signs are letters: 2*3*4.
  return plainLine(words.replace(/(?<=\w)\*(?=\w)/g, '\\*')).trim();
}
