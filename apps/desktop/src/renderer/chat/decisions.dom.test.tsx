import { must } from '@vos/base';
import { createFakeClock, sequentialIds } from '@vos/base/testing';
import { portPair } from '@vos/protocol/testing';
import type { Approval } from '@vos/protocol/entities';
import { afterEach, describe, expect, it } from 'vitest';
import { sampleAgents } from '../gallery/sample-agents.ts';
import { type DeskDriver, openDesk } from '../testing/desk-driver.tsx';
import { createFakeHost, type FakeHost } from '../testing/fake-host.ts';

let desk: DeskDriver | undefined;
afterEach(() => desk?.unmount());

async function start(prepare: (host: FakeHost) => void = () => undefined) {
  const clock = createFakeClock();
  const ids = sequentialIds();
  const host = createFakeHost({ clock, ids, portPair, agents: sampleAgents });
  prepare(host);
  desk = await openDesk({ host, clock, ids });
  return { driver: desk, host };
}

/** A request in answer to which an agent asks before it writes a note. */
function ask(host: FakeHost, part: Partial<Approval> = {}): Approval {
  const request = host.message({
    author: { kind: 'user' },
    text: 'note that the plumber comes on Friday',
    ...conversationOf(part),
  });
  host.say(request);
  const call = host.toolCall({
    agentId: 'notes_agent',
    toolName: 'create_note',
    state: 'waiting',
    arguments: { title: 'The plumber comes on Friday' },
    traceId: request.traceId,
    ...conversationOf(part),
  });
  host.finishTool(call);
  host.toolCalls.push(call);
  return host.permissions.ask({ ...call, state: 'waiting', ...part });
}
const conversationOf = ({ conversationId }: Partial<Approval>) => (conversationId === undefined ? {} : { conversationId });

const card = (): HTMLElement => must(document.querySelector<HTMLElement>('.tool-card.is-question'), 'a card waits');
const choose = (title: string): Element =>
  must(
    [...card().querySelectorAll('.segmented label')].find(({ textContent }) => textContent === title),
    `there is ${title}`,
  );

/** Presses a button as somebody does who read the card first. */
async function press(driver: DeskDriver, name: string, init: MouseEventInit & { readonly afterMs?: number } = {}): Promise<void> {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
  const timeStamp = event.timeStamp + (init.afterMs ?? 2_000);
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  await driver.when(() => driver.button(name).dispatchEvent(event));
}

describe('a card on which an agent asks', () => {
  it('says what would be done, with what and why, and is read out when it appears, without taking the focus', async () => {
    const { driver, host } = await start();
    driver.pill().focus();
    await driver.when(() => ask(host));
    expect(card().getAttribute('aria-label')).toBe('The notes agent wants to write a note');
    expect(card().textContent).toContain('TitleThe plumber comes on Friday');
    expect(card().textContent).toContain('You are asked before agents change your records.');
    expect(driver.announced()).toContain(
      'The notes agent wants to write a note. You are asked before agents change your records.',
    );
    expect(document.activeElement).toBe(driver.pill());
  });

  it('is there again after a restart of the host, and decides once', async () => {
    const { driver, host } = await start();
    const asked = await driver.when(() => ask(host)).then(() => must(host.permissions.approvals[0], 'it was asked'));
    await driver.when(() => host.restart());
    await driver.advance(10_000);
    await press(driver, 'Allow');
    expect(host.permissions.decisions).toEqual([{ id: asked.id, decision: 'allow', scope: 'once' }]);
    expect(document.querySelector('.tool-card.is-question')).toBeNull();
    expect(document.querySelector('.tool-decision')?.textContent).toBe('You allowed this once.');
  });

  it('says what each decision means for as long as was chosen: a denial is of everything of its kind', async () => {
    const { driver, host } = await start();
    await driver.when(() => ask(host));
    await driver.click(choose('Always'));
    expect(card().querySelector('.approval-means')?.textContent).toBe(
      'AllowThe notes agent may always write a note without asking.Don’t allowAgents never change your records, until you change it in the settings.',
    );
    await press(driver, 'Don’t allow');
    expect(host.permissions.decisions).toMatchObject([{ decision: 'deny', scope: 'always' }]);
    expect(document.querySelector('.tool-decision')?.textContent).toBe(
      'You did not allow this: agents do not change your records from now on.',
    );
  });

  it('names what the agent read from strangers, and allows it for no longer than is offered', async () => {
    const { driver, host } = await start();
    await driver.when(() =>
      ask(host, { reason: 'untrusted', sources: ['firecrawl_scrape', 'ddg_text_search'], scopes: ['once', 'conversation'] }),
    );
    expect(card().textContent).toContain('It read firecrawl_scrape, ddg_text_search.');
    await driver.click(choose('Always'));
    expect(card().textContent).toContain('AllowNot for this long, because of why you are asked.');
    await press(driver, 'Allow');
    expect(host.permissions.decisions).toEqual([]);
    await driver.click(choose('In this conversation'));
    await press(driver, 'Allow');
    expect(host.permissions.decisions).toMatchObject([{ decision: 'allow', scope: 'conversation' }]);
  });

  it('is not decided by a click or Enter meant for what stood there a moment before, nor by the second click of two', async () => {
    const { driver, host } = await start();
    await driver.when(() => ask(host));
    await press(driver, 'Allow', { afterMs: 0 });
    await press(driver, 'Allow', { detail: 2 });
    expect(host.permissions.decisions).toEqual([]);
  });

  it('keeps whoever decides by keyboard at the card', async () => {
    const { driver, host } = await start();
    await driver.when(() => ask(host));
    const { entryId } = card().dataset;
    await driver.when(() => driver.button('Allow').focus());
    await press(driver, 'Allow');
    expect((document.activeElement as HTMLElement).dataset['entryId']).toBe(entryId);
  });

  it('says why a decision did not hold, and can be decided again', async () => {
    const { driver, host } = await start();
    await driver.when(() => ask(host));
    host.failing.set('approval/decide', 'The disk is full. Nothing was changed.');
    await press(driver, 'Allow');
    expect(card().querySelector('[role=alert]')?.textContent).toBe('The disk is full. Nothing was changed.');
    host.failing.clear();
    await press(driver, 'Allow');
    expect(host.permissions.decisions).toHaveLength(1);
  });

  it('shows what another window decided', async () => {
    const { driver, host } = await start();
    await driver.when(() => ask(host));
    const { id } = must(host.permissions.approvals[0], 'it was asked');
    await driver.when(() => host.permissions.end(id, { state: 'withdrawn', scope: null }));
    expect(document.querySelector('.tool-decision')?.textContent).toBe('The request ended before you decided. It was not done.');
    expect(driver.hasButton('Allow')).toBe(false);
  });

  it('folds what is long, tells how long it is, and leaves nothing out', async () => {
    const { driver, host } = await start();
    const number = 31_612_345_678;
    await driver.when(() => ask(host, { arguments: { content: 'word '.repeat(400), number } }));
    expect(card().textContent).toContain(String(number));
    expect(card().textContent).toContain('Show all 2,000 characters');
    await driver.click(driver.button('Show all of Content'));
    expect(card().querySelector('dd')?.textContent).toContain('word '.repeat(400));
  });

  it('far up, above what is loaded, is told of and brought into view', async () => {
    const { driver } = await start((host) => {
      ask(host);
      for (let count = 0; count < 60; count += 1)
        host.messages.push(host.message({ author: { kind: 'agent', agentId: 'primary_agent' }, text: `Answer ${count}` }));
    });
    expect(driver.hasButton('Allow')).toBe(false);
    expect(driver.announced()).toContain('Further up, 1 waits for you.');
    await driver.click(driver.button('Show earlier messages'));
    expect(driver.hasButton('Allow')).toBe(true);
    expect(driver.announced()).not.toContain('Further up');
  });

  it('in another conversation is counted at the rail and in the list, until it is decided', async () => {
    const { driver, host } = await start();
    const other = host.conversations.add('Trains to Maastricht', '2026-01-01T09:00:00.000Z');
    await driver.when(() => host.conversations.rename(other.id, other.title));
    await driver.when(() => driver.services.conversationList.refresh());
    await driver.when(() => ask(host, { conversationId: other.id }));
    expect(driver.hasButton('Chat, open, 1 waits for you')).toBe(true);
    await driver.click(driver.button('Conversations, 1 waits for you'));
    expect(document.querySelector('.conversations')?.textContent).toContain('Waits for you');
    await driver.when(() =>
      host.permissions.end(must(host.permissions.approvals[0], 'it was asked').id, { state: 'denied', scope: 'once' }),
    );
    expect(driver.hasButton('Chat, open')).toBe(true);
  });
});

describe('something of which nobody knows whether it happened', () => {
  async function lost(part: { readonly canCheck: boolean }) {
    const started = await start();
    const { driver, host } = started;
    const request = host.message({ author: { kind: 'user' }, text: 'Order the tap' });
    const call = host.toolCall({ agentId: 'notes_agent', toolName: 'order', state: 'uncertain', traceId: request.traceId });
    await driver.when(() => {
      host.say(request);
      host.startTool(call);
      host.permissions.lose({ ...call, ...part });
    });
    return { ...started, call };
  }

  it('shows what is known, and what the other side says when it is asked', async () => {
    const { driver, host } = await lost({ canCheck: true });
    expect(card().textContent).toContain('VOS was ended while this was under way, so it may have happened or not.');
    host.traces.answer = { outcome: 'unknown', text: 'Nothing is known there.' };
    await driver.click(driver.button('Check'));
    expect(card().querySelector('[role=status]')?.textContent).toBe('Nothing is known there.');
    host.failing.set('effect/check', 'The service did not answer.');
    await driver.click(driver.button('Check'));
    expect(card().querySelector('[role=alert]')?.textContent).toBe('The service did not answer.');
  });

  it('is settled by the person where nobody can be asked', async () => {
    const { driver, host, call } = await lost({ canCheck: false });
    expect(driver.hasButton('Check')).toBe(false);
    await driver.click(driver.button('It was done'));
    expect(host.traces.settled).toEqual([{ id: call.id, outcome: 'done' }]);
    expect(document.querySelector('.tool-card.is-question')).toBeNull();
  });
});

describe('Stop', () => {
  it('is there while agents are at work, ends every request under way, and says when that failed', async () => {
    const { driver, host } = await start();
    expect(driver.hasButton('Stop')).toBe(false);
    const [first, second] = ['one', 'two'].map((text) => host.message({ author: { kind: 'user' }, text }));
    await driver.when(() => {
      host.say(must(first, 'there are two'));
      host.say(must(second, 'there are two'));
      host.work({ agentId: 'notes_agent', state: 'thinking', doing: null, since: '2026-05-12T10:00:00.000Z' });
    });
    host.failing.set('request/stop', 'The disk is full.');
    await driver.click(driver.button('Stop'));
    expect(driver.announced()).toContain('The request was not stopped');
    host.failing.clear();
    await driver.click(driver.button('Stop'));
    await driver.click(driver.button('Stop'));
    // The one at work first.
    expect(host.permissions.stopped).toEqual([second?.traceId, first?.traceId]);
  });

  it('is a key as well, also while the person types', async () => {
    const { driver, host } = await start();
    const request = host.message({ author: { kind: 'user' }, text: 'one' });
    await driver.when(() => host.say(request));
    await driver.press('.', { code: 'Period', ctrlKey: true }, driver.pill());
    expect(host.permissions.stopped).toEqual([request.traceId]);
  });

  it('also ends a request whose message the host has not confirmed yet', async () => {
    const { driver, host } = await start();
    let store = (): void => {};
    host.beforeStoring = () => new Promise<void>((resolve) => (store = resolve));
    await driver.write('what is 2 + 3');
    await driver.press('Enter');
    await driver.click(driver.button('Stop'));
    expect(host.permissions.stopped).toEqual([]);
    await driver.when(() => store());
    expect(host.permissions.stopped).toEqual([host.messages[0]?.traceId]);
  });
});
