// Whole requests answered by a model service: what a person reads when it works. When it does not: faults.test.ts.
import { ok } from '@vos/base';
import { createFakeClock, type FakeClock, waitUntil } from '@vos/base/testing';
import { openTestLedger, type TestLedger } from '@vos/ledger/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOutsideTool } from '../../sdk/tool.ts';
import type { ServerReply } from '../../testing/model-server/completion.ts';
import { createModelServer, type ModelServer } from '../../testing/model-server/model-server.ts';
import { createTestTeam, testAgent, type TestTeam } from '../../testing/test-team.ts';
import { createPrices } from '../prices/prices.ts';
import { createOpenAiProvider } from './provider.ts';

let clock: FakeClock;
let opened: TestLedger;
let server: ModelServer;
let team: TestTeam;
let conversationId: string;

const tell = (content: string): ServerReply => ({ toolCalls: [{ name: 'send_user_message', arguments: { content } }] });
const send = (agent: string, content: string): ServerReply => ({
  toolCalls: [{ name: 'send_agent_message', arguments: { agent_id: agent, content } }],
});

beforeEach(async () => {
  clock = createFakeClock();
  opened = await openTestLedger({ clock });
  server = await createModelServer({ key: 'sk-right' });
  const look = defineOutsideTool({
    name: 'look',
    description: 'Looks something up outside.',
    parameters: z.object({ what: z.string() }),
    result: z.object({ seen: z.string() }),
    effect: 'read',
    permission: 'allow',
    continues: true,
    timeoutMs: 8_000,
    run: () => Promise.resolve(ok({ seen: '16 degrees' })),
  });
  team = createTestTeam({
    ledger: opened.ledger,
    clock,
    agents: [testAgent('primary_agent'), testAgent('weather_agent', [look])],
    model: createOpenAiProvider({
      id: 'local',
      label: 'Local',
      description: 'A service on this computer.',
      baseUrl: server.baseUrl,
      apiKey: () => 'sk-right',
      model: 'test-model',
      prices: createPrices({ listed: [] }),
    }),
  });
  conversationId = await team.startConversation();
  await team.runtime.start();
});

afterEach(async () => {
  await team.runtime.close();
  await server.close();
  await opened.dispose();
});

async function hear(text: string): Promise<string> {
  const reply = team.nextReply(conversationId);
  await team.say(conversationId, text);
  const answered = await reply;
  await team.runtime.idle();
  return answered.text;
}

describe('a request answered by a model service', () => {
  it('goes to a specialist and back, with every message in the form the service demands', async () => {
    server.plan(
      send('weather_agent', 'weather in Utrecht?'),
      { toolCalls: [{ name: 'look', arguments: { what: 'Utrecht' } }] },
      send('primary_agent', '16 degrees'),
      tell('It is 16 degrees.'),
      tell('You are welcome.'),
    );
    expect([await hear('What is the weather?'), await hear('Thanks')]).toEqual(['It is 16 degrees.', 'You are welcome.']);
    expect([server.calls(), server.requests.length, server.unused(), team.bugs]).toEqual([5, 5, 0, []]);
  });

  it('appears as it is written', async () => {
    const { promise: goOn, resolve: release } = Promise.withResolvers<void>();
    server.plan({
      slow: { toolCalls: [{ name: 'send_user_message', arguments: { content: 'A fine answer.' } }] },
      beforeChunk: (position) => (position < 8 ? Promise.resolve() : goOn),
    });
    const spoken = (): string =>
      team.heard.flatMap(([name, what]) => (name === 'replyStreamed' ? [(what as { text: string }).text] : [])).join('');
    const answer = hear('Hi');
    expect(await waitUntil('the first words', () => spoken() !== '' && spoken())).toMatch(/^A fine?/);
    expect(team.heard.some(([name, what]) => name === 'messageAdded' && (what as { text: string }).text !== 'Hi')).toBe(false);
    release();
    expect(await answer).toBe('A fine answer.');
    expect(spoken()).toBe('A fine answer.');
  });
});
