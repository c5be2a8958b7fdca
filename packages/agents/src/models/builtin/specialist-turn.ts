// How a specialist answers without a language model: it picks one of its tools by its examples, asks for what is missing, and tells results.
import { type Agent, PRIMARY_AGENT_ID } from '../../sdk/agent.ts';
import type { BuiltinRequest, Tool } from '../../sdk/tool.ts';
import type { Notification } from '../../turns/notifications.ts';
import { plainDecision, plainFailure, plainSentence, type PlannedReply, tellAgent } from './answers.ts';
import type { Vote } from './classifier.ts';
import { continuationOf, isQuestion, withAnswer, withDetail, speaksAnew } from './follow-up.ts';
import { choicesOf, chosenFrom, isNoneMeant, isPointing, theOneMeant } from './follow-up-choices.ts';
import { aboutSubject } from './specialist-turn-subject.ts';
import type { TimelineEvent } from './timeline.ts';
import type { TurnContext } from './turn-context.ts';
import type { Understanding } from './understanding.ts';

export async function specialistTurn(context: TurnContext): Promise<readonly PlannedReply[]> {
  const { agent, timeline } = context;
  const replies: PlannedReply[] = [];
  const seen: TimelineEvent[] = [...timeline.past];
  for (const event of timeline.open) {
    if (event.kind === 'result') replies.push(...tellResult(agent, event, requester(seen)));
    else if (event.kind === 'heard') replies.push(...(await answer(context, seen, event.notification)));
    seen.push(event);
  }
  return replies;
}

async function answer(
  context: TurnContext,
  before: readonly TimelineEvent[],
  notification: Notification,
): Promise<readonly PlannedReply[]> {
  switch (notification.notification_type) {
    case 'agent_message':
      return [await fulfil(context, before, notification, notification.payload.sender_agent_id)];
    case 'user_message':
      return [await fulfil(context, before, notification, PRIMARY_AGENT_ID)];
    case 'error_message':
      if (notification.payload.error_type === 'reply_rejected') return [];
      return [
        tellAgent(
          requester(before),
          plainSentence(notification.payload.error_message, 'Something went wrong while I worked on this. Please ask again.'),
        ),
      ];
    case 'system_alert':
      return wake(context, before, notification);
    default:
      return [];
  }
}

/** After a sleep it goes on with a request nobody has answered; other alerts are passed on. */
async function wake(
  context: TurnContext,
  before: readonly TimelineEvent[],
  { payload }: Extract<Notification, { notification_type: 'system_alert' }>,
): Promise<readonly PlannedReply[]> {
  const decision = plainDecision(payload);
  if (decision !== undefined) return [tellAgent(requester(before), decision)];
  if (payload.alert_type === 'PERMISSION_GRANTED') return [];
  if (payload.alert_type !== 'WAKE')
    return [tellAgent(requester(before), [payload.title, payload.description].filter((part) => part !== '').join(': '))];
  const lastHeard = before.findLastIndex(
    (event) => event.kind === 'heard' && event.notification.notification_type === 'agent_message',
  );
  const waiting = before[lastHeard];
  const isAnswered = before.slice(lastHeard + 1).some((event) => event.kind === 'called' && event.call.name !== 'sleep');
  if (waiting?.kind === 'heard' && !isAnswered) return answer(context, before.slice(0, lastHeard), waiting.notification);
  return [tellAgent(requester(before), 'I am awake again, and nothing was left to do.')];
}

async function fulfil(
  context: TurnContext,
  before: readonly TimelineEvent[],
  notification: Notification,
  replyTo: string,
): Promise<PlannedReply> {
  const request = requestOf(notification);
  const choice = await understand(context, before, request);
  if (choice.kind === 'call') return { name: choice.tool.name, arguments: choice.arguments };
  if (choice.kind === 'question') return tellAgent(replyTo, choice.text);
  return tellAgent(
    replyTo,
    `I could not make that out. ${context.agent.name}: ${context.agent.purpose}${suggestion(context.agent)}`,
  );
}

type Choice =
  | {
      readonly kind: 'call';
      readonly tool: Tool;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly closeness: number;
    }
  | { readonly kind: 'question'; readonly tool: Tool; readonly text: string }
  | { readonly kind: 'unfit' };

/** From here on a request stands on its own, even if it could also be the answer to a question. */
const STANDS_ALONE_CLOSENESS = 0.8;
/** Where the best tool lacks something, another one is taken only if it was almost as likely. */
const AS_LIKELY = 0.85;
/** A tool that was much less likely than the best is not taken merely because it can read something into the words. */
const LIKELY_ENOUGH = 0.6;
/** Below this a tool was not meant, even among those of the agent the request was given to. */
const POSSIBLE_CLOSENESS = 0.2;

async function understand(context: TurnContext, before: readonly TimelineEvent[], request: BuiltinRequest): Promise<Choice> {
  const earlier = lastRequest(before);
  const rest = continuationOf(request.text);
  if (earlier?.question !== undefined && !speaksAnew(earlier.question, request.text)) {
    const alone = await choose(context, [request]);
    const chosen = choiceMade(context.agent, before, earlier.question, request.text);
    if (chosen !== undefined) return chosen;
    const isNamed = alone.kind === 'call' && alone.tool.builtin?.isNamedIn?.(request) === true;
    const isWhole = request.text.trim().split(/\s+/).length >= 3;
    // A request that lacks something is new only where a tool recognized it.
    const isNew =
      isWhole &&
      ((alone.kind === 'call' && alone.closeness >= STANDS_ALONE_CLOSENESS) ||
        (alone.kind === 'question' && alone.tool.builtin?.recognizes?.(request) === true));
    if (isNamed || isNew) return alone;
    const picked = choiceMade(context.agent, before, earlier.question, request.text, true);
    if (picked !== undefined) return picked;
    const completed = await choose(
      context,
      withAnswer(earlier.text, earlier.question, request.text).map((text) => ({ ...request, text })),
    );
    return completed.kind === 'unfit' ? alone : completed;
  }
  const pointed = aboutSubject(context.agent, before, request);
  if (pointed !== undefined) {
    const choice = await choose(context, [{ ...request, text: pointed.text }]);
    if (choice.kind === 'call') return { ...choice, arguments: pointed.fill(choice.tool, choice.arguments) };
  }
  if (earlier !== undefined && rest !== undefined) {
    const alone = await choose(context, [{ ...request, text: rest }]);
    if (alone.kind === 'call' && alone.closeness >= STANDS_ALONE_CLOSENESS) return alone;
    const changed = await choose(
      context,
      withDetail(earlier.text, rest).map((text) => ({ ...request, text })),
    );
    if (changed.kind !== 'unfit') return changed;
  }
  return choose(context, [request]);
}

/**
 * The last call again, with the one of the offered choices that was named. `isAnyAnswer`: whatever is said is taken for words of
 * one of them, which the tool looks for. Undefined where nothing was offered or the answer does not clearly point at it.
 */
function choiceMade(
  agent: Agent,
  before: readonly TimelineEvent[],
  question: string,
  answer: string,
  isAnyAnswer = false,
): Choice | undefined {
  const choices = choicesOf(question);
  const last = before.findLast((event) => event.kind === 'called' && agent.tools.some(({ name }) => name === event.call.name));
  const tool = last?.kind === 'called' ? agent.tools.find(({ name }) => name === last.call.name) : undefined;
  if (choices.length === 0 || tool === undefined || last?.kind !== 'called' || !('which' in tool.parameters.shape))
    return undefined;
  if (isNoneMeant(answer)) return { kind: 'question', tool, text: 'All right. Nothing was changed.' };
  const chosen = chosenFrom(choices, answer);
  if (chosen === undefined && !isAnyAnswer && !isPointing(answer)) return undefined;
  const given = tool.parameters.safeParse(last.call.arguments);
  if (!given.success) return undefined;
  return { kind: 'call', tool, arguments: { ...given.data, which: chosen ?? theOneMeant(answer) }, closeness: 1 };
}

/** The first reading that gives a tool all it needs; the readings differ only in how they are put, so the first decides which tools are likely. */
async function choose({ agent, offered, understanding }: TurnContext, readings: readonly BuiltinRequest[]): Promise<Choice> {
  const usable = agent.tools.filter((tool) => tool.builtin !== undefined && offered.has(tool.name));
  const ranked = await rank(usable, readings, agent, understanding);
  const best = ranked[0];
  if (best === undefined) return { kind: 'unfit' };
  let question: Choice | undefined;
  for (const { tool, closeness } of ranked) {
    if (closeness < best.closeness * (question === undefined ? LIKELY_ENOUGH : AS_LIKELY)) break;
    for (const reading of readings) {
      const read = tool.builtin?.read(reading) ?? { kind: 'unfit' };
      if (read.kind === 'arguments' && tool.parameters.safeParse(read.arguments).success)
        return { kind: 'call', tool, arguments: read.arguments, closeness };
      if (read.kind === 'question') question ??= { kind: 'question', tool, text: read.text };
    }
  }
  return question ?? { kind: 'unfit' };
}

interface RankedTool {
  readonly tool: Tool;
  readonly closeness: number;
}

/** What tools recognize comes before all others, and without comparing when it is only one; the rest by their nearest examples. */
async function rank(
  usable: readonly Tool[],
  readings: readonly BuiltinRequest[],
  agent: Agent,
  understanding: Understanding,
): Promise<readonly RankedTool[]> {
  const recognized = usable.filter(({ builtin }) => readings.some((reading) => builtin?.recognizes?.(reading) === true));
  if (recognized.length === 1) return recognized.map((tool) => ({ tool, closeness: 1 }));
  const [votes = []] = await understanding.compare([readings[0]?.text ?? ''], agent.id);
  const place = (tool: Tool): number => {
    const index = votes.findIndex(({ label }) => label === tool.name);
    return index < 0 ? votes.length : index;
  };
  if (recognized.length > 1)
    return recognized.sort((left, right) => place(left) - place(right)).map((tool) => ({ tool, closeness: 1 }));
  return votes.flatMap((vote): RankedTool[] => {
    const tool = usable.find(({ name }) => name === vote.label);
    return tool === undefined || vote.closeness < POSSIBLE_CLOSENESS ? [] : [{ tool, closeness: standing(vote) }];
  });
}

/** Nearness counts, and so does how many of the neighbours agree. */
function standing({ closeness, share }: Vote): number {
  return closeness * (0.7 + 0.3 * share);
}

function tellResult(
  agent: Agent,
  { call, outcome }: Extract<TimelineEvent, { kind: 'result' }>,
  replyTo: string,
): readonly PlannedReply[] {
  const tool = agent.tools.find(({ name }) => name === call.name);
  // Choices are the person's own titles, which may look technical and are still to be read.
  if (!outcome.ok && choicesOf(outcome.message).length > 0) return [tellAgent(replyTo, outcome.message)];
  if (!outcome.ok) return [tellAgent(replyTo, plainFailure(outcome))];
  if (tool === undefined || !tool.continues) return [];
  const value = tool.result.safeParse(outcome.value);
  const given = tool.parameters.safeParse(call.arguments);
  if (!value.success || !given.success) return [tellAgent(replyTo, 'That worked, but the result is too long to be told here.')];
  return [tellAgent(replyTo, tool.builtin === undefined ? 'That is done.' : tool.builtin.say(value.data, given.data))];
}

interface EarlierRequest {
  /** As a whole, with the answers and details that were added to it. */
  readonly text: string;
  /** What was asked back and is not answered yet. */
  readonly question: string | undefined;
}

function lastRequest(events: readonly TimelineEvent[]): EarlierRequest | undefined {
  let last: EarlierRequest | undefined;
  for (const event of events) {
    if (event.kind === 'heard' && event.notification.notification_type === 'agent_message') {
      last = { text: wholeText(last, event.notification.payload.content), question: undefined };
    } else if (event.kind === 'called' && event.call.name === 'send_agent_message' && last !== undefined) {
      const content = contentOf(event.call.arguments);
      if (isQuestion(content)) last = { ...last, question: content };
    }
  }
  return last;
}

function wholeText(earlier: EarlierRequest | undefined, text: string): string {
  if (earlier === undefined) return text;
  if (earlier.question !== undefined && choicesOf(earlier.question).length > 0)
    return chosenFrom(choicesOf(earlier.question), text) !== undefined || isPointing(text) ? earlier.text : text;
  if (earlier.question !== undefined && text.trim().split(/\s+/).length <= 6)
    return withAnswer(earlier.text, earlier.question, text)[0] ?? text;
  const rest = continuationOf(text);
  return rest === undefined ? text : (withDetail(earlier.text, rest)[0] ?? text);
}

function contentOf(given: unknown): string {
  return typeof given === 'object' && given !== null && 'content' in given && typeof given.content === 'string'
    ? given.content
    : '';
}

/** Who sent the last request, and so gets the answer. */
function requester(events: readonly TimelineEvent[]): string {
  const last = events.findLast((event) => event.kind === 'heard' && event.notification.notification_type === 'agent_message');
  return last?.kind === 'heard' && last.notification.notification_type === 'agent_message'
    ? last.notification.payload.sender_agent_id
    : PRIMARY_AGENT_ID;
}

function requestOf({ timestamp, payload }: Notification): BuiltinRequest {
  return { text: 'content' in payload ? payload.content : '', nowMs: Date.parse(timestamp), timeZone: payload.user_timezone };
}

function suggestion(agent: Agent): string {
  return agent.suggestions[0] === undefined ? '' : ` For instance: “${agent.suggestions[0]}”`;
}
