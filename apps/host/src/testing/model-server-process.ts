// A model service in a process of its own, for tests that may not import one: it prints one line of JSON, `{ origin, baseUrl }`, and then
// answers every request. The first line of its standard input is the options, as JSON. With `holds`, each reply stops half-way until
// another line arrives. It ends with its standard input.
import { createModelServer, type ModelServerStep } from '@vos/agents/testing';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

interface Options {
  /** The only key that is let in; anybody when absent. */
  readonly key?: string;
  /** Models, each with tools unless it is named `…-embeds`, which cannot answer. Default: `test-model`. */
  readonly models?: readonly string[];
  readonly answersAsOllama?: boolean;
  readonly holds?: boolean;
  readonly says?: string;
}

const lines = createInterface({ input: process.stdin });
const [first] = (await once(lines, 'line')) as [string];
const options = JSON.parse(first) as Options;
const models = options.models ?? ['test-model'];
/** So few that a reply of a megabyte is not made of a hundred thousand pieces. */
const PIECES_AT_MOST = 100;
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
          capabilities: name.endsWith('-embeds') ? ['embedding'] : ['completion', 'tools'],
        })),
      }
    : {}),
  respond(request): ModelServerStep {
    const isTrial = request.tools?.some((tool) => tool.function.name === 'report_ready') === true;
    if (isTrial) return { toolCalls: [{ name: 'report_ready', arguments: { word: 'ready' } }] };
    const content = options.says ?? 'Good day to you, from a model on this computer.';
    const pieceLength = Math.max(8, Math.ceil(content.length / PIECES_AT_MOST));
    const reply = { toolCalls: [{ name: 'send_user_message', arguments: { content } }], pieceLength };
    if (options.holds !== true) return reply;
    const halfWay = 2 + Math.ceil(content.length / pieceLength / 2);
    return {
      slow: reply,
      beforeChunk: (position) =>
        position === halfWay ? new Promise<void>((resolve) => void waiting.push(resolve)) : Promise.resolve(),
    };
  },
});

lines.on('close', () => void server.close());
process.stdout.write(`${JSON.stringify({ origin: server.origin, baseUrl: server.baseUrl })}\n`);
