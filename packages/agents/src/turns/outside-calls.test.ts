import { CodedError, ok } from '@vos/base';
import { createFakeClock, type FakeClock, waitUntil } from '@vos/base/testing';
import { changeSets, effects } from '@vos/ledger';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import type { ToolCall } from '@vos/protocol/entities';
import { permissionRuleKind, readMessages } from '@vos/records';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { classRule } from '../permissions/permissions.ts';
import type { Agent } from '../sdk/agent.ts';
import { defineOutsideTool, type Lookup } from '../sdk/tool.ts';
import { createScriptedModel, type ScriptedModel } from '../testing/scripted-model.ts';
import { createTestTeam, testAgent, type TestTeam } from '../testing/test-team.ts';
import { TOOL_EFFECT } from './outside-calls.ts';
import { stopRequest } from './stop-request.ts';
import { readActivities, readToolCalls } from './turn-store.ts';
import { createUncertainEffects, type UncertainEffects } from './uncertain-effects.ts';

let clock: FakeClock;
let opened: TestLedger;
let model: ScriptedModel;
let team: TestTeam;
let uncertain: UncertainEffects;
let conversationId: string;
/** The other side: what reached it, and how it answers. */
let reached: string[];
let answer: (signal: AbortSignal) => Promise<{ number: number }>;
let known: Lookup<{ number: number }> | undefined;

const tell = (content: string) => [{ name: 'send_user_message', arguments: { content } }];
const order = (what: string) => ({ name: 'order', arguments: { what } });

function agents(): readonly Agent[] {
  const outside = {
    description: 'Orders something.',
    parameters: z.object({ what: z.string() }),
    result: z.object({ number: z.number() }),
    effect: 'spend',
    permission: 'allow',
    continues: true,
    timeoutMs: 8_000,
  } as const;
  const lookUp = known === undefined ? {} : { lookUp: () => Promise.resolve(known ?? { state: 'unknown' as const }) };
  return [
    testAgent('primary_agent', [
      defineOutsideTool({
        ...outside,
        ...lookUp,
        name: 'order',
        run: async ({ what }, { callId, signal }) => {
          reached.push(`${what} ${callId}`);
          return ok(await answer(signal));
        },
      }),
      defineOutsideTool({
        ...outside,
        name: 'look',
        effect: 'read',
        run: async ({ what }, { signal }) => {
          reached.push(what);
          return ok(await answer(signal));
        },
      }),
    ]),
  ];
}

function startTeam(): void {
  team = createTestTeam({ ledger: opened.ledger, clock, model, agents: agents() });
  uncertain = createUncertainEffects({
    ledger: opened.ledger,
    clock,
    ids: team.ids,
    gateway: team.gateway,
    onSent: (lane) => team.runtime.wake(lane),
    onSettled: () => {},
    onToolCallSettled: () => {},
  });
}

/** As after a kill: turns stay where they are. */
async function restart(): Promise<void> {
  await team.runtime.close();
  await opened.reopen();
  startTeam();
  await team.runtime.start();
}

beforeEach(async () => {
  clock = createFakeClock();
  opened = await openTestLedger({ clock });
  model = createScriptedModel();
  reached = [];
  known = undefined;
  answer = () => Promise.resolve({ number: 7 });
  startTeam();
  conversationId = await team.startConversation();
  await opened.ledger.commit((transaction) =>
    changeSets
      .begin(transaction, { actor: 'user', cause: 'test' })
      .put(permissionRuleKind, classRule('spend', 'allow', transaction.at)),
  );
  await team.runtime.start();
});

afterEach(async () => {
  await team.runtime.close();
  await opened.dispose();
});

function never(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new CodedError('aborted', 'Cut off.'))));
}

function calls(): readonly ToolCall[] {
  const traces = readMessages(opened.ledger.read, { conversationId, limit: 50 }).messages.map(({ traceId }) => traceId);
  return readToolCalls(opened.ledger.read, [...new Set(traces)]).filter(
    ({ toolName }) => toolName === 'order' || toolName === 'look',
  );
}

function texts(): string[] {
  return readMessages(opened.ledger.read, { conversationId, limit: 50 }).messages.map(
    ({ author, text }) => `${author.kind}: ${text}`,
  );
}

/** Says it and stands still while the other side works. */
async function sayAndWait(text: string): Promise<void> {
  const before = reached.length;
  await team.say(conversationId, text);
  await waitUntil('the other side is reached', () => reached.length > before);
}

describe('what must not happen twice', () => {
  it('is on record before the other side hears of it, and its receipt after', async () => {
    let atThatTime: string | undefined;
    answer = () => {
      atThatTime = effects.find(opened.ledger.read, reached[0]?.split(' ')[1] ?? '')?.state;
      return Promise.resolve({ number: 7 });
    };
    model.plan('primary_agent', [order('tea')], tell('Ordered.'));
    await team.say(conversationId, 'Order tea');
    await team.runtime.idle();
    const [call] = calls();
    expect([atThatTime, effects.find(opened.ledger.read, call?.id ?? '')]).toMatchObject([
      'intended',
      { state: 'done', receipt: JSON.stringify({ ok: true, value: { number: 7 } }) },
    ]);
  });

  it('is not begun again after a kill in between: it is uncertain, and the agent and the person are told', async () => {
    answer = never;
    model.plan('primary_agent', [order('tea')], tell('I do not know whether it was ordered.'));
    await sayAndWait('Order tea');
    await restart();
    await team.runtime.idle();
    expect(reached.length).toBe(1);
    expect(calls().map(({ state }) => state)).toEqual(['uncertain']);
    const [effect] = uncertain.list(opened.ledger.read);
    expect(effect).toMatchObject({ toolName: 'order', arguments: { what: 'tea' }, canCheck: false });
    expect(effect?.known).toMatch(/^VOS was ended while this was under way/);
    expect(texts().at(-1)).toBe('agent: I do not know whether it was ordered.');
    await restart();
    await team.runtime.idle();
    expect(reached.length).toBe(1);
  });

  it.each([
    [{ state: 'done', value: { number: 9 } } as const, 'succeeded'],
    [{ state: 'not-done' } as const, 'failed'],
    [{ state: 'unknown' } as const, 'uncertain'],
  ])('is looked up after a kill where the other side can be asked: %o', async (lookup, state) => {
    known = lookup;
    startTeam();
    answer = never;
    model.plan('primary_agent', [order('tea')], tell('So it is.'));
    await sayAndWait('Order tea');
    await restart();
    await team.runtime.idle();
    expect([reached.length, calls().map((call) => call.state)]).toEqual([1, [state]]);
  });

  it('is uncertain after silence too, and is known again when the person says so; the agent hears of it', async () => {
    answer = never;
    model.plan('primary_agent', [order('tea')], tell('I do not know.'));
    await sayAndWait('Order tea');
    await clock.advance(8_000);
    await team.runtime.idle();
    const [effect] = uncertain.list(opened.ledger.read);
    expect(effect?.known).toMatch(/^It took longer than 8 seconds/);
    model.plan('primary_agent', tell('Good, it is ordered.'));
    await opened.ledger.commit((transaction) => uncertain.settle(transaction, effect?.id ?? '', 'done'));
    await team.runtime.idle();
    expect([uncertain.list(opened.ledger.read), calls()[0]?.state, texts().at(-1)]).toEqual([
      [],
      'succeeded',
      'agent: Good, it is ordered.',
    ]);
    await expect(
      opened.ledger.commit((transaction) => uncertain.settle(transaction, effect?.id ?? '', 'not-done')),
    ).rejects.toMatchObject({ code: 'effect-unknown' });
  });

  it('is checked with the other side when the person asks for it', async () => {
    known = { state: 'unknown' };
    startTeam();
    answer = never;
    model.plan('primary_agent', [order('tea')], tell('I do not know.'));
    await sayAndWait('Order tea');
    await clock.advance(8_000);
    await team.runtime.idle();
    const id = uncertain.list(opened.ledger.read)[0]?.id ?? '';
    const { signal } = new AbortController();
    expect(await uncertain.check(id, signal)).toMatchObject({ outcome: 'unknown' });
    known = { state: 'done', value: { number: 9 } };
    model.plan('primary_agent', tell('It is ordered.'));
    expect(await uncertain.check(id, signal)).toEqual({ outcome: 'done', text: 'It was done.' });
    await team.runtime.idle();
    expect([calls()[0]?.result, uncertain.list(opened.ledger.read)]).toEqual([{ number: 9 }, []]);
  });

  it('of which several follow each other keeps the receipts of those that were done', async () => {
    model.plan('primary_agent', [order('tea'), order('milk')], tell('Unclear.'));
    const first = Promise.withResolvers<{ number: number }>();
    answer = (signal) => (reached.length === 1 ? first.promise : never(signal));
    await sayAndWait('Order both');
    first.resolve({ number: 1 });
    await waitUntil('the other side is reached', () => reached.length === 2);
    await restart();
    await team.runtime.idle();
    expect([reached.length, calls().map(({ state, result }) => [state, state === 'succeeded' ? result : null])]).toEqual([
      2,
      [
        ['succeeded', { number: 1 }],
        ['uncertain', null],
      ],
    ]);
  });
});

describe('what only reads', () => {
  it('is simply asked again after a kill', async () => {
    answer = never;
    model.plan('primary_agent', [{ name: 'look', arguments: { what: 'tea' } }], tell('Here it is.'));
    await sayAndWait('Look');
    answer = () => Promise.resolve({ number: 3 });
    await restart();
    await team.runtime.idle();
    expect([reached, calls().map(({ state }) => state), effects.uncertain(opened.ledger.read, TOOL_EFFECT)]).toEqual([
      ['tea', 'tea'],
      ['succeeded'],
      [],
    ]);
  });
});

describe('a request that the person stops', () => {
  async function stop(traceId: string): Promise<boolean> {
    return await opened.ledger.commit((transaction) => {
      const options = { ...team, onMessageAdded: () => {}, onAgentChanged: () => {} };
      const { isStopped, lanes } = stopRequest(transaction, traceId, options);
      for (const lane of lanes) team.runtime.wake(lane);
      return isStopped;
    });
  }
  const traceId = (): string => readMessages(opened.ledger.read, { conversationId, limit: 50 }).messages.at(-1)?.traceId ?? '';

  it('is cut off down to the other side’s socket, ends with a sentence, and what follows is answered', async () => {
    let isCutOff = false;
    answer = (signal) => {
      signal.addEventListener('abort', () => {
        isCutOff = true;
      });
      return never(signal);
    };
    model.plan('primary_agent', [{ name: 'look', arguments: { what: 'tea' } }]);
    await sayAndWait('Look');
    expect(await stop(traceId())).toBe(true);
    await team.runtime.idle();
    expect([isCutOff, calls().map(({ state }) => state), texts().at(-1)]).toEqual([
      true,
      ['failed'],
      'system: Stopped. Nothing had been changed.',
    ]);
    expect(await stop(traceId())).toBe(false);
    model.plan('primary_agent', tell('Hello.'));
    await team.say(conversationId, 'Hello');
    await team.runtime.idle();
    expect([texts().at(-1), team.bugs]).toEqual(['agent: Hello.', []]);
  });

  it('while the model thinks is not answered any more', async () => {
    const thinking = Promise.withResolvers<ReturnType<typeof tell>>();
    model.plan('primary_agent', thinking.promise);
    await team.say(conversationId, 'Think');
    await waitUntil('the other side is reached', () => model.requests.length === 1);
    await stop(traceId());
    thinking.resolve(tell('Too late.'));
    await team.runtime.idle();
    expect(texts()).toEqual(['user: Think', 'system: Stopped. Nothing had been changed.']);
  });

  it('while it waits to try again is over at once', async () => {
    model.plan('primary_agent', new CodedError('model-unavailable', 'Away.', { retryable: true }));
    await team.say(conversationId, 'Hi');
    await waitUntil('the pause', () => readActivities(opened.ledger.read, conversationId)[0]?.state === 'retrying');
    expect(await stop(traceId())).toBe(true);
    expect(readActivities(opened.ledger.read, conversationId)).toEqual([]);
    await clock.advance(20_000);
    await team.runtime.idle();
    expect([model.requests.length, texts().at(-1)]).toEqual([1, 'system: Stopped. Nothing had been changed.']);
  });

  it('in the middle of the answer keeps what was written of it', async () => {
    model.plan('primary_agent', { begins: tell('Tea is a drink made fr'), then: 'silence' });
    await team.say(conversationId, 'What is tea?');
    await waitUntil('the answer to begin', () => team.heard.some(([name]) => name === 'replyStreamed'));
    await stop(traceId());
    await team.runtime.idle();
    await restart();
    expect(texts()).toEqual([
      'user: What is tea?',
      'agent: Tea is a drink made fr',
      'system: Stopped in the middle of the answer. Nothing had been changed.',
    ]);
  });

  it('in the middle of an order leaves it uncertain, also when the host is killed before the turn is closed', async () => {
    answer = never;
    model.plan('primary_agent', [order('tea')]);
    await sayAndWait('Order tea');
    const options = { ...team, runner: { ...team.runner, stop: () => {} }, onMessageAdded: () => {}, onAgentChanged: () => {} };
    const stopped = traceId();
    await opened.ledger.commit((transaction) => stopRequest(transaction, stopped, options));
    await restart();
    await team.runtime.idle();
    expect([reached.length, calls().map(({ state }) => state)]).toEqual([1, ['uncertain']]);
    expect(uncertain.list(opened.ledger.read)).toMatchObject([{ toolName: 'order' }]);
  });

  it('that is not known is refused in a sentence', async () => {
    await expect(stop(`trace_${'0'.repeat(32)}`)).rejects.toMatchObject({ code: 'request-unknown' });
  });
});
