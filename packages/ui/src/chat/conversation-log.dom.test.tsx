import { must } from '@vos/base';
import type { Message, NoteSummary, ToolCall } from '@vos/protocol/entities';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Rendered, render } from '../testing/render.tsx';
import { ConversationLog } from './conversation-log.tsx';
import type { ShownToolCall, TimelineSource } from './timeline.ts';

let view: Rendered;
let copied: string[];
let traced: string[];
beforeEach(() => {
  copied = [];
  traced = [];
});
afterEach(() => view.unmount());

function message(id: string, author: Message['author'], text: string): Message {
  const at = '2026-05-12T09:00:00.000Z';
  return { id, conversationId: 'c', parentId: null, author, text, sentAt: at, traceId: id, turnId: null };
}
const agent = { kind: 'agent', agentId: 'primary_agent' } as const;
const messages = [
  message('ask', { kind: 'user' }, 'How?'),
  message('answer', agent, 'Like [this](https://example.org):\n\n```js\ngo();\n```'),
  message('more', { kind: 'user' }, 'And then?'),
  message('last', agent, 'That is all.'),
];

const refuse = async (): Promise<never> => {
  throw new Error('Nothing is to be decided here.');
};

const log = (source: Partial<TimelineSource>) => (
  <ConversationLog
    source={{ messages, toolCalls: [], streamedReplies: [], outgoing: [], spendings: [], ...source }}
    agents={[]}
    nowMs={Date.parse('2026-05-12T10:00:00.000Z')}
    hasEarlier={false}
    isLoadingEarlier={false}
    onLoadEarlier={() => undefined}
    onRetry={() => undefined}
    onDiscard={() => undefined}
    onAskAgain={() => undefined}
    onCopy={async (text) => void copied.push(text)}
    onTrace={(traceId) => void traced.push(traceId)}
    callActions={{ decide: refuse, check: refuse, settle: refuse }}
  />
);

const waitingCall: ShownToolCall = (() => {
  const about = { id: 'call', conversationId: 'c', traceId: 'ask', turnId: 't', agentId: 'notes_agent', toolName: 'create_note' };
  const startedAt = '2026-05-12T09:00:00.000Z';
  return {
    call: { ...about, state: 'waiting', arguments: {}, result: null, startedAt, durationMs: null },
    body: { kind: 'running' },
    approval: {
      ...about,
      effect: 'record',
      arguments: {},
      reason: 'class',
      reasonText: 'You are asked.',
      sources: [],
      scopes: ['once', 'conversation', 'always'],
      state: 'waiting',
      scope: null,
      askedAt: startedAt,
      decidedAt: null,
    },
  };
})();

const entry = (id: string): HTMLElement =>
  must(view.element.querySelector<HTMLElement>(`[data-entry-id="${id}"]`), 'the log shows the message');
/** What the Tab key comes to, in order. */
const stops = (): string[] =>
  [...view.element.querySelectorAll<HTMLElement>('[tabindex], a, button')]
    .filter(({ tabIndex }) => tabIndex >= 0)
    .map((element) => element.dataset['entryId'] ?? element.getAttribute('aria-label') ?? element.tagName);
const focused = (): string | undefined => (document.activeElement as HTMLElement).dataset['entryId'];
const press = (key: string, init: KeyboardEventInit = {}): Promise<void> =>
  act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
  });
const focus = (element: HTMLElement): Promise<void> => act(async () => element.focus());

describe('a conversation by keyboard', () => {
  it('also stops at what waits for the person, wherever it stands', async () => {
    view = await render(log({ toolCalls: [waitingCall] }));
    // Don’t allow and Allow.
    expect(stops()).toEqual(['BUTTON', 'BUTTON', 'last', 'Copy message', 'How this was answered']);
  });

  it('is one stop, its newest message, followed by what can be done with that message alone', async () => {
    view = await render(log({}));
    expect(stops()).toEqual(['last', 'Copy message', 'How this was answered']);
    await focus(entry('answer'));
    expect(stops()).toEqual(['answer', 'A', 'Copy code', 'PRE', 'Copy message', 'How this was answered']);
  });

  it('is gone through with the arrows, Home and End, also from a button in a message', async () => {
    view = await render(log({}));
    await focus(entry('last'));
    await press('ArrowUp');
    await press('ArrowUp');
    expect(focused()).toBe('answer');
    await focus(must(entry('answer').querySelector('button'), 'its code can be copied'));
    await press('ArrowDown');
    expect(focused()).toBe('more');
    await press('Home');
    await press('ArrowUp');
    expect(focused()).toBe('ask');
    await press('End');
    expect(focused()).toBe('last');
    await press('ArrowUp', { ctrlKey: true });
    expect(focused()).toBe('last');
  });

  it('starts at the newest again for somebody who left it and comes back', async () => {
    view = await render(log({}));
    await focus(entry('ask'));
    await act(async () => entry('ask').blur());
    expect(stops()).toEqual(['last', 'Copy message', 'How this was answered']);
    await focus(entry('ask'));
    await view.draw(log({ messages: messages.slice(1) }));
    expect(stops()[0]).toBe('last');
  });
});

it('folds calls that came to nothing into one quiet line, in plain words, with what the agent was told behind them', async () => {
  // Each was once a red card of its own, “VOS did this itself”, with the validator’s words and the names of all tools.
  const told = 'There is no tool “sing”. These exist: a, b, c.';
  const failed = (id: string, part: Partial<ToolCall>, sentence: string): ShownToolCall => ({
    call: { ...waitingCall.call, id, state: 'failed', result: sentence, durationMs: 0, ...part },
    body: { kind: 'failure', sentence },
  });
  const refused = [
    failed('one', { agentId: 'primary_agent', toolName: 'sing', refusal: 'tool-unknown' }, told),
    failed('two', { refusal: 'arguments-invalid' }, 'The arguments do not fit: title: expected string.'),
    failed('three', { refusal: 'not-permitted' }, 'The person does not allow this.'),
  ];
  view = await render(log({ toolCalls: refused }));
  const line = entry('one');
  expect([line.textContent, view.element.querySelector('.tool-card')]).toEqual(['3 calls could not be made', null]);
  await view.click(line.querySelector('button'));
  expect([...line.querySelectorAll('li > p')].map(({ textContent }) => textContent)).toEqual([
    'VOS asked for a tool that does not exist. sing',
    'The notes agent left out what the tool needs, or gave it what it does not take. create_note',
    'The notes agent was not allowed to write a note. create_note',
  ]);
  expect(line.querySelector('details')?.open).toBe(false);
  expect(line.querySelector('details')?.textContent).toContain(told);
  await view.draw(log({ toolCalls: [...refused, failed('four', {}, 'The disk is full.')] }));
  expect(entry('one').querySelector('button')?.textContent).toBe('4 calls did not work');
  expect(entry('one').textContent).toContain('The disk is full.');
  await view.draw(log({ toolCalls: [failed('five', { agentId: 'primary_agent' }, 'The disk is full.')] }));
  expect(entry('five').querySelector('.tool-title')?.textContent).toBe('VOS tried this, and it did not work');
});

it('tells a list of notes once, in its card, and copies the reply whole', async () => {
  const reply = 'You have 1 note:\n- Milk: two bottles';
  const answer = { ...message('notes', agent, reply), traceId: 'ask' };
  const call: ToolCall = {
    id: 'call',
    conversationId: 'c',
    traceId: 'ask',
    turnId: 'turn',
    agentId: 'notes_agent',
    toolName: 'list_notes',
    state: 'succeeded',
    arguments: {},
    result: null,
    startedAt: '2026-05-12T09:00:00.000Z',
    durationMs: 4,
  };
  const milk: NoteSummary = {
    id: 'note_1',
    title: 'Milk',
    preview: 'two bottles',
    contentLength: 11,
    tags: [],
    folder: null,
    color: 'yellow',
    isPinned: false,
    isArchived: false,
    createdBy: 'user',
    createdAt: '2026-05-12T09:00:00.000Z',
    updatedAt: '2026-05-12T09:00:00.000Z',
    revision: 1,
  };
  const toolCalls: readonly ShownToolCall[] = [{ call, body: { kind: 'notes', notes: [milk], total: 1 } }];
  view = await render(log({ messages: [must(messages[0], 'there is a question'), answer], toolCalls }));
  expect(entry('call').querySelector('.note-row-title')?.textContent).toBe('Milk');
  expect(entry('notes').querySelector('.bubble-text')?.textContent).toBe('You have 1 note.');
  await view.click(entry('notes').querySelector('button[aria-label="Copy message"]'));
  expect(copied).toEqual([reply]);
});

it('turns no letters around in what a person or a model wrote or a question holds, and copies a message as it was written', async () => {
  const text = 'open \u202Egnp.exe';
  const { approval } = waitingCall;
  const asked = { ...must(approval, 'it waits'), arguments: { file: text }, reasonText: text, sources: [text] };
  view = await render(
    log({
      messages: [message('ask', { kind: 'user' }, text), message('answer', agent, text)],
      toolCalls: [{ ...waitingCall, approval: asked }],
    }),
  );
  expect([...view.element.querySelectorAll('.bubble-text')].map(({ textContent }) => textContent?.trim())).toEqual([
    'open \uFFFDgnp.exe',
    'open \uFFFDgnp.exe',
  ]);
  expect(view.element.innerHTML).not.toContain('\u202E');
  await view.click(view.element.querySelector('[aria-label="Copy message"]'));
  expect(copied).toEqual([text]);
});

it('leads from an answer to how it was answered', async () => {
  view = await render(log({}));
  await view.click(entry('last').querySelector('button[aria-label="How this was answered"]'));
  expect(traced).toEqual(['last']);
  expect(entry('ask').querySelector('button[aria-label="How this was answered"]')).toBe(null);
});
