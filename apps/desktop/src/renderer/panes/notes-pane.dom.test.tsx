import { must } from '@vos/base';
import { createFakeClock, sequentialIds } from '@vos/base/testing';
import { portPair } from '@vos/protocol/testing';
import { afterEach, expect, it } from 'vitest';
import { type DeskDriver, openDesk } from '../testing/desk-driver.tsx';
import { createFakeHost, type FakeHost } from '../testing/fake-host.ts';

let desk: DeskDriver | undefined;
afterEach(() => desk?.unmount());

async function start(prepare: (host: FakeHost) => void = () => undefined) {
  const clock = createFakeClock();
  const ids = sequentialIds();
  const host = createFakeHost({ clock, ids, portPair });
  prepare(host);
  desk = await openDesk({ host, clock, ids });
  await desk.click(desk.button(/^Notes/));
  return { desk, host, clock, ids };
}

const note = (count: number): string => `note_${String(count).padStart(32, 'a')}`;
const pane = (): Element => document.querySelector('.notes, .note-editor') ?? document.body;
const cards = (): string[] => [...pane().querySelectorAll('.note-open')].map(({ textContent }) => textContent ?? '');
const field = (label: string): HTMLInputElement | HTMLTextAreaElement =>
  pane().querySelector(`[aria-label="${label}"]`) as HTMLInputElement;

async function type(driver: DeskDriver, label: string, text: string): Promise<void> {
  await driver.when(() => {
    const target = field(label);
    const prototype = target instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(target, text);
    target.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it('says that there are no notes, and writes the first one', async () => {
  const { desk: driver, host } = await start();
  expect(pane().textContent).toContain('No notes yet');
  await driver.click([...pane().querySelectorAll('.empty button')][0] ?? pane());
  expect(document.activeElement).toBe(field('Text'));
  await type(driver, 'Text', 'milk');
  expect(pane().querySelector('[role=status]')?.textContent).toBe('Saving…');
  await driver.advance(600);
  expect(pane().querySelector('[role=status]')?.textContent).toBe('Saved');
  await driver.press('Escape', {}, field('Text'));
  expect(cards()).toEqual(['milk']);
  expect([...host.notes.notes.values()].map(({ content }) => content)).toEqual(['milk']);
});

it('deletes a note whose making is still under way, and brings it back with Undo', async () => {
  const { desk: driver, host } = await start();
  await driver.click(driver.button('New note'));
  await type(driver, 'Text', 'milk');
  let letGo = (): void => undefined;
  host.notes.beforeChange = async (command) => {
    if (command === 'note/create') await new Promise<void>((resolve) => (letGo = resolve));
  };
  await driver.when(() => field('Text').blur());
  await driver.click(driver.button('Delete'));
  await driver.when(() => letGo());
  expect([cards(), host.notes.notes.size]).toEqual([[], 0]);
  await driver.click(driver.button('Undo'));
  expect([cards(), host.notes.notes.size]).toEqual([['milk'], 1]);
});

it('brings back a note that was deleted before it was ever saved', async () => {
  const { desk: driver, host } = await start();
  await driver.when(() => {
    host.access = 'unreachable';
    host.drop();
  });
  await driver.click(driver.button('New note'));
  await type(driver, 'Text', 'on the train');
  await driver.click(driver.button('Delete'));
  expect(pane().textContent).not.toContain('on the train');
  await driver.click(driver.button('Undo'));
  host.access = 'open';
  await driver.advance(1_000);
  expect([cards(), host.notes.received.map(([command]) => command)]).toEqual([['on the train'], ['note/create']]);
});

it('brings back with Undo what was typed just before Delete', async () => {
  const { desk: driver, host } = await start((fake) => {
    fake.notes.write(note(1), { title: 'Garden', content: 'Water the roses' });
  });
  await driver.click(driver.button('Garden'));
  await type(driver, 'Text', 'Water the tulips');
  await driver.click(driver.button('Delete'));
  await driver.click(driver.button('Undo'));
  expect(host.notes.notes.get(note(1))?.content).toBe('Water the tulips');
});

it('does all that is chosen for a note whose making is still under way', async () => {
  const { desk: driver, host } = await start();
  await driver.click(driver.button('New note'));
  await type(driver, 'Text', 'milk');
  let letGo = (): void => undefined;
  host.notes.beforeChange = async (command) => {
    if (command === 'note/create') await new Promise<void>((resolve) => (letGo = resolve));
  };
  await driver.when(() => field('Text').blur());
  await driver.click(driver.button('Pin'));
  await driver.click(must(pane().querySelector('[aria-label=Red]'), 'the editor has colours'));
  await type(driver, 'Add a tag', 'shop');
  await driver.press('Enter', {}, field('Add a tag'));
  await driver.click(driver.button('Put on the desk'));
  await driver.click(driver.button('Archive'));
  await driver.when(() => letGo());
  expect([...host.notes.notes.values()]).toMatchObject([
    { content: 'milk', isPinned: true, color: 'red', tags: ['shop'], isArchived: true },
  ]);
  expect(document.querySelectorAll('.sticky')).toHaveLength(1);
});

it('shows what an agent writes at once, and counts it on the rail while the window is closed', async () => {
  const { desk: driver, host } = await start();
  await driver.when(() => host.notes.write(note(1), { content: 'The plumber comes on Friday' }));
  expect(cards()).toEqual(['The plumber comes on Friday']);
  await driver.click(driver.button(/^Notes, open/));
  await driver.when(() => host.notes.write(note(2), { content: 'Call Anna' }));
  await driver.click(driver.button(/^Notes.*1 new/));
  expect(cards()).toEqual(['Call Anna', 'The plumber comes on Friday']);
});

it('pins, archives and deletes from the menu of a card, and takes a deletion back', async () => {
  const { desk: driver, host } = await start((fake) => {
    fake.notes.write(note(1), { content: 'Garden' });
  });
  const choose = async (name: string): Promise<void> => {
    await driver.click(driver.button('More for Garden'));
    const item = [...document.querySelectorAll('[role=menuitem]')].find(({ textContent }) => textContent === name);
    await driver.click(must(item, `the menu has ${name}`));
  };
  await choose('Pin');
  expect(host.notes.notes.get(note(1))?.isPinned).toBe(true);
  await choose('Archive');
  expect(cards()).toEqual([]);
  await driver.click(driver.button('Archive'));
  await choose('Take out of the archive');
  await driver.click(driver.button('All'));
  await choose('Delete');
  expect(cards()).toEqual([]);
  await driver.click(driver.button('Undo'));
  expect(cards()).toEqual(['Garden']);
  expect(pane().querySelector('[aria-label=Pinned]')).not.toBeNull();
});

it('finds notes by words and tag, and says when there are none', async () => {
  const { desk: driver } = await start((fake) => {
    fake.notes.write(note(1), { content: 'Garden', tags: ['home'] });
    fake.notes.write(note(2), { content: 'Trains' });
  });
  await type(driver, 'Search notes', 'gard');
  expect(cards()).toEqual(['Garden']);
  await type(driver, 'Search notes', 'nothing like it');
  expect(pane().textContent).toContain('No notes found');
  await driver.press('Escape', {}, field('Search notes'));
  await driver.click(driver.button('Show notes tagged home'));
  expect(cards()).toEqual(['Garden']);
  await driver.click(driver.button('Show notes with any tag'));
  expect(cards()).toEqual(['Trains', 'Garden']);
});

it('shows both versions when an agent changed the same text, and keeps the one that is chosen', async () => {
  const { desk: driver, host } = await start((fake) => {
    fake.notes.write(note(1), { title: 'Garden', content: 'Water the roses' });
  });
  await driver.click(driver.button('Garden'));
  await type(driver, 'Text', 'mine');
  await driver.when(() => host.notes.write(note(1), { content: 'by the agent' }));
  expect(pane().querySelector('[role=alert]')?.textContent).toContain('The notes agent changed the text while you were writing');
  expect(pane().querySelector('.note-clash-other')?.textContent).toBe('by the agent');
  expect(field('Text').value).toBe('mine');
  await driver.click(driver.button('Keep mine'));
  expect(host.notes.notes.get(note(1))?.content).toBe('mine');
  expect(pane().querySelector('[role=alert]')).toBeNull();
});

it('keeps what was written on a note that somebody deleted when the editor is left, and offers it on the board', async () => {
  const { desk: driver, host } = await start((fake) => {
    fake.notes.write(note(1), { title: 'Garden', content: 'Water the roses' });
  });
  await driver.click(driver.button('Garden'));
  await type(driver, 'Text', 'mine');
  await driver.when(() => host.notes.remove(note(1)));
  await driver.press('Escape', {}, field('Text'));
  expect(pane().textContent).toContain('“Garden” is not saved yet.');
  await driver.click(driver.button('Look at it'));
  await driver.click(driver.button('Keep it as a new note'));
  expect([...host.notes.notes.values()].map(({ content }) => content)).toEqual(['mine']);
});

it('goes on without a connection and says so', async () => {
  const { desk: driver, host } = await start((fake) => {
    fake.notes.write(note(1), { content: 'Garden' });
  });
  await driver.click(driver.button('Garden'));
  host.access = 'unreachable';
  await driver.when(() => host.drop());
  await type(driver, 'Text', 'Garden, on the train');
  expect(pane().querySelector('[role=status]')?.textContent).toBe('Kept here until the connection is back');
  await driver.click(driver.button('All notes'));
  expect(pane().textContent).toContain('No connection. These notes are as they were');
  expect(pane().textContent).toContain('“Garden, on the train” is not saved yet.');
  host.access = 'open';
  await driver.advance(1_000);
  expect(host.notes.notes.get(note(1))?.content).toBe('Garden, on the train');
  expect(pane().textContent).not.toContain('not saved yet');
});

it('shows hostile text as text', async () => {
  const hostile = '<img src=x onerror="alert(1)"> [x](javascript:alert(2)) \u202Ereversed';
  const { desk: driver } = await start((fake) => {
    fake.notes.write(note(1), { title: hostile, content: hostile, tags: ['<b>tag</b>'] });
  });
  const shown = hostile.replace('\u202E', '\uFFFD');
  expect(cards()).toEqual([shown]);
  expect(pane().querySelectorAll('img, a, b')).toHaveLength(0);
  await driver.click(driver.button(`More for ${shown}`));
  const item = [...document.querySelectorAll('[role=menuitem]')].find(({ textContent }) => textContent === 'Put on the desk');
  await driver.click(must(item, 'it can be put on the desk'));
  expect(document.body.innerHTML).not.toContain('\u202E');
  await driver.click(driver.button(shown));
  expect([field('Title').value, pane().querySelectorAll('img, a, b').length]).toEqual(['', 0]);
  expect(pane().textContent).toContain('Hidden signs in this note turn letters around');
  // What is edited is what was written.
  expect(field('Text').value).toBe(hostile);
});

it('keeps a tag that is too long in its field and says so, and makes one of what was being typed at Escape', async () => {
  const { desk: driver, host } = await start((fake) => {
    fake.notes.write(note(1), { title: 'Garden', content: 'Roses' });
  });
  await driver.click(driver.button('Garden'));
  const long = 'long'.repeat(20);
  await type(driver, 'Add a tag', `home, ${long}`);
  await driver.press('Enter', {}, field('Add a tag'));
  expect(field('Add a tag').value).toBe(long);
  expect(pane().querySelector('.note-tag-problem')?.textContent).toBe(
    'A tag has at most 50 characters, and this has 80. Shorten it.',
  );
  await type(driver, 'Add a tag', 'long');
  expect(pane().querySelector('.note-tag-problem')).toBeNull();
  await driver.when(() => field('Add a tag').focus());
  await driver.press('Escape', {}, field('Add a tag'));
  expect(host.notes.notes.get(note(1))?.tags).toEqual(['home', 'long']);
});

it('leaves out what does not fit into a field, and says so', async () => {
  const { desk: driver } = await start((fake) => void fake.notes.write(note(1), { title: 'Garden', content: 'Roses' }));
  await driver.click(driver.button('Garden'));
  const event = new Event('paste', { bubbles: true, cancelable: true });
  await driver.when(() =>
    field('Title').dispatchEvent(Object.assign(event, { clipboardData: { getData: () => 'x'.repeat(10_000) } })),
  );
  expect(event.defaultPrevented).toBe(true);
  expect(field('Title').value).toBe('Garden');
  expect(document.querySelector('.toast')?.textContent).toContain('It has 10,000 characters, and “Title” holds 500 at most.');
});
