import { expect, it } from 'vitest';
import { withoutListed } from './told-once.ts';

const titles = ['Sourdough, again', 'Book club', 'Milk'];
const reply = 'You have 11 notes:\n- Sourdough, again: Less water\n- Book club\nand 9 more.';

it('leaves of a reply what the card above it does not show', () => {
  expect(withoutListed(reply, titles)).toBe('You have 11 notes.');
  expect(withoutListed('Here they are.\n\n- Milk\n', titles)).toBe('Here they are.');
});

it('changes nothing about a reply that says more, less or something else', () => {
  for (const other of [
    `${reply}\nShall I delete one?`,
    'You have 2 notes:\n- Milk\n- Bread',
    'Shopping list:\n- milk\n- eggs',
    '- Milk\n- Book club',
    'You have no notes yet.',
  ]) {
    expect(withoutListed(other, titles)).toBe(other);
  }
  expect(withoutListed(reply, [])).toBe(reply);
});

it('never shows a piece of the list while it is being written, letter by letter', () => {
  const intro = 'You have 11 notes:\n';
  for (let length = intro.length + 2; length <= reply.length; length += 1) {
    expect(withoutListed(reply.slice(0, length), titles, true)).toBe('You have 11 notes.');
  }
});
