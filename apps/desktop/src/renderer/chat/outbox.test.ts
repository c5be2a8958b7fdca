import { CodedError } from '@vos/base';
import { createFakeClock, sequentialIds } from '@vos/base/testing';
import type { CommandInput } from '@vos/protocol';
import type { Message } from '@vos/protocol/entities';
import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../desk/page-storage.ts';
import { createOutbox } from './outbox.ts';

type Sent = CommandInput<'message/send'>;

/** An outbox whose host answers each message when the test says how. */
function open(storage = createMemoryStorage()) {
  const clock = createFakeClock();
  const asked: { params: Sent; accept: () => void; refuse: (code: string) => void }[] = [];
  const stored: string[] = [];
  const outbox = createOutbox({
    send: (params) =>
      new Promise((resolve, reject) => {
        asked.push({
          params,
          accept: () => resolve({ message: messageOf(params) }),
          refuse: (code) => reject(new CodedError(code, `Refused: ${code}.`)),
        });
      }),
    onSent: (message) => stored.push(message.text),
    storage,
    ids: sequentialIds(),
    clock,
    timeZone: () => 'Europe/Amsterdam',
  });
  return {
    outbox,
    asked,
    stored,
    storage,
    settle: () => clock.advance(0),
    states: () => outbox.entries.getState().map(({ text, state }) => `${text}: ${state}`),
  };
}

function messageOf({ id, conversationId, text }: Sent): Message {
  const sentAt = '2026-01-05T09:00:00.000Z';
  return { id, conversationId, parentId: null, author: { kind: 'user' }, text, sentAt, traceId: id, turnId: null };
}

const here = 'conversation_here';

describe('the outbox', () => {
  it('sends one message at a time, in the order they were written', async () => {
    const { outbox, asked, stored, settle, states } = open();
    outbox.goOnline(here);
    outbox.add('first', here);
    outbox.add('second', here);
    expect(asked.map(({ params }) => params.text)).toEqual(['first']);
    expect(states()).toEqual(['first: sending', 'second: sending']);
    asked[0]?.accept();
    await settle();
    expect(asked.map(({ params }) => params.text)).toEqual(['first', 'second']);
    asked[1]?.accept();
    await settle();
    expect({ stored, states: states() }).toEqual({ stored: ['first', 'second'], states: [] });
  });

  it('gives what was written before any host was known to the conversation shown first', async () => {
    const { outbox, asked } = open();
    outbox.add('early', null);
    outbox.goOnline(here);
    expect(asked.map(({ params }) => params.conversationId)).toEqual([here]);
  });

  it('lets what comes after a refused message go out, and keeps the refused one over a reload', async () => {
    const { outbox, asked, storage, settle, states } = open();
    outbox.goOnline(here);
    outbox.add('first', here);
    outbox.add('second', here);
    asked[0]?.refuse('disk-full');
    await settle();
    expect(states()).toEqual(['first: failed', 'second: sending']);
    asked[1]?.accept();
    await settle();
    const reloaded = open(storage);
    expect(reloaded.states()).toEqual(['first: failed']);
    reloaded.outbox.goOnline(here);
    expect(reloaded.asked).toEqual([]);
    reloaded.outbox.discard(reloaded.outbox.entries.getState()[0]?.id ?? '');
    expect(storage.length).toBe(0);
  });

  it('offers a message of a vanished conversation to the one that is shown', async () => {
    const { outbox, asked, settle, states } = open();
    outbox.add('for another data folder', 'conversation_gone');
    outbox.goOnline(here);
    asked[0]?.refuse('conversation-unknown');
    await settle();
    expect(states()).toEqual(['for another data folder: failed']);
    outbox.retry(outbox.entries.getState()[0]?.id ?? '');
    expect(asked.map(({ params }) => params.conversationId)).toEqual(['conversation_gone', here]);
  });

  it('lets another window’s message go as soon as the host has it', async () => {
    const { outbox, states } = open();
    outbox.add('mine', here);
    const [entry] = outbox.entries.getState();
    const message = messageOf({ id: entry?.id ?? '', conversationId: here, text: 'mine', timeZone: 'UTC' });
    outbox.onEvent({ name: 'message/added', topic: here, seq: 1, payload: { message } });
    expect(states()).toEqual([]);
  });

  it('leaves what it cannot read where it lies', () => {
    const storage = createMemoryStorage();
    storage.setItem('vos.outbox.msg_1', '{broken');
    storage.setItem('vos.outbox.msg_2', '{"id":7}');
    storage.setItem('other', 'not ours');
    expect(open(storage).states()).toEqual([]);
    expect(storage.length).toBe(3);
  });

  it('holds a message in the page when the browser has no room for it', async () => {
    const full = {
      ...createMemoryStorage(),
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    };
    const { outbox, asked, states } = open(full);
    outbox.add('kept', here);
    expect(states()).toEqual(['kept: waiting']);
    outbox.goOnline(here);
    expect(asked.map(({ params }) => params.text)).toEqual(['kept']);
  });
});
