import { expect, it } from 'vitest';
import { noteParts, withTick } from './note-parts.ts';

const content = 'Before Saturday\n\nFor the **ride**:\n- [x] Spare tube\n  1. [ ] Pump\n\n```\n- [ ] no tick\n```\n- tyres';

it('takes the lines with ticks out of the Markdown, and leaves code alone', () => {
  expect(noteParts(content, 'Before Saturday')).toEqual([
    { kind: 'text', text: '\nFor the **ride**:' },
    { kind: 'tick', line: 3, text: 'Spare tube', isDone: true },
    { kind: 'tick', line: 4, text: 'Pump', isDone: false },
    { kind: 'text', text: '\n```\n- [ ] no tick\n```\n- tyres' },
  ]);
});

it('repeats a line like the title only where it is not the first', () => {
  expect(noteParts('milk\nmilk', 'milk')).toEqual([{ kind: 'text', text: 'milk' }]);
  expect(noteParts('bread', 'Shopping')).toEqual([{ kind: 'text', text: 'bread' }]);
  expect(noteParts('', '')).toEqual([]);
});

it('sets and takes away the tick of one line and touches nothing else', () => {
  const done = withTick(content, 4, true);
  expect(done).toBe(content.replace('1. [ ]', '1. [x]'));
  expect(withTick(done, 4, false)).toBe(content);
  expect(withTick(content, 0, true)).toBe(content);
});
