// The text of a note as a sticky shows it: Markdown, and between it the lines that can be ticked. Pure.

export type NotePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `line` counts the lines of the whole text from 0. */
  | { readonly kind: 'tick'; readonly line: number; readonly text: string; readonly isDone: boolean };

const TICK = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX])(\]\s+)(.*)$/;
const FENCE = /^\s{0,3}(?:```|~~~)/;

/** The parts in order; a first line that only repeats the title is left out. */
export function noteParts(content: string, title: string): readonly NotePart[] {
  const parts: NotePart[] = [];
  let words: string[] = [];
  let isCode = false;
  let isStart = true;
  function endWords(): void {
    const text = words.join('\n');
    if (text.trim() !== '') parts.push({ kind: 'text', text });
    words = [];
  }
  content.split('\n').forEach((line, index) => {
    const isTitle = isStart && line.trim() === title.trim();
    if (line.trim() !== '') isStart = false;
    if (isTitle) return;
    if (FENCE.test(line)) isCode = !isCode;
    const tick = isCode ? null : TICK.exec(line);
    if (tick === null) {
      words.push(line);
      return;
    }
    endWords();
    parts.push({ kind: 'tick', line: index, text: tick[4] ?? '', isDone: tick[2] !== ' ' });
  });
  endWords();
  return parts;
}

/** The text with the tick of one line set or taken away; unchanged if there is none in that line. */
export function withTick(content: string, line: number, isDone: boolean): string {
  return content
    .split('\n')
    .map((text, index) => (index === line ? text.replace(TICK, `$1${isDone ? 'x' : ' '}$3$4`) : text))
    .join('\n');
}
