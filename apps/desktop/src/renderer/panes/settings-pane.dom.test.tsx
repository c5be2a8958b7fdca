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
  await desk.click(desk.button(/^Settings/));
  return { driver: desk, host };
}

const pane = (): HTMLElement =>
  must(document.querySelector<HTMLElement>('[aria-label=Settings].window'), 'the settings are open');
const page = (): string => must(pane().querySelector('.settings-page'), 'a page is shown').textContent ?? '';
const field = (label: string): HTMLInputElement =>
  must(
    [...pane().querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label))?.control as HTMLInputElement,
    `there is a field ${label}`,
  );
const choice = (name: string): HTMLElement =>
  must(
    [...pane().querySelectorAll<HTMLElement>('.segmented > *')].find(({ textContent }) => textContent === name),
    `one can choose ${name}`,
  );

async function write(driver: DeskDriver, label: string, text: string): Promise<void> {
  await driver.when(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(label), text);
    field(label).dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it('stand at the foot of the rail and open by their own keys', async () => {
  const { driver } = await start();
  const items = [...document.querySelectorAll('[data-rail-item]')].map((item) => item.getAttribute('data-rail-item'));
  expect(items).toEqual(['chat', 'notes', 'weather', 'trace', 'settings', '?']);
  expect(
    document.querySelector('.rail > .spacer')?.nextElementSibling?.querySelector('[data-rail-item=settings]'),
  ).not.toBeNull();
  await driver.click(driver.button(/^Settings, open/));
  await driver.press('9', { code: 'Digit9', ctrlKey: true, shiftKey: true });
  expect(driver.hasButton(/^Settings, open/)).toBe(true);
});

it('change how the desk looks at once, and keep it at the host', async () => {
  const { driver, host } = await start();
  await driver.click(driver.button('Appearance and units'));
  await driver.click(choice('Light'));
  await driver.click(choice('Imperial'));
  expect(host.settings.view.settings).toMatchObject({ appearance: 'light', units: 'imperial' });
  expect(driver.themes.at(-1)).toBe('light');
});

it('ask for the address of a service of which each customer has one of their own', async () => {
  const { driver, host } = await start();
  await driver.click(driver.button('Add a service'));
  await driver.click(driver.button('Azure OpenAI'));
  expect(field('Address').placeholder).toBe('https://your-resource.openai.azure.com/openai/v1');
  await write(driver, 'Address', 'https://mine.openai.azure.com');
  await driver.click(driver.button('Add'));
  expect(host.settings.view.endpoints).toMatchObject([{ preset: 'azure', host: 'mine.openai.azure.com' }]);
});

it('hold the limits on what models cost at the host, and show anew what was used while they are open', async () => {
  const { driver, host } = await start();
  await driver.click(driver.button('Costs'));
  expect(page()).toContain('No model was asked yet.');
  await write(driver, 'Daily limit', '2.50');
  await driver.click(driver.button('Save daily limit'));
  await write(driver, 'Limit per conversation', '');
  await driver.click(driver.button('Save limit per conversation'));
  expect(host.settings.view.settings).toMatchObject({ dayLimitUsd: 2.5, conversationLimitUsd: null });
  const sums = { callCount: 3, inputTokens: 900, outputTokens: 30, knownCostMicroUsd: 3_100, unknownCostCount: 0 };
  host.settings.usage = { ...host.settings.usage, days: [{ day: '2026-05-12', ...sums }] };
  await driver.when(() => host.charge({ callCount: 1 }));
  expect(page()).toContain('Tue, May 123930$0.0031');
});

it('say why a change did not hold', async () => {
  const { driver, host } = await start();
  host.failing.set('settings/change', 'The disk is full. Nothing was changed.');
  await driver.click(driver.button('Appearance and units'));
  await driver.click(choice('Light'));
  expect(pane().querySelector('[role=alert]')?.textContent).toBe('The disk is full. Nothing was changed.');
});

it('add a service, take its key, try a model and use it, and go back to the built-in one', async () => {
  const { driver, host } = await start();
  await driver.click(driver.button('Add a service'));
  await driver.click(driver.button('OpenAI'));
  const { id } = must(host.settings.view.endpoints[0], 'the service was added');
  host.settings.offered.set(id, [{ name: 'small', price: { kind: 'free' }, problem: null }]);
  expect(page()).toContain('No key yet');
  await write(driver, 'Key', 'secret');
  await driver.when(() => field('Key').form?.requestSubmit());
  expect([page().includes('Key stored'), field('Key').value]).toEqual([true, '']);
  await driver.click(driver.button(/^small/));
  await driver.click(driver.button('Test'));
  expect(pane().querySelector('.trial')?.textContent).toBe('small answered and called a tool. 1.2 s, $0.0003.');
  await driver.click(driver.button('Use this model'));
  expect(host.settings.view.model.endpointId).toBe(id);
  await driver.click(driver.button('Use Built in'));
  expect(host.settings.view.model.endpointId).toBe('builtin');
});

it('say that a key is refused wherever it is said to answer, and look again by themselves with another key', async () => {
  const { driver, host } = await start();
  await driver.click(driver.button('Add a service'));
  await driver.click(driver.button('OpenAI'));
  const { id } = must(host.settings.view.endpoints[0], 'the service was added');
  host.settings.refusedKeys.add('wrong');
  await write(driver, 'Key', 'wrong');
  await driver.when(() => field('Key').form?.requestSubmit());
  host.settings.offered.set(id, [{ name: 'small', price: { kind: 'free' }, problem: null }]);
  await write(driver, 'Model', 'small');
  await driver.click(driver.button('Use this model'));
  expect(page()).toContain('It refused the key.');
  expect([page().includes('The key is refused'), page().includes('Answers now')]).toEqual([true, false]);
  await driver.click(driver.button('Costs'));
  await driver.click(driver.button('Models and keys'));
  expect([page().includes('The key is refused'), page().includes('Answers now')]).toEqual([true, false]);
  await driver.click(driver.button('Set up OpenAI'));
  await write(driver, 'Key', 'right');
  await driver.when(() => field('Key').form?.requestSubmit());
  expect([page().includes('refused'), page().includes('Answers now')]).toEqual([false, true]);
});

it('ask for the price of a model that has none, and use it then', async () => {
  const { driver, host } = await start();
  await driver.click(driver.button('Add a service'));
  await driver.click(driver.button('OpenAI'));
  const { id } = must(host.settings.view.endpoints[0], 'the service was added');
  host.settings.offered.set(id, [{ name: 'new', price: { kind: 'unknown' }, problem: null }]);
  await write(driver, 'Key', 'secret');
  await driver.when(() => field('Key').form?.requestSubmit());
  await driver.click(driver.button(/^new/));
  await driver.click(driver.button('Use this model'));
  expect(page()).toContain('It is not known what “new” costs.');
  expect(host.settings.view.model.endpointId).toBe('builtin');
  await write(driver, 'Input', '0,25');
  await write(driver, 'Output', '$2');
  await driver.when(() => field('Input').form?.requestSubmit());
  await driver.click(driver.button('Use this model'));
  expect(host.settings.view.model.endpointId).toBe(id);
  expect(page()).toContain('$0.25 in, $2.00 out, entered by you');
});

it('remove a service only when asked twice', async () => {
  const { driver, host } = await start();
  await driver.click(driver.button('Add a service'));
  await driver.click(driver.button('OpenAI'));
  await driver.click(driver.button('Remove this service'));
  await driver.click(driver.button('Keep it'));
  expect(host.settings.view.endpoints).toHaveLength(1);
  await driver.click(driver.button('Remove this service'));
  await driver.click(driver.button('Remove'));
  expect(host.settings.view.endpoints).toEqual([]);
});

it('name the data folder and copy its path', async () => {
  const { driver, host } = await start();
  await driver.click(driver.button('Data folder'));
  await driver.click(driver.button('Copy path'));
  expect(driver.copied).toEqual([host.settings.view.dataFolder]);
  expect(driver.hasButton('Copied')).toBe(true);
});

it('say why they did not load, and load when asked again', async () => {
  const { driver, host } = await start((fake) => void fake.failing.set('settings/read', 'The disk is full.'));
  expect(pane().textContent).toContain('The settings did not loadThe disk is full.');
  host.failing.clear();
  await driver.click(driver.button('Try again'));
  expect(page()).toContain('Models and keys');
});
