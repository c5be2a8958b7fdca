import { describe, expect, it } from 'vitest';
import type { ModelPiece } from '../provider.ts';
import { createReplyReader, REPLY_LIMIT_CHARACTERS } from './reply-reader.ts';

const price = { input: 1, cachedInput: 0.5, cacheWrite: null, output: 2, upToInputTokens: null };
const free = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, upToInputTokens: null };

function read(...chunks: readonly unknown[]) {
  const pieces: ModelPiece[] = [];
  const reader = createReplyReader({ label: 'Somebody', onPiece: (piece) => pieces.push(piece) });
  for (const chunk of chunks) reader.take(chunk);
  return { pieces, finish: () => reader.finish(price), finishFree: () => reader.finish(free) };
}

const delta = (call: object, finish: string | null = null) => ({
  choices: [{ delta: { tool_calls: [call] }, finish_reason: finish }],
});
const end = (reason = 'tool_calls') => ({ choices: [{ delta: {}, finish_reason: reason }] });
const unknownUsage = { inputTokens: null, outputTokens: null, costMicroUsd: null };

describe('a reply put together from its chunks', () => {
  it('keeps calls apart that are written at the same time', () => {
    const { finish, pieces } = read(
      delta({ index: 0, id: 'a', function: { name: 'one', arguments: '{"n"' } }),
      delta({ index: 1, id: 'b', function: { name: 'two', arguments: '' } }),
      delta({ index: 0, function: { arguments: ':1}' } }),
      delta({ index: 1, function: { arguments: '{"n":2}' } }),
      end(),
    );
    expect(finish()).toEqual({
      toolCalls: [
        { id: 'a', name: 'one', arguments: { n: 1 } },
        { id: 'b', name: 'two', arguments: { n: 2 } },
      ],
      usage: unknownUsage,
    });
    expect(pieces).toEqual([
      { index: 0, toolName: 'one', argumentsText: '{"n"' },
      { index: 0, toolName: 'one', argumentsText: ':1}' },
      { index: 1, toolName: 'two', argumentsText: '{"n":2}' },
    ]);
  });

  // Ollama gave every call the index 0 (ollama/ollama#15457), and earlier no index at all (#7881); the arguments ran into each other.
  it('keeps calls apart whose index is repeated or missing', () => {
    for (const index of [{ index: 0 }, {}]) {
      const { finish } = read(
        delta({ ...index, id: 'a', function: { name: 'one', arguments: '{"n":1}' } }),
        delta({ ...index, id: 'b', function: { name: 'two', arguments: '{"n":' } }),
        delta({ ...index, function: { arguments: '2}' } }),
        end(),
      );
      expect(finish().toolCalls).toEqual([
        { id: 'a', name: 'one', arguments: { n: 1 } },
        { id: 'b', name: 'two', arguments: { n: 2 } },
      ]);
    }
  });

  it('takes a name once, however often it is repeated, and counts calls without an id', () => {
    const { finish } = read(
      delta({ index: 0, id: '', function: { name: 'one', arguments: '{"n"' } }),
      delta({ index: 0, id: '', function: { name: 'one', arguments: ':1}' } }),
      end(),
    );
    expect(finish().toolCalls).toEqual([{ id: 'call_1', name: 'one', arguments: { n: 1 } }]);
  });

  it('passes arguments on only when it is known whose they are, and an empty text as an empty object', () => {
    const { finish, pieces } = read(
      delta({ index: 0, id: 'a', function: { arguments: '{"n"' } }),
      delta({ index: 0, function: { name: 'one', arguments: ':1}' } }),
      delta({ index: 1, id: 'b', function: { name: 'two', arguments: '' } }),
      end(),
    );
    expect(finish().toolCalls.map((call) => call.arguments)).toEqual([{ n: 1 }, {}]);
    expect(pieces).toEqual([
      { index: 0, toolName: 'one', argumentsText: '{"n":1}' },
      { index: 1, toolName: 'two', argumentsText: '{}' },
    ]);
  });

  it('charges what the service counted, once, however often it says so', () => {
    const usage = (tokens: number) => ({
      choices: [],
      usage: { prompt_tokens: 100, completion_tokens: tokens, prompt_tokens_details: { cached_tokens: 40 } },
    });
    expect(read(usage(1), end('stop'), usage(10)).finish().usage).toEqual({
      inputTokens: 100,
      outputTokens: 10,
      costMicroUsd: 60 + 20 + 20,
    });
  });

  it('costs an unknown amount, never nothing, where the service does not count or counts nonsense', () => {
    expect(read(end('stop')).finish().usage).toEqual(unknownUsage);
    expect(read(end('stop'), { choices: [], usage: { prompt_tokens: -5, completion_tokens: 'many' } }).finish().usage).toEqual(
      unknownUsage,
    );
    expect(read(end('stop')).finishFree().usage).toEqual({ inputTokens: null, outputTokens: null, costMicroUsd: 0 });
  });

  it('is returned without calls where the model only talked', () => {
    expect(read({ choices: [{ delta: { content: 'Hello.' }, finish_reason: 'stop' }] }).finish().toolCalls).toEqual([]);
  });
});

describe('a reply that cannot be used', () => {
  const failure = (run: () => unknown): unknown => {
    try {
      return run();
    } catch (error) {
      return error;
    }
  };

  it('says why, and whether another try may help', () => {
    const call = { index: 0, id: 'a', function: { name: 'one', arguments: '{"n":' } };
    const cases: [string, boolean, () => unknown][] = [
      ['model-unavailable', true, () => read(delta(call)).finish()],
      ['model-reply-invalid', true, () => read({ choices: 'none' })],
      ['model-reply-invalid', false, () => read(delta(call), end('length')).finish()],
      ['model-refused', false, () => read(delta(call), end('content_filter')).finish()],
      ['model-refused', false, () => read({ choices: [{ delta: { refusal: 'No.' }, finish_reason: 'stop' }] }).finish()],
    ];
    for (const [code, retryable, run] of cases) expect(failure(run)).toMatchObject({ code, retryable });
  });

  it('for its arguments or a missing name is kept with what is wrong, for the model to hear', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 4 };
    const cases: [string, object][] = [
      ['the arguments of “one” are not JSON', { index: 0, id: 'a', function: { name: 'one', arguments: '{"n":' } }],
      ['a tool call has no name', { index: 0, id: 'a', function: { arguments: '{}' } }],
    ];
    for (const [problem, call] of cases) {
      expect(read(delta(call), { ...end(), usage }).finish()).toEqual({
        toolCalls: [],
        usage: { inputTokens: 10, outputTokens: 4, costMicroUsd: 18 },
        problem,
      });
    }
  });

  it('is paid for all the same: what the service counted is known', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 4 };
    for (const reason of ['length', 'content_filter']) {
      expect(failure(() => read({ ...end(reason), usage }).finish())).toMatchObject({
        detail: { usage: { inputTokens: 10, outputTokens: 4, costMicroUsd: 18 } },
      });
    }
  });

  // Some services count what a model thought beforehand in the total alone.
  it('counts as output whatever the total holds beside the input', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 30 };
    expect(read({ ...end(), usage }).finish().usage).toEqual({ inputTokens: 10, outputTokens: 20, costMicroUsd: 50 });
  });

  it('is stopped at its bound, in one chunk or in many, in arguments, names or text', () => {
    const long = 'x'.repeat(REPLY_LIMIT_CHARACTERS / 2 + 1);
    const inArguments = delta({ index: 0, id: 'a', function: { name: 'one', arguments: long } });
    const inNames = delta({ index: 0, id: 'a', function: { name: long } });
    const inText = { choices: [{ delta: { content: long }, finish_reason: null }] };
    for (const chunk of [inArguments, inNames, inText]) {
      expect(failure(() => read(chunk))).not.toBeInstanceOf(Error);
      expect(failure(() => read(chunk, chunk))).toMatchObject({ code: 'model-reply-invalid', retryable: false });
    }
  });
});
