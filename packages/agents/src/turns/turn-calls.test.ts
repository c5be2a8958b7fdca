// What a turn's model calls cost, over every way in which they can end.
import { CodedError } from '@vos/base';
import { createFakeClock, type FakeClock, waitUntil } from '@vos/base/testing';
import { changeSets } from '@vos/ledger';
import { holdDatabase, openTestLedger, type TestLedger } from '@vos/ledger/testing';
import type { Message, TurnSpending } from '@vos/protocol/entities';
import { changeSettings, readMessages } from '@vos/records';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOTHING_USED } from '../models/provider.ts';
import { createScriptedModel, type ScriptedModel } from '../testing/scripted-model.ts';
import { createTestTeam, testAgent, type TestTeam } from '../testing/test-team.ts';
import { retryDeadLetter } from './dead-letters.ts';
import { LOST_CALL_LIMIT } from './limits.ts';

const WORST = 100_000;
const COST = 7_000;

let clock: FakeClock;
let opened: TestLedger;
let model: ScriptedModel;
let team: TestTeam;
let conversationId: string;

const tell = (content: string) => [{ name: 'send_user_message', arguments: { content } }];
const ask = (agent: string, content: string) => [{ name: 'send_agent_message', arguments: { agent_id: agent, content } }];
const silence = () => Promise.withResolvers<never>().promise;

function startTeam(): void {
  team = createTestTeam({
    ledger: opened.ledger,
    clock,
    model,
    agents: [testAgent('primary_agent'), testAgent('weather_agent')],
  });
}

async function restart(): Promise<void> {
  await team.runtime.close();
  startTeam();
  await team.runtime.start();
}

async function hear(text: string): Promise<Message> {
  const reply = team.nextReply(conversationId);
  await team.say(conversationId, text);
  return await reply;
}

const allow = (dayLimitUsd: number | null, conversationLimitUsd: number | null = null) =>
  opened.ledger.commit((transaction) =>
    changeSettings(transaction, changeSets.begin(transaction, { actor: 'user', cause: 'test' }), {
      dayLimitUsd,
      conversationLimitUsd,
    }),
  );

interface Row {
  readonly state: string;
  readonly charge: number;
  readonly cost: number | null;
}
const account = (): Row[] =>
  opened.ledger.read.all<Row>(
    'SELECT state, charge_micro_usd AS charge, cost_micro_usd AS cost FROM model_calls ORDER BY position',
  );
const callsIn = (): { key: string; state: string; request: string }[] =>
  opened.ledger.read.all('SELECT key, state, request FROM effects ORDER BY intended_at, key');
const paid: Row = { state: 'settled', charge: COST, cost: COST };
const lost: Row = { state: 'lost', charge: WORST, cost: null };
const free: Row = { state: 'settled', charge: 0, cost: 0 };

beforeEach(async () => {
  clock = createFakeClock();
  opened = await openTestLedger({ clock });
  model = createScriptedModel({
    worstCaseMicroUsd: WORST,
    usage: { inputTokens: 900, outputTokens: 30, costMicroUsd: COST },
  });
  startTeam();
  conversationId = await team.startConversation();
  await team.runtime.start();
});

afterEach(async () => {
  await team.runtime.close();
  await opened.dispose();
});

describe('a model call', () => {
  it('is on the account at its worst case before it is sent, at its cost once it was answered, and told so', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof tell>>();
    model.plan('primary_agent', answer.promise);
    const reply = hear('Hi');
    await waitUntil('the call', () => model.requests.length === 1);
    expect(account()).toEqual([{ state: 'reserved', charge: WORST, cost: null }]);
    answer.resolve(tell('Hello.'));
    const { turnId, traceId } = await reply;
    await team.runtime.idle();
    expect(account()).toEqual([paid]);
    const told = team.heard.flatMap(([name, what]) => (name === 'turnCharged' ? [what as TurnSpending] : []));
    expect(told).toEqual([
      {
        turnId,
        traceId,
        conversationId,
        agentId: 'primary_agent',
        model: 'Scripted · script',
        callCount: 1,
        inputTokens: 900,
        outputTokens: 30,
        knownCostMicroUsd: COST,
        unknownCostCount: 0,
      },
    ]);
  });

  // The earlier system took the missing receipt of a killed call for a call that was never made: it cost nothing and was paid twice.
  it('whose reply may have been lost is charged at its worst case, and asked again as a new call with the same request', async () => {
    model.plan('primary_agent', silence());
    await team.say(conversationId, 'Hi');
    await waitUntil('the call', () => model.requests.length === 1);
    model.plan('primary_agent', tell('Back again.'));
    await restart();
    await team.runtime.idle();
    expect(account()).toEqual([lost, paid]);
    const [first, second] = callsIn();
    expect([first?.state, second?.state]).toEqual(['uncertain', 'done']);
    expect(second?.key).not.toBe(first?.key);
    expect(second?.request).toBe(first?.request);
    expect(model.requests[1]).toEqual(model.requests[0]);
  });

  it('is asked again only while that fits in what the person allows; the request is kept', async () => {
    await allow(0.15);
    model.plan('primary_agent', silence());
    await team.say(conversationId, 'Hi');
    await waitUntil('the call', () => model.requests.length === 1);
    await restart();
    await team.runtime.idle();
    expect(account()).toEqual([lost]);
    const text = readMessages(opened.ledger.read, { conversationId, limit: 9 }).messages.at(-1)?.text;
    expect(text).toMatch(/\$0\.0500 is left, and this call may cost up to \$0\.10, so it was not sent/);
  });

  it('ends a request that ends VOS each time it is taken up, and what that costs', async () => {
    await allow(null);
    await team.say(conversationId, 'Hi');
    for (let time = 1; time <= LOST_CALL_LIMIT; time += 1) {
      model.plan('primary_agent', silence());
      if (time > 1) await restart();
      await waitUntil(`call ${time}`, () => model.requests.length === time);
    }
    await restart();
    await team.runtime.idle();
    expect(model.requests.length).toBe(LOST_CALL_LIMIT);
    expect(readMessages(opened.ledger.read, { conversationId, limit: 9 }).messages.at(-1)?.text).toBe(
      `I could not answer this. VOS was ended ${LOST_CALL_LIMIT} times while it waited for the answer. Your message is kept.`,
    );
  });

  it('that was answered while the disk was full is not asked again', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof tell>>();
    model.plan('primary_agent', answer.promise);
    const reply = hear('Hi');
    await waitUntil('the call', () => model.requests.length === 1);
    const letGo = holdDatabase(opened.ledger.path);
    answer.resolve(tell('Once.'));
    await waitUntil('the commit to be refused', () => team.bugs.length === 1);
    letGo();
    await clock.advance(2_000);
    expect((await reply).text).toBe('Once.');
    await team.runtime.idle();
    expect([account(), model.requests.length]).toEqual([[paid], 1]);
  });

  it('that fails costs what the service takes for that, and what nobody knows counts at its worst case', async () => {
    const failure = (code: string, detail?: object) => new CodedError(code, 'It failed.', { detail });
    model.plan(
      'primary_agent',
      failure('model-refused', { usage: NOTHING_USED }),
      failure('model-reply-invalid', { usage: { inputTokens: 9, outputTokens: 9, costMicroUsd: COST } }),
      failure('model-unavailable', { status: 500 }),
    );
    for (const text of ['one', 'two', 'three']) await hear(text);
    await team.runtime.idle();
    expect(account()).toEqual([free, paid, lost]);
  });

  it('that stays silent for 90 seconds counts at its worst case, and the next try as a call of its own', async () => {
    model.plan('primary_agent', silence(), tell('Awake now.'));
    const reply = hear('Hi');
    await waitUntil('the call', () => model.requests.length === 1);
    await clock.advance(90_000);
    await waitUntil('the next try to be due', () => account()[0]?.state === 'lost');
    await clock.advance(1_000);
    expect((await reply).text).toBe('Awake now.');
    await team.runtime.idle();
    expect(account()).toEqual([lost, paid]);
  });
});

describe('a reply that cannot be acted on', () => {
  it('is paid, and so is each that follows it', async () => {
    model.plan('primary_agent', [], [], tell('At last.'));
    expect((await hear('Hi')).text).toBe('At last.');
    await team.runtime.idle();
    expect(account()).toEqual([paid, paid, paid]);
    model.plan('primary_agent', [], [], []);
    expect((await hear('And now?')).text).toBe(
      'I could not answer this. The model gave no answer that could be used; another one can be chosen in Settings. Your message is kept.',
    );
    await team.runtime.idle();
    expect(account()).toEqual(Array<Row>(6).fill(paid));
  });

  it('does not count the replies that were lost as its own fault', async () => {
    await team.say(conversationId, 'Hi');
    for (let time = 1; time <= 3; time += 1) {
      model.plan('primary_agent', silence());
      if (time > 1) await restart();
      await waitUntil(`call ${time}`, () => model.requests.length === time);
    }
    model.plan('primary_agent', [], tell('At last.'));
    await restart();
    await team.runtime.idle();
    expect(account()).toEqual([lost, lost, lost, paid, paid]);
    expect(model.unused()).toBe(0);
  });

  it('is paid also where asking again would cost more than is left', async () => {
    await allow(0.101);
    model.plan('primary_agent', []);
    expect((await hear('Hi')).text).toContain('so it was not sent');
    await team.runtime.idle();
    expect([account(), model.requests.length]).toEqual([[paid], 1]);
  });
});

describe('a call that costs more than is left', () => {
  it('is not sent: the person reads how much is left and what to do, and may try again once there is more', async () => {
    await allow(0.05);
    expect((await hear('Hi')).text).toBe(
      'I could not answer this. Of the $0.0500 that models may cost today, $0.0500 is left, and this call may cost up to $0.10, so it was not sent. Raise the daily limit in Settings under Costs, wait until tomorrow, or choose a model that is free. Your message is kept.',
    );
    await team.runtime.idle();
    expect([model.requests, account()]).toEqual([[], []]);
    await allow(1);
    model.plan('primary_agent', tell('Here I am.'));
    const reply = team.nextReply(conversationId);
    const [letter] = opened.ledger.read.all<{ id: string }>(`SELECT id FROM queue WHERE state = 'dead'`);
    await opened.ledger.commit((transaction) => team.runtime.wake(retryDeadLetter(transaction, letter?.id ?? '')));
    expect((await reply).text).toBe('Here I am.');
  });

  it('stops a colleague in the middle of a request too, with the limit of the conversation', async () => {
    await allow(null, 0.105);
    model.plan('primary_agent', ask('weather_agent', 'sun?'));
    expect((await hear('Hi')).text).toBe(
      'I could not answer this. Of the $0.11 that models may cost in this conversation, $0.0980 is left, and this call may cost up to $0.10, so it was not sent. Start a new conversation, raise the limit per conversation in Settings under Costs, or choose a model that is free. Your message is kept.',
    );
  });

  it('is never sent, however many conversations ask at once', async () => {
    await allow(0.55);
    const places = await Promise.all(Array.from({ length: 12 }, () => team.startConversation()));
    const answers = places.map(() => Promise.withResolvers<ReturnType<typeof tell>>());
    for (const { promise } of answers) model.plan('primary_agent', promise);
    const replies = places.map((place) => team.nextReply(place));
    await Promise.all(places.map((place) => team.say(place, 'Hi')));
    await waitUntil('the calls that fit', () => model.requests.length === 5);
    for (const { resolve } of answers) resolve(tell('Hello.'));
    const texts = (await Promise.all(replies)).map(({ text }) => text);
    await team.runtime.idle();
    expect(texts.filter((text) => text === 'Hello.').length).toBe(model.requests.length);
    expect(model.requests.length).toBe(5);
    expect(account()).toEqual(Array<Row>(5).fill(paid));
  });
});
