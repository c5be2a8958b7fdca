// Every way in which a service that costs money can fail, asked by a whole request: a person reads an answer or a clear sentence, the account
// says what it cost or that nobody knows, and the agent is free for the next request.
import { createFakeClock, type FakeClock, waitUntil } from '@vos/base/testing';
import { changeSets } from '@vos/ledger';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import { changeSettings } from '@vos/records';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { farAway, price } from '../../testing/model-server/asked-service.ts';
import type { ServerReply } from '../../testing/model-server/completion.ts';
import { createModelServer, type ModelServer, type ModelServerStep } from '../../testing/model-server/model-server.ts';
import { createTestTeam, testAgent, type TestTeam } from '../../testing/test-team.ts';
import { createPrices } from '../prices/prices.ts';
import { createOpenAiProvider } from './provider.ts';

const KEPT = 'Your message is kept.';
const usage = { inputTokens: 1_000, outputTokens: 50 };
/** At the price of the test's model: 2 and 8 dollars per million. */
const PAID = ['settled', 2_400];
const FREE = ['settled', 0];
const LOST = ['lost', null];
const tell = (content: string): ServerReply => ({ toolCalls: [{ name: 'send_user_message', arguments: { content } }], usage });

let clock: FakeClock;
let opened: TestLedger;
let server: ModelServer;
let team: TestTeam;
let conversationId: string;

beforeEach(async () => {
  clock = createFakeClock();
  opened = await openTestLedger({ clock });
  server = await createModelServer({ key: 'sk-right' });
  await startTeam();
});

afterEach(async () => {
  await team.runtime.close();
  await server.close();
  await opened.dispose();
});

async function startTeam({ key = 'sk-right', model = 'test-model' } = {}): Promise<void> {
  team = createTestTeam({
    ledger: opened.ledger,
    clock,
    agents: [testAgent('primary_agent')],
    model: createOpenAiProvider({
      id: 'openai',
      label: 'OpenAI',
      description: 'A model far away.',
      apiKey: () => key,
      model,
      prices: createPrices({ listed: [price, { ...price, model: 'gone' }] }),
      ...farAway(server),
    }),
  });
  await opened.ledger.commit((transaction) =>
    changeSettings(transaction, changeSets.begin(transaction, { actor: 'user', cause: 'test' }), {
      dayLimitUsd: null,
      conversationLimitUsd: null,
    }),
  );
  conversationId = await team.startConversation();
  await team.runtime.start();
}

const waiting = (): number =>
  opened.ledger.read.get<{ count: number }>(`SELECT count(*) AS count FROM queue WHERE state = 'waiting' AND attempts > 0`)
    ?.count ?? 0;

/** What the person reads, and each call's state and cost; `pausesMs` are let go by as each new try comes to wait. */
async function ask(steps: readonly ModelServerStep[], pausesMs: readonly number[]): Promise<[string, unknown[]]> {
  const before = account().length;
  server.plan(...steps);
  const reply = team.nextReply(conversationId);
  await team.say(conversationId, 'Hi');
  for (const [index, pauseMs] of pausesMs.entries()) {
    await waitUntil(`pause ${index + 1}`, () => waiting() === 1);
    const calls = server.calls();
    await clock.advance(pauseMs - 1);
    expect([server.calls(), waiting()]).toEqual([calls, 1]);
    await clock.advance(1);
    await waitUntil('the next try', () => server.calls() > calls || waiting() === 0);
  }
  const { text } = await reply;
  await team.runtime.idle();
  return [text, account().slice(before)];
}

const account = (): unknown[] =>
  opened.ledger.read
    .all<{ state: string; cost: number | null }>('SELECT state, cost_micro_usd AS cost FROM model_calls ORDER BY position')
    .map(({ state, cost }) => [state, cost]);

function expectFree(): void {
  const count = (sql: string): unknown => opened.ledger.read.get<{ count: number }>(sql)?.count;
  expect([
    count(`SELECT count(*) AS count FROM turns WHERE state = 'open'`),
    count(`SELECT count(*) AS count FROM agent_states WHERE state <> 'idle'`),
    count(`SELECT count(*) AS count FROM queue WHERE state IN ('waiting', 'leased')`),
    count(`SELECT count(*) AS count FROM model_calls WHERE state = 'reserved'`),
    server.unused(),
    team.bugs,
  ]).toEqual([0, 0, 0, 0, 0, []]);
}

describe('a service that fails for now', () => {
  it('is asked again after a pause, for as long as it wishes, and each try is on the account as what it was', async () => {
    const passing: [ModelServerStep, number, unknown[]][] = [
      [{ fault: 'busy', retryAfter: '20' }, 20_000, FREE],
      [{ fault: 'busy' }, 1_000, FREE],
      [{ fault: 'error', status: 503, headers: { 'retry-after': '7' } }, 7_000, FREE],
      [{ fault: 'error', status: 500 }, 1_000, LOST],
      [{ fault: 'stream-error' }, 1_000, LOST],
      [{ cut: tell('A fine ans'), afterChunks: 8 }, 1_000, LOST],
      [{ cut: tell('A fine ans'), afterChunks: 8, ends: 'politely' }, 1_000, LOST],
      [{ fault: 'malformed' }, 1_000, LOST],
    ];
    for (const [step, pauseMs, charged] of passing) {
      expect([step, await ask([step, tell('Here I am.')], [pauseMs])]).toEqual([step, ['Here I am.', [charged, PAID]]]);
      expectFree();
    }
  });

  it('four times is told, and the next request is answered', async () => {
    const down: ModelServerStep = { fault: 'error', status: 500 };
    expect(await ask([down, down, down, down], [1_000, 4_000, 16_000])).toEqual([
      `I tried 4 times and could not answer this. OpenAI has a problem of its own and did not answer (status 500). ${KEPT.replace('.', ', and it can be tried again at any time.')}`,
      [LOST, LOST, LOST, LOST],
    ]);
    expectFree();
    expect(await ask([tell('Hello.')], [])).toEqual(['Hello.', [PAID]]);
  });

  it('by saying nothing for 90 seconds is hung up on and asked again', async () => {
    server.plan({ fault: 'silence' }, tell('Awake now.'));
    const reply = team.nextReply(conversationId);
    await team.say(conversationId, 'Hi');
    await waitUntil('the call', () => server.requests.length === 1);
    await clock.advance(89_999);
    expect(waiting()).toBe(0);
    await clock.advance(1);
    await server.abandoned();
    await waitUntil('the pause', () => waiting() === 1);
    await clock.advance(1_000);
    expect((await reply).text).toBe('Awake now.');
    await team.runtime.idle();
    expect(account()).toEqual([LOST, PAID]);
    expectFree();
  });

  it('by not being there costs nothing', async () => {
    await server.close();
    const reply = team.nextReply(conversationId);
    await team.say(conversationId, 'Hi');
    for (const [tries, pauseMs] of [1_000, 4_000, 16_000].entries()) {
      await waitUntil('the pause', () => waiting() === 1 && account().length === tries + 1);
      await clock.advance(pauseMs);
    }
    expect((await reply).text).toContain('OpenAI cannot be reached at api.example.com.');
    await team.runtime.idle();
    expect(account()).toEqual([FREE, FREE, FREE, FREE]);
    expectFree();
    server = await createModelServer();
  });
});

describe('a service that fails for good', () => {
  it('is told in a sentence, after one call', async () => {
    const lasting: [ModelServerStep, string, unknown[]][] = [
      [
        { fault: 'credit-spent' },
        'OpenAI says that this account has no credit left. Add credit there, or choose another model.',
        FREE,
      ],
      [{ fault: 'error', status: 400, message: 'Odd.' }, 'OpenAI refused the request. It says: Odd.', FREE],
      [{ ...tell('x'), finishReason: 'content_filter' }, 'OpenAI declined to answer this.', PAID],
      [
        { ...tell('x'), finishReason: 'length' },
        'OpenAI ran into its length limit before its reply was complete. Ask for less at a time.',
        PAID,
      ],
      [
        { ...tell('x'.repeat(2_000_000)), pieceLength: 50_000 },
        'OpenAI wrote more than 1,000,000 characters and was stopped. Ask for less at a time.',
        LOST,
      ],
      [
        { fault: 'not-a-stream' },
        'What answers at api.example.com is no model service that can be used. Check the address of OpenAI.',
        FREE,
      ],
    ];
    for (const [step, sentence, charged] of lasting) {
      expect(await ask([step], [])).toEqual([`I could not answer this. ${sentence} ${KEPT}`, [charged]]);
      expectFree();
    }
    expect(await ask([tell('Hello.')], [])).toEqual(['Hello.', [PAID]]);
  });

  it('because of the key or the name of the model is told so', async () => {
    const cases: [object, string][] = [
      [{ key: 'sk-wrong' }, 'OpenAI refused the key. Check that it is complete and still valid, or choose another model.'],
      [
        { model: 'gone' },
        'OpenAI does not know the model “gone” at this address. Check its name and the address, or choose another model.',
      ],
    ];
    for (const [options, sentence] of cases) {
      await team.runtime.close();
      await startTeam(options);
      expect(await ask([], [])).toEqual([`I could not answer this. ${sentence} ${KEPT}`, [FREE]]);
      expectFree();
    }
  });
});

describe('a reply that cannot be carried out', () => {
  it('is told to the model, which answers again; both are paid', async () => {
    const odd: ServerReply[] = [
      { text: 'I would say hello.', usage },
      { toolCalls: [{ name: 'wave hello!', arguments: { hand: 'left' } }], usage },
      { toolCalls: [{ name: 'send_user_message', arguments: { words: 7 } }], usage },
      { toolCalls: [{ name: 'send_user_message', arguments: '{"content": "A fine' }], usage },
    ];
    for (const step of odd) {
      expect([step, await ask([step, tell('Hello.')], [])]).toEqual([step, ['Hello.', [PAID, PAID]]]);
      expectFree();
    }
  });
});
