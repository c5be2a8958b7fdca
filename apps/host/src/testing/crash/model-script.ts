// What the model of the crash tests says: a greeting it answers itself, a note it hands to the notes agent and back. Every call has a number
// of input tokens of its own, so that each reply that the host wrote down names the call it came from.
import { createModelServer, type ModelServer, type ModelServerStep } from '@vos/agents/testing';
import type { ModelPoint } from './points.ts';

type ChatRequest = ModelServer['requests'][number];

interface ScriptedCall {
  readonly name: string;
  readonly arguments: object;
}

/** What one call of the model was charged. */
export interface ModelCharge {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface ScriptedModelServer {
  readonly baseUrl: string;
  /** Every call that was let in and begun to be answered, whether or not anybody heard the answer. */
  readonly charges: readonly ModelCharge[];
  close(): Promise<void>;
}

const FIRST_INPUT_TOKENS = 1_000;
const OUTPUT_TOKENS = 10;

/** So many, whatever is said: a kill in the middle has a middle. */
const PIECES = 4;

/** `onMoment` is called at every moment of every answer. */
export async function startScriptedModel(onMoment: (moment: ModelPoint['moment']) => void): Promise<ScriptedModelServer> {
  const charges: ModelCharge[] = [];
  const server = await createModelServer({
    respond(request): ModelServerStep {
      const usage = { inputTokens: FIRST_INPUT_TOKENS + charges.length, outputTokens: OUTPUT_TOKENS };
      charges.push(usage);
      onMoment('asked');
      const toolCalls = answersTo(request);
      const longest = Math.max(...toolCalls.map((call) => JSON.stringify(call.arguments).length));
      return {
        slow: { toolCalls, usage, pieceLength: Math.ceil(longest / PIECES) },
        async beforeChunk(position) {
          if (position === PIECES) onMoment('midway');
        },
        afterLast: () => onMoment('told'),
      };
    },
  });
  return { charges, baseUrl: server.baseUrl, close: () => server.close() };
}

export type RequestKind = 'greeting' | 'note';

/** What the person writes, what an agent must answer, and what must then be among the notes. */
export interface RequestWords {
  readonly text: string;
  readonly answer: string;
  readonly note: string | null;
}

export function wordsOf(kind: RequestKind, number: number): RequestWords {
  return kind === 'greeting'
    ? { text: `hello ${number}`, answer: `Good day ${number}.`, note: null }
    : { text: `note ${number}`, answer: `Noted ${number}.`, note: `The thing numbered ${number}.` };
}

/** How many turns it takes: a greeting is answered at once; a note goes to the notes agent, is written, reported and told. */
export function turnsOf(kind: RequestKind): number {
  return kind === 'greeting' ? 1 : 4;
}

/** What the model calls: the same for the same request. Throws for what the script does not know. */
function answersTo(request: ChatRequest): readonly ScriptedCall[] {
  const isPrimary = request.tools?.some((tool) => tool.function.name === 'send_user_message') === true;
  const last = request.messages.at(-1);
  if (last?.role === 'user')
    return notificationsOf(last.content).map((each) => (isPrimary ? primaryCall(each) : notesCall(each)));
  if (last?.role === 'tool' && !isPrimary) return [{ name: 'send_agent_message', arguments: reportOf(request) }];
  throw new Error(`The script does not know what to say after a message of ${last?.role ?? 'nobody'}`);
}

interface Notification {
  readonly notification_type: string;
  readonly payload: { readonly content: string };
}

function notificationsOf(content: string): readonly Notification[] {
  return JSON.parse(content) as readonly Notification[];
}

function primaryCall({ notification_type: type, payload: { content } }: Notification): ScriptedCall {
  if (type === 'agent_message') return { name: 'send_user_message', arguments: { content } };
  if (content.startsWith('note ')) return { name: 'send_agent_message', arguments: { agent_id: 'notes_agent', content } };
  return { name: 'send_user_message', arguments: { content: wordsOf('greeting', numberIn(content)).answer } };
}

function notesCall({ payload: { content } }: Notification): ScriptedCall {
  return { name: 'create_note', arguments: { content: wordsOf('note', numberIn(content)).note } };
}

/** What the notes agent answers after its last note. */
function reportOf({ messages }: ChatRequest): object {
  const made = messages.findLast((message) => message.role === 'assistant');
  const number = numberIn(made?.tool_calls?.[0]?.function.arguments ?? '');
  return { agent_id: 'primary_agent', content: wordsOf('note', number).answer };
}

function numberIn(text: string): number {
  return Number(/\d+/.exec(text)?.[0]);
}
