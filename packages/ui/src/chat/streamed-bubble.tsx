// A reply while it is being written. New words fade in where they stand; nothing above them moves.
import { useRef } from 'react';

/** How many of the newest pieces keep an element of their own to fade in; older ones are joined, so that a long reply stays light. */
const FADING_PIECES = 12;

export function StreamedBubble({ author, text }: { readonly author: string; readonly text: string }) {
  const pieces = usePieces(text);
  return (
    <article className="message" aria-label={author} aria-busy="true">
      <div className="bubble">
        <p className="bubble-text" dir="auto">
          {pieces.map(({ startsAt, text: piece }) => (
            <span className="streamed" key={startsAt}>
              {piece}
            </span>
          ))}
        </p>
      </div>
    </article>
  );
}

interface Piece {
  /** Index of its first character in the whole text. */
  readonly startsAt: number;
  readonly text: string;
}

function usePieces(text: string): readonly Piece[] {
  const pieces = useRef<readonly Piece[]>([]);
  const shown = pieces.current.map((piece) => piece.text).join('');
  if (shown !== text)
    pieces.current = text.startsWith(shown) ? grow(pieces.current, text, shown.length) : [{ startsAt: 0, text }];
  return pieces.current;
}

function grow(pieces: readonly Piece[], text: string, from: number): readonly Piece[] {
  const grown = [...pieces, { startsAt: from, text: text.slice(from) }];
  if (grown.length <= FADING_PIECES) return grown;
  const kept = grown.slice(-FADING_PIECES);
  const keptFrom = kept[0]?.startsAt ?? 0;
  return [{ startsAt: -1, text: text.slice(0, keptFrom) }, ...kept.filter(({ startsAt }) => startsAt >= keptFrom)];
}
