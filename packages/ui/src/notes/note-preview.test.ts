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

it('does not say the title twice', () => {
  expect(previewLines('Milk\nand eggs', 'Milk')).toEqual([{ kind: 'text', text: 'and eggs' }]);
  expect(previewLines('Milk', 'Milk')).toEqual([]);
});
