import { must } from '@vos/base';
import { createFakeClock, sequentialIds } from '@vos/base/testing';
import { portPair } from '@vos/protocol/testing';
import { afterEach, expect, it } from 'vitest';
import { type DeskDriver, openDesk } from '../testing/desk-driver.tsx';
import { createFakeHost } from '../testing/fake-host.ts';

let desk: DeskDriver | undefined;
afterEach(() => desk?.unmount());

/** A desk whose chat shows its list: the first conversation, and an older one with a question in it. */
async function start() {
  const clock = createFakeClock();
  const ids = sequentialIds();
  const host = createFakeHost({ clock, ids, portPair });
  const older = host.conversations.add('Trains to Maastricht', '2026-01-01T09:00:00.000Z');
  host.messages.push(host.message({ conversationId: older.id, author: { kind: 'user' }, text: 'When does it leave?' }));
  desk = await openDesk({ host, clock, ids });
  await desk.click(desk.button('Conversations'));
  return { driver: desk, host, older };
}

const rows = (): string[] => [...document.querySelectorAll('.conversation-name bdi')].map(({ textContent }) => textContent ?? '');
const shown = (): string | undefined =>
  document.querySelector('.conversation-name[aria-current=true] bdi')?.textContent ?? undefined;
const row = (title: string): Element =>
  must(
    [...document.querySelectorAll('.conversation-name')].find((item) => item.textContent?.startsWith(title)),
    `the list has ${title}`,
  );
const field = (): HTMLInputElement => must(document.querySelector('.conversations input'), 'a name is being written');

/** In a narrow window, which every one here is, the list makes way for the conversation that was chosen. */
async function choose(driver: DeskDriver, title: string): Promise<void> {
  await driver.click(row(title));
  await driver.click(driver.button('Conversations'));
}

async function rename(driver: DeskDriver, title: string, text: string): Promise<void> {
  await driver.click(driver.button(`Rename ${title}`));
  await driver.when(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it('shows the one last written in first, and another when it is chosen', async () => {
  const { driver } = await start();
  expect([rows(), shown()]).toEqual([['Chat', 'Trains to Maastricht'], 'Chat']);
  expect(driver.conversation()).toEqual([]);
  await choose(driver, 'Trains');
  expect(shown()).toBe('Trains to Maastricht');
  expect(driver.conversation()).toEqual([['You', 'When does it leave?']]);
  expect(document.querySelector('.chat-bar h3')?.textContent).toBe('Trains to Maastricht');
});

it('sends what is written into the one that is shown', async () => {
  const { driver, host, older } = await start();
  await choose(driver, 'Trains');
  await driver.write('And the one after it?');
  await driver.press('Enter', {}, driver.pill());
  expect(host.received.map(({ conversationId, text }) => [conversationId, text])).toEqual([[older.id, 'And the one after it?']]);
});

it('starts another one, which is shown', async () => {
  const { driver } = await start();
  await driver.click(driver.button('New conversation'));
  expect([rows()[0], shown()]).toEqual(['New conversation', 'New conversation']);
});

it('takes a new name at Enter, and neither an empty one nor one that was given up', async () => {
  const { driver } = await start();
  await rename(driver, 'Trains to Maastricht', 'Trains');
  await driver.when(() => field().form?.requestSubmit());
  expect(rows()).toEqual(['Chat', 'Trains']);
  await rename(driver, 'Trains', 'Planes');
  await driver.press('Escape', {}, field());
  await rename(driver, 'Trains', '   ');
  await driver.when(() => field().form?.requestSubmit());
  expect(rows()).toEqual(['Chat', 'Trains']);
});

it('removes the one that is shown, goes on to the next, and brings it back', async () => {
  const { driver } = await start();
  await choose(driver, 'Trains');
  await driver.click(driver.button('Remove Trains to Maastricht'));
  expect([rows(), shown()]).toEqual([['Chat'], 'Chat']);
  await driver.click(driver.button('Undo'));
  expect([rows(), shown()]).toEqual([['Chat', 'Trains to Maastricht'], 'Trains to Maastricht']);
});

it('starts a new one where the last was removed', async () => {
  const { driver } = await start();
  await driver.click(driver.button('Remove Trains to Maastricht'));
  await driver.click(driver.button('Remove Chat'));
  expect([rows(), shown()]).toEqual([['New conversation'], 'New conversation']);
});

it('says why nothing was changed, and offers no change while there is no connection', async () => {
  const { driver, host } = await start();
  host.failing.set('conversation/remove', 'The disk is full. Nothing was changed.');
  await driver.click(driver.button('Remove Chat'));
  expect(rows()).toEqual(['Chat', 'Trains to Maastricht']);
  expect(document.querySelector('.toast')?.textContent).toContain('The disk is full. Nothing was changed.');
  await driver.when(() => {
    host.access = 'unreachable';
    host.drop();
  });
  expect(driver.hasButton('Remove Chat')).toBe(false);
  expect((driver.button('New conversation') as HTMLButtonElement).disabled).toBe(true);
});
