// What the model of the crash tests says: a greeting it answers itself, a note it hands to the notes agent and back. Every call has a number
// of input tokens of its own, so that each reply that the host wrote down names the call it came from.
import { createModelServer, type ModelServer, type ModelServerStep } from '@vos/agents/testing';
import { PLACE_ORDER, PLACE_TRACKED_ORDER } from './order-tools.ts';
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

export const requestKinds = ['greeting', 'note', 'order', 'tracked order'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** What the person writes, and what it must come to. */
export interface RequestWords {
  readonly text: string;
  /** The answer when all is well. */
  readonly answer: string;
  /** What must then be among the notes. */
  readonly note: string | null;
  /** What the outside service is told to send. */
  readonly order: string | null;
}

export function wordsOf(kind: RequestKind, number: number): RequestWords {
  const text = `${kind} ${number}`;
  switch (kind) {
    case 'greeting':
      return { text, answer: `Good day ${number}.`, note: null, order: null };
    case 'note':
      return { text, answer: `Noted ${number}.`, note: `The thing numbered ${number}.`, order: null };
    case 'order':
    case 'tracked order':
      return { text, answer: `Ordered ${number}.`, note: null, order: `thing ${number}` };
  }
}

/** Said where nobody knows whether it was ordered. */
export function unsureOf(number: number): string {
  return `Nobody knows about ${number}.`;
}

/** Said where it is known that it was not ordered. */
export function refusedOf(number: number): string {
  return `Not ordered ${number}.`;
}

/** How many turns it takes: a note goes to the notes agent, is written, reported and told; an order is placed and told. */
export function turnsOf(kind: RequestKind): number {
  return { greeting: 1, note: 4, order: 2, 'tracked order': 2 }[kind];
}

/** What the model calls: the same for the same request. Throws for what the script does not know. */
function answersTo(request: ChatRequest): readonly ScriptedCall[] {
  const isPrimary = request.tools?.some((tool) => tool.function.name === 'send_user_message') === true;
  const last = request.messages.at(-1);
  if (last?.role === 'user')
    return notificationsOf(last.content).map((each) => (isPrimary ? primaryCall(each) : notesCall(each)));
  if (last?.role === 'tool' && isPrimary)
    return [{ name: 'send_user_message', arguments: { content: wordOnOrder(request, last.content) } }];
  if (last?.role === 'tool') return [{ name: 'send_agent_message', arguments: reportOf(request) }];
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
  if (content.startsWith('order ')) return { name: PLACE_ORDER, arguments: { what: wordsOf('order', numberIn(content)).order } };
  if (content.startsWith('tracked order '))
    return { name: PLACE_TRACKED_ORDER, arguments: { what: wordsOf('order', numberIn(content)).order } };
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

/** What the person is told of the order placed last, from its result. */
function wordOnOrder({ messages }: ChatRequest, result: string): string {
  const placed = messages.findLast((message) => message.role === 'assistant');
  const number = numberIn(placed?.tool_calls?.[0]?.function.arguments ?? '');
  const { status, error_code: code } = JSON.parse(result) as { readonly status: string; readonly error_code?: string };
  if (status === 'SUCCESS') return wordsOf('order', number).answer;
  return code === 'outcome-uncertain' ? unsureOf(number) : refusedOf(number);
}

function numberIn(text: string): number {
  return Number(/\d+/.exec(text)?.[0]);
}
