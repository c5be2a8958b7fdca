import { expect, it } from 'vitest';
import { previewLines } from './note-preview.tsx';

it('shows the first lines as plain words, and lists as ticks and dots', () => {
  expect(previewLines('# Plans\n\n- [x] **Draught**\n- [ ] Key\n- bread\nmore\nand more', 'Garden')).toEqual([
    { kind: 'text', text: 'Plans' },
    { kind: 'tick', text: 'Draught', isDone: true },
    { kind: 'tick', text: 'Key', isDone: false },
    { kind: 'text', text: '• bread' },
  ]);
});

it('shows words without the signs around them, and leaves signs inside of words', () => {
  const said = (text: string) => previewLines(text, '')[0]?.text;
  expect(said('*Saudade* and _gloaming_, see [the page](https://example.org)')).toBe('Saudade and gloaming, see the page');
  expect(said('2*3*4, snake_case_name, 5 * 6 * 7')).toBe('2*3*4, snake_case_name, 5 * 6 * 7');
  expect(said('[js](javascript:alert(1)) and [link](https://example.org/a_(b))')).toBe('[js](javascript:alert(1)) and link');
});

it('does not say the title twice', () => {
  expect(previewLines('Milk\nand eggs', 'Milk')).toEqual([{ kind: 'text', text: 'and eggs' }]);
  expect(previewLines('Milk', 'Milk')).toEqual([]);
});
