import { CodedError } from '@vos/base';
import { createFakeClock, sequentialIds } from '@vos/base/testing';
import { portPair } from '@vos/protocol/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { sampleAgents } from '../gallery/sample-agents.ts';
import { type DeskDriver, openDesk } from '../testing/desk-driver.tsx';
import { createFakeHost } from '../testing/fake-host.ts';
import { createMemoryStorage, type PageStorage } from './page-storage.ts';

const open: DeskDriver[] = [];
afterEach(async () => {
  for (const desk of open.splice(0)) await desk.unmount();
});

async function start(prepare: (host: ReturnType<typeof createFakeHost>) => void = () => undefined) {
  const storage = createMemoryStorage();
  const tabStorage = createMemoryStorage();
  const clock = createFakeClock();
  const ids = sequentialIds();
  const host = createFakeHost({ clock, ids, portPair, agents: sampleAgents });
  prepare(host);
  const reopen = async (): Promise<DeskDriver> => {
    const desk = await openDesk({ host, clock, ids, storage, tabStorage });
    open.push(desk);
    return desk;
  };
  return { host, clock, reopen, desk: await reopen() };
}

const agent = { kind: 'agent', agentId: 'primary_agent' } as const;
const user = { kind: 'user' } as const;

/** What of a page's storage is not merely who it is. */
const waitingIn = (storage: PageStorage): readonly string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key !== 'vos.client');

describe('sending', () => {
  it('sends with Enter, empties the pill and shows the message once', async () => {
    const { desk, host } = await start();
    await desk.write('What is 15% of 80?');
    await desk.press('Enter', {}, desk.pill());
    expect(desk.conversation()).toEqual([['You', 'What is 15% of 80?']]);
    expect(desk.pill().value).toBe('');
    expect(host.received).toEqual([
      expect.objectContaining({ text: 'What is 15% of 80?', conversationId: host.conversationId, timeZone: 'Europe/Amsterdam' }),
    ]);
    expect(waitingIn(desk.storage)).toEqual([]);
  });

  it('keeps Enter for line breaks with Shift and for the input method while it composes', async () => {
    const { desk, host } = await start();
    await desk.write('こん');
    await desk.press('Enter', { shiftKey: true }, desk.pill());
    await desk.press('Enter', { isComposing: true }, desk.pill());
    expect(host.received).toEqual([]);
    expect(desk.pill().value).toBe('こん');
  });

  it('does not send blanks', async () => {
    const { desk, host } = await start();
    await desk.write('  \n ');
    await desk.press('Enter', {}, desk.pill());
    expect(host.received).toEqual([]);
    expect(desk.button('Send')).toHaveProperty('disabled', true);
  });

  it('leaves out a paste that no message could hold, says so, and keeps what was written', async () => {
    const { desk } = await start();
    await desk.write('Read this: ');
    async function paste(text: string): Promise<boolean> {
      const event = new Event('paste', { bubbles: true, cancelable: true });
      await desk.when(() => desk.pill().dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } })));
      return !event.defaultPrevented;
    }
    expect(await paste('x'.repeat(1_000_000))).toBe(false);
    expect(desk.announced()).toContain('It has 1,000,000 characters, and “Ask anything” holds 50,000 at most.');
    expect(desk.pill().value).toBe('Read this: ');
    expect(await paste('short')).toBe(true);
  });

  it('says that a text is too long before sending it, and keeps the text', async () => {
    const { desk, host } = await start();
    const text = 'x'.repeat(50_001);
    await desk.write(text);
    await desk.press('Enter', {}, desk.pill());
    expect(host.received).toEqual([]);
    expect(desk.pill().value).toBe(text);
    expect(desk.announced()).toContain('That is 50,001 characters, and a message holds at most 50,000');
    await desk.write('x'.repeat(50_000));
    expect(desk.announced()).not.toContain('characters');
    await desk.press('Enter', {}, desk.pill());
    expect(host.received.map(({ text: { length } }) => length)).toEqual([50_000]);
  });

  it('sends a suggestion when it is clicked', async () => {
    const { desk, host } = await start();
    await desk.click(desk.button('What is 15% of 80?'));
    expect(host.received.map(({ text }) => text)).toEqual(['What is 15% of 80?']);
  });

  it('shows why a message was refused and sends it again on Retry, under the same id', async () => {
    const { desk, host } = await start();
    const ids: string[] = [];
    host.beforeStoring = ({ id }) => {
      ids.push(id);
      if (ids.length === 1)
        throw new CodedError('disk-full', 'The disk is full. Free some space and try again.', { retryable: true });
    };
    await desk.write('note that the tap drips');
    await desk.press('Enter', {}, desk.pill());
    expect(desk.announced()).toContain('Not sent. The disk is full. Free some space and try again.');
    await desk.click(desk.button('Retry'));
    expect(desk.conversation()).toEqual([['You', 'note that the tap drips']]);
    expect(new Set(ids).size).toBe(1);
    expect(desk.hasButton('Retry')).toBe(false);
  });
});

describe('a draft', () => {
  it('is still in the pill after a reload', async () => {
    const { desk, reopen } = await start();
    await desk.write('Dear landlord,');
    await desk.unmount();
    open.splice(0);
    const reloaded = await reopen();
    expect(reloaded.pill().value).toBe('Dear landlord,');
  });
});

describe('a lost connection', () => {
  it('keeps what is sent meanwhile and sends it by itself, in order, once', async () => {
    const { desk, host } = await start();
    host.access = 'unreachable';
    await desk.when(() => host.drop());
    expect(desk.announced()).toContain('Reconnecting');
    for (const text of ['first', 'second']) {
      await desk.write(text);
      await desk.press('Enter', {}, desk.pill());
    }
    expect(desk.conversation()).toEqual([
      ['You', 'first'],
      ['You', 'second'],
    ]);
    await desk.advance(10_000);
    expect(desk.announced()).toContain('Offline');
    host.access = 'open';
    await desk.click(desk.button('Try now'));
    expect(host.received.map(({ text }) => text)).toEqual(['first', 'second']);
    expect(desk.announced()).not.toContain('Offline');
    expect(desk.conversation()).toEqual([
      ['You', 'first'],
      ['You', 'second'],
    ]);
  });

  it('does not lose what waits when the page is reloaded', async () => {
    const { desk, host, reopen } = await start();
    host.access = 'unreachable';
    await desk.when(() => host.drop());
    await desk.write('Ask Sam whether nine is too early');
    await desk.press('Enter', {}, desk.pill());
    await desk.unmount();
    open.splice(0);
    host.access = 'open';
    const reloaded = await reopen();
    expect(host.received.map(({ text }) => text)).toEqual(['Ask Sam whether nine is too early']);
    expect(reloaded.conversation()).toEqual([['You', 'Ask Sam whether nine is too early']]);
  });

  it('sends again without doubling what the host had already stored', async () => {
    const { desk, host } = await start();
    let drops = 0;
    host.beforeStoring = async (params) => {
      if (drops > 0) return;
      drops += 1;
      // The host stores it, but dies before it can say so.
      host.received.push(params);
      host.messages.push(host.message({ id: params.id, author: user, text: params.text }));
      host.drop();
    };
    await desk.write('once');
    await desk.press('Enter', {}, desk.pill());
    await desk.advance(500);
    expect(host.received).toHaveLength(1);
    expect(desk.conversation()).toEqual([['You', 'once']]);
    expect(waitingIn(desk.storage)).toEqual([]);
  });

  it('shows what happened in the meantime', async () => {
    const { desk, host } = await start();
    await desk.when(() => host.restart());
    host.messages.push(host.message({ author: agent, text: 'While you were away' }));
    await desk.advance(500);
    expect(desk.conversation()).toEqual([['VOS', 'While you were away']]);
  });

  it('with a wrong key says what to open, and does not knock again by itself', async () => {
    const { desk, host } = await start((fake) => {
      fake.access = 'refused';
    });
    expect(desk.announced()).toContain('Open the address that npm start printed');
    host.access = 'open';
    await desk.advance(60_000);
    expect(desk.announced()).toContain('Open the address that npm start printed');
    await desk.click(desk.button('Try again'));
    expect(desk.pill().placeholder).toBe('Ask anything');
  });
});

describe('a reply', () => {
  it('grows as it is written and is replaced by the finished message', async () => {
    const { desk, host } = await start();
    const turnId = `turn_${'1'.repeat(32)}`;
    host.messages.push(host.message({ author: user, text: 'hello' }));
    await desk.when(() => host.stream(turnId, 1, 0, 'Good '));
    await desk.when(() => host.stream(turnId, 1, 5, 'morning'));
    expect(desk.conversation().at(-1)).toEqual(['VOS', 'Good morning']);
    await desk.when(() => host.say(host.message({ author: agent, text: 'Good morning.', turnId })));
    expect(desk.conversation().filter(([author]) => author === 'VOS')).toEqual([['VOS', 'Good morning.']]);
    expect(desk.announced()).toContain('Good morning.');
  });

  it('is taken back when its attempt fails', async () => {
    const { desk, host } = await start();
    const turnId = `turn_${'1'.repeat(32)}`;
    await desk.when(() => host.stream(turnId, 1, 0, 'I was wro'));
    await desk.when(() => host.withdraw(turnId, 1));
    expect(desk.conversation()).toEqual([]);
  });

  it('that arrives while the chat is closed is counted on the rail', async () => {
    const { desk, host } = await start();
    await desk.click(desk.button('Close'));
    expect(desk.hasButton('Chat')).toBe(true);
    await desk.when(() => host.say(host.message({ author: agent, text: 'The plumber called.' })));
    await desk.click(desk.button('Chat, 1 new'));
    expect(desk.conversation()).toEqual([['VOS', 'The plumber called.']]);
    expect(desk.hasButton('Chat, open')).toBe(true);
  });
});

describe('the chat', () => {
  it('shows markup and script as the text they are', async () => {
    const { desk } = await start((host) => {
      host.messages.push(host.message({ author: agent, text: '<img src=x onerror="alert(1)"><script>alert(2)</script>' }));
    });
    expect(desk.conversation()).toEqual([['VOS', '<img src=x onerror="alert(1)"><script>alert(2)</script>']]);
    expect(document.querySelectorAll('[role=log] img, [role=log] script')).toHaveLength(0);
  });

  it('names who is at work, for whom and on what', async () => {
    const { desk, host, clock } = await start();
    const since = new Date(clock.now()).toISOString();
    await desk.when(() =>
      host.work({ agentId: 'weather_agent', state: 'executing_tools', doing: 'reading the weather for Utrecht', since }),
    );
    expect(desk.announced()).toContain('VOSWeather agent reading the weather for Utrecht');
    await desk.advance(4_000);
    expect(document.querySelector('.working-time')?.textContent).toBe('4 s');
    await desk.when(() => host.work({ agentId: 'weather_agent', state: 'idle', doing: null, since }));
    expect(desk.announced()).not.toContain('Weather agent');
  });

  it('says why an answer is not there yet, and when it is tried again', async () => {
    const { desk, host, clock } = await start();
    const at = (inMs: number): string => new Date(clock.now() + inMs).toISOString();
    const waits = { agentId: 'primary_agent', state: 'retrying', doing: 'Ollama does not answer.' } as const;
    await desk.when(() => host.work({ ...waits, since: at(0), resumesAt: at(4_000) }));
    expect(desk.announced()).toContain('Ollama does not answer. It is tried again.');
    const counted = (): string | null | undefined => document.querySelector('.working-time')?.textContent;
    expect(counted()).toBe('Trying again in 4 s');
    await desk.advance(3_000);
    expect(counted()).toBe('Trying again in 1 s');
    await desk.advance(1_000);
    expect(counted()).toBe('Trying again…');
  });

  it('says that VOS writes while its words come', async () => {
    const { desk, host, clock } = await start();
    const since = new Date(clock.now()).toISOString();
    await desk.when(() => host.work({ agentId: 'primary_agent', state: 'thinking', doing: null, since }));
    expect(desk.announced()).toContain('VOS thinking');
    await desk.when(() => host.stream(`turn_${'1'.repeat(32)}`, 1, 0, 'Good '));
    expect(desk.announced()).toContain('VOS writing');
  });

  it('loads earlier messages in front of those it has', async () => {
    const { desk } = await start((host) => {
      for (let count = 1; count <= 120; count += 1) host.messages.push(host.message({ author: user, text: `message ${count}` }));
    });
    expect(desk.conversation()).toHaveLength(50);
    await desk.click(desk.button('Show earlier messages'));
    await desk.click(desk.button('Show earlier messages'));
    expect(desk.conversation().map(([, text]) => text)).toEqual(
      Array.from({ length: 120 }, (_, index) => `message ${index + 1}`),
    );
    expect(desk.hasButton('Show earlier messages')).toBe(false);
  });

  it('opens again by its key, and “/” goes to the pill', async () => {
    const { desk } = await start();
    await desk.click(desk.button('Close'));
    await desk.press('!', { code: 'Digit1', ctrlKey: true, shiftKey: true }, document.body);
    expect(desk.hasButton('Chat, open')).toBe(true);
    desk.pill().blur();
    await desk.press('/', { code: 'Slash' }, document.body);
    expect(document.activeElement).toBe(desk.pill());
  });

  it('fills the desk and goes back with Escape', async () => {
    const { desk } = await start();
    await desk.click(desk.button('Full screen'));
    expect(desk.hasButton('Leave full screen')).toBe(true);
    await desk.press('Escape', {}, document.body);
    expect(desk.hasButton('Full screen')).toBe(true);
  });
});
