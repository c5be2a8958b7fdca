// Who is at work when: leases that live as long as a turn, and room for everybody.
import { ok } from '@vos/base';
import { createFakeClock, type FakeClock, waitUntil } from '@vos/base/testing';
import { queue } from '@vos/ledger';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import { readMessages } from '@vos/records';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createModelFacade, type ModelFacade } from '../models/facade.ts';
import { defineOutsideTool } from '../sdk/tool.ts';
import { createScriptedModel, type ScriptedModel } from '../testing/scripted-model.ts';
import { createTestTeam, testAgent, type TestTeam } from '../testing/test-team.ts';
import { LEASE_DURATION_MS, LEASE_RENEWAL_MS, RETRY_PAUSES_MS, STUCK_AFTER_MS } from './limits.ts';
import { submitUserMessage } from './submit.ts';

const tell = (content: string) => [{ name: 'send_user_message', arguments: { content } }];
const ask = (agent: string, content: string) => [{ name: 'send_agent_message', arguments: { agent_id: agent, content } }];

let clock: FakeClock;
let opened: TestLedger;
let model: ScriptedModel;
let team: TestTeam;
/** Ends the tool `crawl`, which was started so often. */
let crawls: PromiseWithResolvers<void>[];

function startTeam(lanesAtOnce?: number): void {
  const crawl = defineOutsideTool({
    name: 'crawl',
    description: 'Takes very long.',
    parameters: z.object({}),
    result: z.object({}),
    effect: 'network-out',
    permission: 'allow',
    isRepeatable: true,
    continues: false,
    timeoutMs: 3_600_000,
    async run() {
      const crawling = Promise.withResolvers<void>();
      crawls.push(crawling);
      await crawling.promise;
      return ok({});
    },
  });
  const agents = [testAgent('primary_agent', [crawl]), testAgent('weather_agent')];
  const options = lanesAtOnce === undefined ? {} : { lanesAtOnce };
  team = createTestTeam({ ledger: opened.ledger, clock, model, agents, ...options });
}

function textsOf(conversationId: string): string[] {
  return readMessages(opened.ledger.read, { conversationId, limit: 50 }).messages.map(({ text }) => text);
}

beforeEach(async () => {
  clock = createFakeClock();
  opened = await openTestLedger({ clock });
  model = createScriptedModel();
  crawls = [];
});

afterEach(async () => {
  for (const { resolve } of crawls) resolve();
  await team.runtime.close();
  await opened.dispose();
});

describe('a tool that works for longer than a lease lasts', () => {
  // The earlier system reset a state after 300 s although a slow tool was still at work, so that the tool was run again beside itself.
  it('keeps its messages to itself for as long as it takes, and is run once', async () => {
    startTeam();
    await team.runtime.start();
    const conversationId = await team.startConversation();
    model.plan('primary_agent', [{ name: 'crawl' }, ...tell('Done.')]);
    const reply = team.nextReply(conversationId);
    await team.say(conversationId, 'Crawl');
    await waitUntil('the tool', () => crawls.length === 1);
    const startMs = clock.now();
    while (clock.now() < startMs + 6 * LEASE_DURATION_MS) {
      const before = opened.ledger.commitCount();
      await clock.advance(60_000);
      await waitUntil('the renewal', () => opened.ledger.commitCount() > before);
      expect(queue.dueLanes(opened.ledger.read, clock.now(), 10)).toEqual([]);
    }
    expect(opened.ledger.read.get('SELECT state, heartbeat_at_ms FROM agent_states')).toEqual({
      state: 'executing_tools',
      heartbeat_at_ms: clock.now(),
    });
    crawls[0]?.resolve();
    expect((await reply).text).toBe('Done.');
    await team.runtime.idle();
    expect([crawls.length, team.bugs]).toEqual([1, []]);
    // With nobody at work nothing is written.
    const after = opened.ledger.commitCount();
    await clock.advance(600_000);
    expect(opened.ledger.commitCount()).toBe(after);
  });

  it('that stands still without a tool is given up after five minutes and tried again', async () => {
    const facade = createModelFacade({ choose: () => model, clock });
    let calls = 0;
    const models: ModelFacade = {
      ...facade,
      // As a bug would: nothing comes, and no time limit ends it.
      call: (prepared, options) => {
        calls += 1;
        if (calls > 1) return facade.call(prepared, options);
        return new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(new Error('cut off'))));
      },
    };
    team = createTestTeam({ ledger: opened.ledger, clock, model, agents: [testAgent('primary_agent')], models });
    await team.runtime.start();
    const conversationId = await team.startConversation();
    model.plan('primary_agent', tell('Here I am.'));
    const reply = team.nextReply(conversationId);
    await team.say(conversationId, 'Hello');
    await waitUntil('the model is asked', () => calls === 1);
    await clock.advance(STUCK_AFTER_MS - 1);
    expect(calls).toBe(1);
    await clock.advance(LEASE_RENEWAL_MS);
    await waitUntil('the turn is given up', () => queue.nextDueMs(opened.ledger.read, clock.now()) !== undefined);
    await team.runtime.idle();
    await clock.advance(RETRY_PAUSES_MS[0]);
    expect((await reply).text).toBe('Here I am.');
    expect(calls).toBe(2);
  });

  it('is not run a second time when the clock jumps past its lease', async () => {
    startTeam();
    await team.runtime.start();
    const conversationId = await team.startConversation();
    model.plan('primary_agent', [{ name: 'crawl' }, ...tell('Done.')]);
    const reply = team.nextReply(conversationId);
    await team.say(conversationId, 'Crawl');
    await waitUntil('the tool', () => crawls.length === 1);
    clock.jump(86_400_000);
    await clock.advance(60_000);
    await waitUntil('the renewal', () => queue.dueLanes(opened.ledger.read, clock.now(), 10).length === 0);
    crawls[0]?.resolve();
    expect((await reply).text).toBe('Done.');
    expect([crawls.length, model.requests.length]).toEqual([1, 1]);
  });
});

describe('more conversations than an agent works on at once', () => {
  it('wait in line, each gets its turn before another gets a second one, and other agents have room of their own', async () => {
    startTeam(2);
    await team.runtime.start();
    const [busy = '', slow = '', quiet = '', late = ''] = await Promise.all(
      Array.from({ length: 4 }, () => team.startConversation()),
    );
    const gates = Array.from({ length: 8 }, () => Promise.withResolvers<ReturnType<typeof tell>>());
    model.plan('primary_agent', ...gates.map(({ promise }) => promise));
    const askedFor = (): (string | undefined)[] => model.requests.map((request) => request.conversationId);
    /** Lets the nth call answer; what is asked next shows who got the room. */
    const answer = (number: number): void => gates[number]?.resolve(tell(`answer ${number}`));

    for (const text of ['b1', 'b2', 'b3']) await team.say(busy, text);
    await team.say(slow, 's1');
    await waitUntil('both to be at work', () => model.requests.length === 2);
    await team.say(quiet, 'q1');
    await team.say(late, 'l1');
    expect(askedFor()).toEqual([busy, slow]);

    answer(0);
    await waitUntil('the third call', () => model.requests.length === 3);
    answer(2);
    await waitUntil('the fourth call', () => model.requests.length === 4);
    answer(3);
    await waitUntil('the fifth call', () => model.requests.length === 5);
    // The busy one lined up again behind those that had not been served, and the slow one kept its room all along.
    expect(askedFor()).toEqual([busy, slow, quiet, late, busy]);
    for (const number of [1, 4, 5, 6, 7]) answer(number);
    await waitUntil('all answers', () => textsOf(busy).length === 6);
    expect(textsOf(busy)).toEqual(['b1', 'b2', 'b3', 'answer 0', 'answer 4', 'answer 5']);
    await team.runtime.idle();
    expect(team.bugs).toEqual([]);
  });

  it('do not keep another agent from its work', async () => {
    startTeam(1);
    await team.runtime.start();
    const conversations = await Promise.all(Array.from({ length: 3 }, () => team.startConversation()));
    const never = Promise.withResolvers<never>().promise;
    model.plan('primary_agent', ask('weather_agent', 'sun?'), never);
    model.plan('weather_agent', ask('primary_agent', 'sun'));
    for (const conversationId of conversations) await team.say(conversationId, 'Hi');
    await waitUntil('the weather agent’s answer', () =>
      model.requests.some(({ agentId, conversationId }) => agentId === 'weather_agent' && conversationId === conversations[0]),
    );
    expect(model.requests.map(({ agentId }) => agentId).toSorted()).toEqual(['primary_agent', 'primary_agent', 'weather_agent']);
  });

  it('are all served after a restart that finds them waiting', async () => {
    startTeam(2);
    const conversations = await Promise.all(Array.from({ length: 7 }, () => team.startConversation()));
    for (const [index, conversationId] of conversations.entries()) {
      model.plan('primary_agent', tell('Hello.'));
      const id = `msg_0000000000000000000000000000000${index}`;
      const submission = { id, conversationId, text: 'Hi', timeZone: 'Europe/Amsterdam' };
      await opened.ledger.commit((transaction) => submitUserMessage(transaction, team.ids, submission));
    }
    await team.runtime.start();
    for (const conversationId of conversations) {
      await waitUntil('the answer', () => textsOf(conversationId).length === 2);
    }
    await team.runtime.idle();
    expect(team.bugs).toEqual([]);
  });
});
