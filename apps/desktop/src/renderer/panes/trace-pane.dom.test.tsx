import { must } from '@vos/base';
import { createFakeClock, sequentialIds } from '@vos/base/testing';
import { portPair } from '@vos/protocol/testing';
import type { Finding } from '@vos/protocol/entities';
import { afterEach, expect, it } from 'vitest';
import { sampleAgents } from '../gallery/sample-agents.ts';
import { type DeskDriver, openDesk } from '../testing/desk-driver.tsx';
import { createFakeHost, type FakeHost } from '../testing/fake-host.ts';
import { sampleAnswered, sampleFailed, sampleLetter, sampleRunning, sampleUncertain } from '../testing/sample-traces.ts';

let desk: DeskDriver | undefined;
afterEach(() => desk?.unmount());

async function start(prepare: (host: FakeHost, nowMs: number) => void = () => undefined) {
  const clock = createFakeClock();
  const ids = sequentialIds();
  const host = createFakeHost({ clock, ids, portPair, agents: sampleAgents });
  prepare(host, clock.now());
  const driver = await openDesk({ host, clock, ids });
  desk = driver;
  await driver.click(driver.button(/^Trace/));
  return { driver, host, clock };
}

const pane = (): Element => must(document.querySelector('.trace'), 'the trace window is open');
const rows = (): readonly string[] =>
  [...pane().querySelectorAll('.trace-row-head bdi')].map(({ textContent }) => textContent ?? '');
const titles = (): readonly string[] => [...pane().querySelectorAll('.route-title')].map(({ textContent }) => textContent ?? '');

it('says that nothing was asked yet, and what went wrong where the requests did not load', async () => {
  const { driver, host } = await start((fake) => fake.failing.set('trace/list', 'The disk is full.'));
  expect(pane().textContent).toContain('The requests did not loadThe disk is full.');
  host.failing.clear();
  await driver.click(must(pane().querySelector('.empty button'), 'it can be tried again'));
  expect(pane().textContent).toContain('No requests yet');
});

it('shows the way of the latest request, and of the one that is chosen', async () => {
  const { driver } = await start((host, nowMs) => {
    host.traces.routes.push(sampleAnswered(nowMs - 60_000), sampleFailed(nowMs - 120_000));
  });
  expect(rows()).toEqual(['what is 15% of 80', 'What did I promise the landlord?']);
  expect([...pane().querySelectorAll('.lane-name')].map(({ textContent }) => textContent)).toEqual([
    'You',
    'VOS',
    'Calculator agent',
    'Tools',
  ]);
  expect(titles()).toEqual([
    'You asked VOS',
    'VOS thought18 ms',
    'VOS wrote to the calculator agent',
    'Calculator agent thought14 ms',
    'Usedbasic_calculation6 ms',
    'Calculator agent thought9 ms',
    'Calculator agent wrote to VOS',
    'VOS thought15 ms',
    'VOS answered you',
  ]);
  await driver.click(driver.button('Show details'));
  expect([...pane().querySelectorAll('pre')].map(({ textContent }) => textContent)).toEqual([
    '{\n  "expression": "15% of 80"\n}',
    '{\n  "result": 12,\n  "formattedResult": "12",\n  "isExact": true\n}',
  ]);
  await driver.click(must(pane().querySelectorAll('.trace-row')[1], 'there is a second request'));
  expect(pane().querySelector('.route-head')?.textContent).toContain('What did I promise the landlord?Failed after 0.4 s');
});

it('follows a request as it goes on, reading once for all that happens in a moment, and nothing while it is closed', async () => {
  const { driver, host, clock } = await start((fake, nowMs) => fake.traces.routes.push(sampleRunning(nowMs)));
  expect(pane().querySelectorAll('.route-line.is-running')).toHaveLength(2);
  expect(host.traces.asked).toEqual({ list: 1, read: 1 });
  const { trace, hops } = sampleAnswered(clock.now());
  host.traces.routes[0] = { trace: { ...trace, id: sampleRunning(0).trace.id }, hops };
  const asked = { ...host.traces.asked };
  await driver.when(() => {
    for (let count = 0; count < 20; count += 1) host.charge({});
  });
  expect(host.traces.asked).toEqual(asked);
  await driver.advance(150);
  expect(host.traces.asked).toEqual({ list: 2, read: 2 });
  expect(titles().at(-1)).toBe('VOS answered you');
  await driver.click(must(document.querySelector('[aria-label="Trace"] [aria-label="Close"]'), 'the window can be closed'));
  await driver.when(() => host.charge({}));
  await driver.advance(150);
  expect(host.traces.asked).toEqual({ list: 2, read: 2 });
});

it('tries a request again that could not be answered, and drops one with a way back', async () => {
  const { driver, host, clock } = await start((fake, nowMs) => {
    fake.traces.routes.push(sampleAnswered(nowMs), sampleFailed(nowMs));
    fake.traces.letters.push(sampleLetter(nowMs));
  });
  const letters = (): string | undefined => pane().querySelector('.matters')?.textContent ?? undefined;
  expect(letters()).toContain('1 request could not be answeredWhat did I promise the landlord?');
  await driver.click(driver.button(/^Drop: /));
  await driver.advance(150);
  expect(letters()).toBe(undefined);
  await driver.click(driver.button('Undo'));
  await driver.advance(150);
  expect(letters()).toContain('What did I promise the landlord?');
  await driver.click(driver.button(/^Try again: /));
  await driver.advance(150);
  expect([letters(), host.traces.retried]).toEqual([undefined, [sampleLetter(clock.now()).id]]);
  expect(pane().querySelector('.route-head h3')?.textContent).toBe('What did I promise the landlord?');
});

it('keeps the room of the requests where many were not answered, and drops all of them with one way back', async () => {
  const { driver } = await start((fake, nowMs) => {
    fake.traces.routes.push(sampleFailed(nowMs));
    for (const id of ['a', 'b', 'c']) fake.traces.letters.push({ ...sampleLetter(nowMs), id, excerpt: `Question ${id}` });
  });
  const shown = (): readonly string[] => [...pane().querySelectorAll('.matter bdi')].map(({ textContent }) => textContent ?? '');
  expect(shown()).toEqual(['Question a', 'Question b']);
  await driver.click(driver.button('Show all'));
  expect(shown()).toEqual(['Question a', 'Question b', 'Question c']);
  await driver.click(driver.button('Drop all'));
  await driver.advance(150);
  expect(shown()).toEqual([]);
  await driver.click(driver.button('Undo'));
  await driver.advance(150);
  expect(pane().querySelector('.matters h3')?.textContent).toBe('3 requests could not be answered');
});

it('tells what waits for the person and what they stopped from what runs and what failed', async () => {
  await start((fake, nowMs) => {
    const { trace, hops } = sampleFailed(nowMs);
    (['waiting', 'refused', 'stopped', 'limited', 'unanswered'] as const).forEach((state, at) =>
      fake.traces.routes.push({ trace: { ...trace, id: `trace_${at}`, state, idleMs: 7_200_000, waitedMs: 12_000 }, hops }),
    );
  });
  expect([...pane().querySelectorAll('.trace-row .trace-mark')].map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'Waits for you',
    'Refused by you',
    'Stopped by you',
    'Stopped by a limit',
    'No answer',
  ]);
  expect(pane().querySelector('.route-facts')?.textContent).toContain('set aside for 120 min 0 s · waited for you 12 s');
});

it('finds requests by words and brings earlier ones, and goes through both lists with the arrows', async () => {
  const { driver } = await start((host, nowMs) => {
    for (let index = 0; index < 70; index += 1) {
      const { trace, hops } = sampleAnswered(nowMs - index * 1_000);
      const id = `trace_${String(index).padStart(32, '0')}`;
      host.traces.routes.push({ trace: { ...trace, id, asked: `Question ${index}` }, hops });
    }
  });
  expect(rows()).toHaveLength(50);
  await driver.click(driver.button('Show earlier requests'));
  expect([rows().length, rows().at(-1)]).toEqual([70, 'Question 69']);
  const first = must(pane().querySelector<HTMLElement>('.trace-row'), 'there is a request');
  await driver.when(() => first.focus());
  await driver.press('ArrowDown');
  expect(document.activeElement?.textContent).toContain('Question 1');
  const line = must(pane().querySelector<HTMLElement>('.route-line'), 'there is a step');
  await driver.when(() => line.focus());
  await driver.press('End');
  expect(document.activeElement?.textContent).toContain('VOS answered you');
  expect(pane().querySelectorAll('.route-line[tabindex="0"]')).toHaveLength(1);

  const field = must(pane().querySelector('input'), 'there is a field for words');
  await driver.when(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'question 69');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await driver.advance(200);
  expect(rows()).toEqual(['Question 69']);
});

it('turns no letters around in what was asked, said and answered', async () => {
  const file = '\u202Egnp.exe';
  const { driver } = await start((host, nowMs) => {
    const route = sampleAnswered(nowMs - 60_000);
    const text = { text: file, fullLength: file.length };
    const hops = route.hops.map((hop) => {
      if (hop.kind === 'message') return { ...hop, text };
      return hop.kind === 'tool' ? { ...hop, arguments: text, result: text } : hop;
    });
    host.traces.routes.push({ hops, trace: { ...route.trace, asked: file, conversationTitle: file } });
  });
  await driver.click(driver.button('Show details'));
  expect(rows()).toEqual(['\uFFFDgnp.exe']);
  expect(pane().querySelector('.route-facts')?.textContent).toContain('in “\uFFFDgnp.exe”');
  expect([...pane().querySelectorAll('.route-details pre')].map(({ textContent }) => textContent)).toEqual([
    '\uFFFDgnp.exe',
    '\uFFFDgnp.exe',
  ]);
  expect(document.body.innerHTML).not.toContain('\u202E');
});

it('opens from an answer in the chat', async () => {
  const { driver, host } = await start((fake, nowMs) => fake.traces.routes.push(sampleAnswered(nowMs), sampleFailed(nowMs)));
  const { trace } = sampleFailed(0);
  await driver.when(() =>
    host.say(host.message({ author: { kind: 'agent', agentId: 'primary_agent' }, text: 'Three things.', traceId: trace.id })),
  );
  await driver.click(driver.button('How this was answered'));
  expect(pane().querySelector('.route-head h3')?.textContent).toBe('What did I promise the landlord?');
});

it('asks the other side what became of something uncertain, and takes the person’s word for it', async () => {
  const { driver, host } = await start((fake, nowMs) => void fake.traces.effects.push(sampleUncertain(nowMs)));
  const matters = (): string => pane().querySelector('.matters')?.textContent ?? '';
  expect(matters()).toContain('1 thing may have happened or notWeather agent, send_mailJust nowIt was begun');
  await driver.click(driver.button(/^Check: /));
  expect(matters()).toContain('The other side cannot be reached.');
  host.traces.answer = { outcome: 'unknown', text: 'The other side could not say.' };
  await driver.click(driver.button(/^Check: /));
  expect(driver.announced()).toContain('The other side could not say.');
  await driver.click(driver.button(/^It was not done: /));
  await driver.advance(150);
  expect([matters(), host.traces.settled]).toEqual(['', [{ id: sampleUncertain(0).id, outcome: 'not-done' }]]);
});

it('tells what the observer found, wherever the person is, and shows it with the request', async () => {
  const { driver, host } = await start((fake, nowMs) => {
    fake.traces.routes.push(sampleAnswered(nowMs - 60_000), sampleFailed(nowMs - 120_000));
  });
  const found = must(host.traces.routes[1], 'there are two requests');
  const finding: Finding = {
    id: `finding_${'0'.repeat(32)}`,
    traceId: found.trace.id,
    conversationId: found.trace.conversationId,
    agentId: 'primary_agent',
    rule: 'loop',
    text: 'The primary agent did the same (read page) 4 times in one request.',
    foundAt: found.trace.startedAt,
  };
  await driver.click(driver.button(/^Trace/));
  await driver.when(() => host.find(finding));
  expect(document.querySelector('.toast')?.textContent).toContain(finding.text);
  await driver.click(driver.button('Look at it'));
  expect(pane().querySelector('.route-head')?.textContent).toContain('What did I promise the landlord?');
  expect(pane().querySelector('.route-finding')?.textContent).toContain(finding.text);
});
