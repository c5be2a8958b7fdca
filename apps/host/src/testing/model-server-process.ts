// A model service in a process of its own, for tests that may not import one: it prints one line of JSON, `{ origin, baseUrl }`, and then
// answers every request. Options are one JSON argument. With `holds`, each reply stops half-way until a line arrives on standard input.
// It ends with its standard input.
import { createModelServer, type ModelServerStep } from '@vos/agents/testing';
import { createInterface } from 'node:readline';

interface Options {
  /** The only key that is let in; anybody when absent. */
  readonly key?: string;
  /** Models, each with tools unless it is named `…-talks`. Default: `test-model`. */
  readonly models?: readonly string[];
  readonly answersAsOllama?: boolean;
  readonly holds?: boolean;
  readonly says?: string;
}

const options = JSON.parse(process.argv[2] ?? '{}') as Options;
const models = options.models ?? ['test-model'];
const lines = createInterface({ input: process.stdin });
let waiting: (() => void)[] = [];

lines.on('line', () => {
  for (const goOn of waiting) goOn();
  waiting = [];
});

const server = await createModelServer({
  models: models.map((id) => ({ id })),
  key: options.key ?? null,
  ...(options.answersAsOllama === true
    ? {
        ollama: models.map((name) => ({
          name,
          sizeBytes: 1_000_000_000,
          parameterSize: '1B',
          capabilities: name.endsWith('-talks') ? ['completion'] : ['completion', 'tools'],
        })),
      }
    : {}),
  respond(request): ModelServerStep {
    const isTrial = request.tools?.some((tool) => tool.function.name === 'report_ready') === true;
    if (isTrial) return { toolCalls: [{ name: 'report_ready', arguments: { word: 'ready' } }] };
    const content = options.says ?? 'Good day to you, from a model on this computer.';
    const reply = { toolCalls: [{ name: 'send_user_message', arguments: { content } }], pieceLength: 8 };
    if (options.holds !== true) return reply;
    const halfWay = 2 + Math.ceil(content.length / 8 / 2);
    return {
      slow: reply,
      beforeChunk: (position) =>
        position === halfWay ? new Promise<void>((resolve) => void waiting.push(resolve)) : Promise.resolve(),
    };
  },
});

lines.on('close', () => void server.close());
process.stdout.write(`${JSON.stringify({ origin: server.origin, baseUrl: server.baseUrl })}\n`);
