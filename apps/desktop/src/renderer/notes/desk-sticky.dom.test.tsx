import { must } from '@vos/base';
import { createFakeClock, sequentialIds } from '@vos/base/testing';
import { portPair } from '@vos/protocol/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { type DeskDriver, openDesk } from '../testing/desk-driver.tsx';
import { createFakeHost } from '../testing/fake-host.ts';

let desk: DeskDriver | undefined;
afterEach(() => desk?.unmount());

const id = `note_${'a'.repeat(32)}`;
const content = 'Before Saturday\n\n- [ ] Pump the tyres\n\nAsk **Sam**';

/** A desk whose notes window shows one note, which was put on the desk. */
async function start() {
  const clock = createFakeClock();
  const ids = sequentialIds();
  const host = createFakeHost({ clock, ids, portPair });
  host.notes.write(id, { content, color: 'green' });
  const open = async (): Promise<DeskDriver> => {
    desk = await openDesk({ host, clock, ids, ...(desk === undefined ? {} : { storage: desk.storage }) });
    return desk;
  };
  const driver = await open();
  await driver.click(driver.button(/^Notes/));
  await choose(driver, 'Put on the desk');
  return { driver, host, reopen: async () => (await desk?.unmount(), open()) };
}

async function choose(driver: DeskDriver, item: string): Promise<void> {
  await driver.click(driver.button('More for Before Saturday'));
  const items = [...document.querySelectorAll('[role=menuitem]')];
  await driver.click(
    must(
      items.find(({ textContent }) => textContent === item),
      `the menu has ${item}`,
    ),
  );
}

const stickies = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.sticky')];
const sticky = (): HTMLElement => must(stickies()[0], 'a note lies on the desk');
const button = (name: string): HTMLElement =>
  must(sticky().querySelector<HTMLElement>(`button[aria-label="${name}"]`), `the note has ${name}`);
const slot = (): HTMLElement => must(sticky().closest<HTMLElement>('[data-sticky-id]'), 'the note has a place');
const place = () => desk?.services.desk.view.getState().store.view.getState().stickies[0]?.rect;
const foot = (): string => sticky().querySelector('.sticky-foot')?.textContent ?? '';
const offer = (label: string): HTMLElement | undefined =>
  [...sticky().querySelectorAll('button')].find(({ textContent }) => textContent === label);

async function write(driver: DeskDriver, text: string): Promise<void> {
  await driver.when(() => {
    const field = must(sticky().querySelector('textarea'), 'somebody writes on the note');
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('a note on the desk', () => {
  it('is put there from its card, in its colour, with the keys on it, and found there again', async () => {
    const { driver } = await start();
    expect([sticky().className, sticky().getAttribute('aria-label')]).toEqual([
      'sticky is-green',
      'Sticky note: Before Saturday',
    ]);
    expect(sticky().querySelector('.sticky-text')?.textContent).toBe('Before SaturdayPump the tyresAsk Sam');
    expect(document.activeElement).toBe(slot());
    const before = place();
    await driver.press('ArrowDown', {}, slot());
    expect(place()).not.toEqual(before);
    driver.pill().focus();
    await driver.press('S', { code: 'KeyS', ctrlKey: true, shiftKey: true });
    expect(document.activeElement).toBe(slot());
  });

  it('is written on in place, saved after a rest, and shown so in the notes window', async () => {
    const { driver, host } = await start();
    await driver.click(button('Write on it'));
    expect(document.activeElement).toBe(sticky().querySelector('textarea'));
    await write(driver, 'After Saturday ');
    expect(foot()).toBe('Saving…');
    await driver.advance(600);
    expect([foot(), host.notes.notes.get(id)?.content]).toEqual(['Saved', 'After Saturday ']);
    expect(sticky().querySelector('textarea')?.value).toBe('After Saturday ');
    expect(document.querySelector('.note-open')?.textContent).toBe('After Saturday');
    await driver.press('Escape', {}, must(sticky().querySelector('textarea'), 'it is still being written on'));
    expect([sticky().querySelector('h2')?.textContent, document.activeElement]).toEqual([
      'After Saturday',
      button('Write on it'),
    ]);
  });

  it('is ticked without being opened', async () => {
    const { driver, host } = await start();
    await driver.click(must(sticky().querySelector('input[type=checkbox]'), 'the note has something to tick'));
    expect(host.notes.notes.get(id)?.content).toBe(content.replace('[ ]', '[x]'));
    expect(sticky().querySelector('input')?.checked).toBe(true);
  });

  it('shows what an agent changes at once, and two versions where both changed the same', async () => {
    const { driver, host } = await start();
    await driver.when(() => host.notes.write(id, { title: 'By the agent', color: 'red' }));
    expect([sticky().className, sticky().querySelector('h2')?.textContent]).toEqual(['sticky is-red', 'By the agent']);
    await driver.click(button('Write on it'));
    await write(driver, 'mine');
    await driver.when(() => host.notes.write(id, { content: 'theirs' }));
    expect(sticky().querySelector('[role=group]')?.textContent).toBe('theirs');
    await driver.click(must(offer('Keep both'), 'both can be kept'));
    expect(host.notes.notes.get(id)?.content).toBe('mine\n\ntheirs');
  });

  it('is taken off without the note being touched, and put back where it lay', async () => {
    const { driver, host } = await start();
    const before = place();
    await driver.click(button('Take off the desk'));
    expect([stickies(), host.notes.notes.has(id)]).toEqual([[], true]);
    await driver.click(driver.button('Undo'));
    expect(place()).toEqual(before);
    await choose(driver, 'Take off the desk');
    expect(stickies()).toEqual([]);
  });

  it('leaves with its note and comes back with it, where it lay', async () => {
    const { driver } = await start();
    const before = place();
    await choose(driver, 'Delete');
    expect(stickies()).toEqual([]);
    await driver.click(driver.button('Undo'));
    expect(place()).toEqual(before);
  });

  it('keeps what is being written on it when somebody deletes the note, as a note in its place', async () => {
    const { driver, host } = await start();
    const before = place();
    await driver.click(button('Write on it'));
    await write(driver, 'not lost');
    await driver.when(() => host.notes.remove(id));
    await driver.click(must(offer('Keep it as a new note'), 'it can be kept'));
    expect([...host.notes.notes.values()].map((note) => note.content)).toEqual(['not lost']);
    expect([sticky().querySelector('h2')?.textContent, place()]).toEqual(['not lost', before]);
  });

  it('lies there after a restart, and no longer where its note was deleted meanwhile', async () => {
    const { driver, host, reopen } = await start();
    await driver.press('ArrowLeft', {}, slot());
    const before = place();
    await driver.advance(1_000);
    const again = await reopen();
    expect(place()).toEqual(before);
    await again.unmount();
    host.notes.notes.delete(id);
    const once = await reopen();
    expect(stickies()).toEqual([]);
    await once.advance(1_000);
    expect(host.layouts.at(-1)?.layout).toContain('"notes":[]');
  });

  it('keeps what is written on it without a connection', async () => {
    const { driver, host } = await start();
    await driver.when(() => {
      host.access = 'unreachable';
      host.drop();
    });
    await driver.click(button('Write on it'));
    await write(driver, 'on the train');
    await driver.press('Escape', {}, must(sticky().querySelector('textarea'), 'it is being written on'));
    expect(foot()).toBe('Kept here until the connection is back');
    host.access = 'open';
    await driver.advance(60_000);
    expect(host.notes.notes.get(id)?.content).toBe('on the train');
  });
});
