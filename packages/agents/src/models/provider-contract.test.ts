// What a turn relies on, whoever answers: the scripted model of the tests and a model service keep the same promises.
import { describe, expect, it } from 'vitest';
import { createModelServer } from '../testing/model-server/model-server.ts';
import { createScriptedModel } from '../testing/scripted-model.ts';
import { createOpenAiProvider } from './openai/provider.ts';
import { createPrices } from './prices/prices.ts';
import type { ModelPiece, ModelProvider, ModelRequest } from './provider.ts';

interface Answer {
  readonly name: string;
  readonly arguments: unknown;
}

/** A provider with a way to say what it answers next. */
interface Subject {
  readonly provider: ModelProvider;
  answerNext(calls: readonly Answer[]): void;
  /** Writes the beginning and then fails. */
  failNext(begins: readonly Answer[]): void;
  hangNext(): void;
  /** Resolves once the provider is waiting for an answer. */
  asked(): Promise<void>;
  dispose(): Promise<void>;
}

const subjects: Readonly<Record<string, () => Promise<Subject>>> = {
  async 'the scripted model'() {
    const model = createScriptedModel();
    return {
      provider: model,
      answerNext: (calls) => model.plan('primary_agent', calls),
      failNext: (begins) => model.plan('primary_agent', { begins, then: new Error('Broken off') }),
      hangNext: () => model.plan('primary_agent', new Promise(() => {})),
      asked: async () => {},
      dispose: async () => {},
    };
  },
  async 'a model service'() {
    const server = await createModelServer();
    const { promise: asked, resolve: arrived } = Promise.withResolvers<void>();
    return {
      provider: createOpenAiProvider({
        id: 'local',
        label: 'Local',
        description: 'A service on this computer.',
        baseUrl: server.baseUrl,
        apiKey: () => undefined,
        model: 'test-model',
        prices: createPrices({ listed: [] }),
      }),
      answerNext: (toolCalls) => server.plan({ toolCalls }),
      failNext: (toolCalls) => server.plan({ cut: { toolCalls }, afterChunks: 4 }),
      hangNext: () =>
        server.plan({
          slow: {},
          beforeChunk: () => {
            arrived();
            return new Promise(() => {});
          },
        }),
      asked: () => asked,
      dispose: () => server.close(),
    };
  },
};

const request: ModelRequest = {
  agentId: 'primary_agent',
  conversationId: 'conversation_1',
  system: 'You help.',
  messages: [{ role: 'user', content: 'Hello' }],
  tools: [
    {
      name: 'send_user_message',
      description: 'Says it.',
      parameters: { type: 'object', properties: { content: { type: 'string' } } },
    },
  ],
};

describe.each(Object.entries(subjects))('%s', (_name, create) => {
  async function withSubject(run: (subject: Subject) => Promise<void>): Promise<void> {
    const subject = await create();
    try {
      await run(subject);
    } finally {
      await subject.dispose().catch(() => {});
    }
  }

  async function ask({ provider }: Subject, signal = new AbortController().signal) {
    const pieces: ModelPiece[] = [];
    const ended = await provider.call(request, { signal, onPiece: (piece) => pieces.push(piece) }).then(
      (reply) => ({ reply }),
      (error: unknown) => ({ error }),
    );
    return { pieces, ...ended };
  }

  it('streams pieces that make up the arguments of each call', () =>
    withSubject(async (subject) => {
      const answers = [
        { name: 'send_user_message', arguments: { content: 'A fine answer, “quoted” and 🙂' } },
        { name: 'send_user_message', arguments: {} },
      ];
      subject.answerNext(answers);
      const { pieces, reply } = (await ask(subject)) as {
        pieces: ModelPiece[];
        reply: Awaited<ReturnType<ModelProvider['call']>>;
      };
      expect(reply.toolCalls.map(({ name, arguments: given }) => ({ name, arguments: given }))).toEqual(answers);
      expect(new Set(reply.toolCalls.map(({ id }) => id)).size).toBe(2);
      for (const [index, answer] of answers.entries()) {
        const own = pieces.filter((piece) => piece.index === index);
        expect(JSON.parse(own.map(({ argumentsText }) => argumentsText).join(''))).toEqual(answer.arguments);
        expect(own.every(({ toolName }) => toolName === answer.name)).toBe(true);
      }
    }));

  it('ends with “aborted” when it is stopped while it waits', () =>
    withSubject(async (subject) => {
      subject.hangNext();
      const stop = new AbortController();
      const ended = ask(subject, stop.signal);
      await subject.asked();
      stop.abort();
      expect(await ended).toMatchObject({ pieces: [], error: { code: 'aborted' } });
    }));

  it('fails when a reply that began breaks off, and keeps what it streamed', () =>
    withSubject(async (subject) => {
      subject.failNext([{ name: 'send_user_message', arguments: { content: 'A fine ans' } }]);
      const { pieces, error } = (await ask(subject)) as { pieces: ModelPiece[]; error: unknown };
      expect(error).toBeInstanceOf(Error);
      expect(pieces.length).toBeGreaterThan(0);
    }));

  it('fails a call that nobody planned', () =>
    withSubject(async (subject) => {
      expect(await ask(subject)).toMatchObject({ pieces: [], error: expect.any(Error) });
    }));
});
