import { afterEach, describe, expect, it } from 'vitest';
import { ask, farAway, providerOf, request, tell } from '../../testing/model-server/asked-service.ts';
import type { KnownModel } from '../../testing/model-server/check-request.ts';
import { createModelServer, type ModelServer } from '../../testing/model-server/model-server.ts';
import type { ModelMessage, ModelProvider } from '../provider.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(traits: Omit<KnownModel, 'id'>): Promise<{ server: ModelServer; provider: ModelProvider }> {
  const server = await createModelServer({ models: [{ id: 'test-model', ...traits }] });
  servers.push(server);
  return { server, provider: providerOf(server, farAway(server)) };
}

const written = (calls: unknown): { text: string } => ({ text: JSON.stringify({ calls }) });
const hello = [{ name: 'send_user_message', arguments: { content: 'Hello.' } }];

describe('a service that speaks the protocol in words of its own', () => {
  it('is understood at the second try, once, and its reply is bounded under either name', async () => {
    const cases: [Omit<KnownModel, 'id'>, object][] = [
      [{ refusesMaxTokens: true }, { max_completion_tokens: 16_000 }],
      [{ refusesRequiredToolChoice: true }, { tool_choice: 'auto', max_tokens: 16_000 }],
      [{ toolsNeedNoReasoning: true }, { reasoning_effort: 'none', max_tokens: 16_000 }],
    ];
    for (const [traits, sent] of cases) {
      const { server, provider } = await serve(traits);
      server.plan(tell, tell);
      expect((await ask(provider)).reply.toolCalls).toHaveLength(1);
      expect([server.calls(), server.requests.length]).toEqual([2, 1]);
      expect(server.requests[0]).toMatchObject(sent);
      await ask(provider);
      expect([server.calls(), server.requests.length]).toEqual([3, 2]);
    }
  });

  it('and refuses both names of a parameter is told as it is, not asked for ever', async () => {
    const { server, provider } = await serve({ refusesMaxTokens: true, refusesMaxCompletionTokens: true });
    await expect(ask(provider)).rejects.toMatchObject({ code: 'model-refused', detail: { usage: { costMicroUsd: 0 } } });
    expect(server.calls()).toBeLessThanOrEqual(7);
  });
});

describe('a model that cannot call tools', () => {
  it('answers with the same calls, written as one JSON object that is asked for by schema', async () => {
    const { server, provider } = await serve({ cannotCallTools: true });
    server.plan({ ...written(hello), usage: { inputTokens: 100, outputTokens: 10 } });
    const { reply, pieces } = await ask(provider);
    expect(reply).toEqual({
      toolCalls: [{ id: 'call_1', name: 'send_user_message', arguments: { content: 'Hello.' } }],
      usage: { inputTokens: 100, outputTokens: 10, costMicroUsd: 280 },
    });
    expect(pieces).toEqual([{ index: 0, toolName: 'send_user_message', argumentsText: '{"content":"Hello."}' }]);
    const sent = server.requests[0];
    expect([sent?.tools, sent?.tool_choice, sent?.response_format?.type]).toEqual([undefined, undefined, 'json_schema']);
    const [system] = sent?.messages ?? [];
    for (const { name, description } of request.tools) {
      expect(system?.content).toContain(name);
      expect(system?.content).toContain(description);
    }
  });

  it('is asked for JSON in the form it knows, or in words alone', async () => {
    const cases: [KnownModel['refusedFormats'], string | undefined][] = [
      [['json_schema'], 'json_object'],
      [['json_schema', 'json_object'], undefined],
    ];
    for (const [refusedFormats = [], format] of cases) {
      const { server, provider } = await serve({ cannotCallTools: true, refusedFormats });
      server.plan(written(hello));
      expect((await ask(provider)).reply.toolCalls).toHaveLength(1);
      expect(server.requests[0]?.response_format?.type).toBe(format);
    }
  });

  it('reads what it did before in the form in which it writes', async () => {
    const { server, provider } = await serve({ cannotCallTools: true });
    server.plan(written(hello));
    const messages: ModelMessage[] = [
      { role: 'user', content: 'Look' },
      { role: 'assistant', toolCalls: [{ id: 'a', name: 'look', arguments: { deep: true } }] },
      { role: 'tool', callId: 'a', toolName: 'look', content: '{"status":"SUCCESS"}' },
    ];
    await ask(provider, { messages });
    expect(server.requests[0]?.messages.slice(1)).toEqual([
      { role: 'user', content: 'Look' },
      { role: 'assistant', content: '{"calls":[{"name":"look","arguments":{"deep":true}}]}' },
      { role: 'user', content: '{"result_of":"look","content":"{\\"status\\":\\"SUCCESS\\"}"}' },
    ]);
  });

  it('is taken at its word: text around the object, other fields and no call at all are kept as what is wrong with the reply', async () => {
    const { server, provider } = await serve({ cannotCallTools: true });
    for (const text of [
      'Sure! {"calls":[]}',
      `\`\`\`json\n${JSON.stringify({ calls: hello })}\n\`\`\``,
      '{"calls":[]}',
      '{"calls":[{"name":"look"}]}',
      JSON.stringify({ calls: hello, note: 'beside it' }),
      '',
    ]) {
      server.plan({ text, usage: { inputTokens: 100, outputTokens: 10 } });
      const { reply, pieces } = await ask(provider);
      expect([reply.toolCalls, reply.usage.costMicroUsd, pieces]).toEqual([[], 280, []]);
      expect(reply.problem).toMatch(/^it is not (one JSON object|of the form)/);
    }
  });
});
