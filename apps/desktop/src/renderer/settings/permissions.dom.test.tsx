import { must } from '@vos/base';
import { createFakeClock, sequentialIds } from '@vos/base/testing';
import { portPair } from '@vos/protocol/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { sampleAgents } from '../gallery/sample-agents.ts';
import { type DeskDriver, openDesk } from '../testing/desk-driver.tsx';
import { createFakeHost, type FakeHost } from '../testing/fake-host.ts';
import { sampleClasses, sampleRule } from '../testing/sample-permissions.ts';

let desk: DeskDriver | undefined;
afterEach(() => desk?.unmount());

const decidedAt = '2026-01-01T00:00:00.000Z';

async function start(prepare: (host: FakeHost) => void = () => undefined) {
  const clock = createFakeClock();
  const ids = sequentialIds();
  const host = createFakeHost({ clock, ids, portPair, agents: sampleAgents });
  host.permissions.view = { classes: sampleClasses, rules: [] };
  prepare(host);
  desk = await openDesk({ host, clock, ids });
  await desk.click(desk.button(/^Settings/));
  await desk.click(desk.button('Permissions'));
  return { driver: desk, host };
}

const page = (): HTMLElement => must(document.querySelector<HTMLElement>('.settings-page'), 'a page is shown');
const chosen = (title: string): string | undefined =>
  page().querySelector(`[role=radiogroup][aria-label="${title}"] .is-on`)?.textContent ?? undefined;
const choice = (title: string, name: string): Element =>
  must(
    [...page().querySelectorAll(`[role=radiogroup][aria-label="${title}"] label`)].find(
      ({ textContent }) => textContent === name,
    ),
    `one can choose ${name}`,
  );

describe('the permissions page', () => {
  it('says of each kind of effect whether agents may do it, what that is about, and takes another choice at once', async () => {
    const { driver, host } = await start();
    expect([chosen('Change your records'), chosen('Ask services on the internet'), chosen('Send messages to people')]).toEqual([
      'Ask first',
      'Allow',
      'Never',
    ]);
    await driver.click(driver.button('What that is: 13 things they can do'));
    expect(page().querySelector('.permission-tools')?.textContent).toContain(
      'Every agentadd a task, change a task, give a task to somebody, take a task from somebodyVOSwrite a document',
    );
    await driver.click(choice('Change your records', 'Never'));
    expect([chosen('Change your records'), host.permissions.view.classes[0]?.permission]).toEqual(['Never', 'deny']);
  });

  it('lists decisions made on cards, takes one back, and lets it hold again', async () => {
    const { driver, host } = await start((fake) => {
      fake.permissions.view = {
        classes: sampleClasses,
        rules: [
          sampleRule({ id: 'rule_1', decidedAt }),
          sampleRule({
            id: 'rule_2',
            decidedAt,
            decision: 'deny',
            effect: 'message-out',
            agentId: null,
            toolName: null,
            conversationId: fake.conversationId,
          }),
        ],
      };
    });
    const listed = (): string[] =>
      [...page().querySelectorAll('.permission-rule div')].map(({ textContent }) => textContent ?? '');
    expect(listed().map((text) => text.split(' · ')[0])).toEqual([
      'The notes agent may write a noteEverywhere',
      'Agents do not send messages to peopleIn “Chat”',
    ]);
    await driver.click(driver.button('Take back: The notes agent may write a note'));
    expect(listed()).toHaveLength(1);
    await driver.click(driver.button('Undo'));
    expect([listed().length, host.permissions.view.rules.length]).toEqual([2, 2]);
  });

  it('shows a decision that is made on a card while it is open', async () => {
    const { driver, host } = await start();
    expect(page().textContent).toContain('None that still holds.');
    await driver.when(() => host.permissions.hold(sampleRule({ id: 'rule_1', decidedAt })));
    expect(page().textContent).toContain('The notes agent may write a note');
  });

  it('says why a choice did not hold, and why nothing was read', async () => {
    const { driver, host } = await start();
    host.failing.set('permission/change', 'The disk is full. Nothing was changed.');
    await driver.click(choice('Change your records', 'Never'));
    expect([page().querySelector('[role=alert]')?.textContent, chosen('Change your records')]).toEqual([
      'The disk is full. Nothing was changed.',
      'Ask first',
    ]);
  });

  it('says why it did not load, and loads when asked again', async () => {
    const { driver, host } = await start((fake) => void fake.failing.set('permission/read', 'The disk is full.'));
    expect(page().querySelector('[role=alert]')?.textContent).toBe('The disk is full.Try again');
    host.failing.clear();
    await driver.click(driver.button('Try again'));
    expect(chosen('Change your records')).toBe('Ask first');
  });
});
