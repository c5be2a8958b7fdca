// How the primary agent answers without a language model: small things itself, the rest by handing the person's words to a colleague.
import { type Agent, PRIMARY_AGENT_ID } from '../../sdk/agent.ts';
import type { BuiltinRequest } from '../../sdk/tool.ts';
import {
  askWhichColleague,
  groupsBeyond,
  replyBeyond,
  type ReplyContext,
  replyToIntent,
} from '../../specialists/primary/index.ts';
import type { Notification } from '../../turns/notifications.ts';
import { plainDecision, plainFailure, plainSentence, type PlannedReply, tellAgent, tellPerson } from './answers.ts';
import { type Decision, decide, RECOGNIZED } from './decision.ts';
import { continuationOf, isCircumstance, isQuestion, speaksAnew } from './follow-up.ts';
import { choicesOf, chosenFrom, isPointing } from './follow-up-choices.ts';
import { wouldBeClear } from './specialist-turn-subject.ts';
import { requestParts, withoutGreeting } from './split.ts';
import type { TimelineEvent } from './timeline.ts';
import type { TurnContext } from './turn-context.ts';

export async function primaryTurn(context: TurnContext): Promise<readonly PlannedReply[]> {
  const { timeline } = context;
  const replies: PlannedReply[] = [];
  const seen: TimelineEvent[] = [...timeline.past];
  for (const event of timeline.open) {
    if (event.kind === 'result' && !event.outcome.ok) replies.push(tellFailure(event, event.outcome));
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
    case 'user_message':
      return answerPerson(context, before, {
        text: notification.payload.content,
        nowMs: Date.parse(notification.timestamp),
        timeZone: notification.payload.user_timezone,
      });
    case 'agent_message':
      return [tellPerson(notification.payload.content)];
    case 'error_message':
      if (notification.payload.error_type === 'reply_rejected') return [];
      return [
        tellPerson(
          plainSentence(notification.payload.error_message, 'Something went wrong while I worked on this. Please try it again.'),
        ),
      ];
    case 'system_alert':
      return alert(context, before, notification);
    default:
      return [];
  }
}

async function alert(
  context: TurnContext,
  before: readonly TimelineEvent[],
  { payload }: Extract<Notification, { notification_type: 'system_alert' }>,
): Promise<readonly PlannedReply[]> {
  const decision = plainDecision(payload);
  if (decision !== undefined) return [tellPerson(decision)];
  if (payload.alert_type === 'PERMISSION_GRANTED') return [];
  if (payload.alert_type !== 'WAKE') {
    const text = [payload.title, payload.description].filter((part) => part !== '').join(': ');
    const kind = `${payload.alert_type.charAt(0)}${payload.alert_type.slice(1).toLowerCase()}`;
    return [tellPerson(text === '' ? `${kind}!` : `${kind}: ${text}`)];
  }
  const lastHeard = before.findLastIndex(
    (event) => event.kind === 'heard' && event.notification.notification_type === 'user_message',
  );
  const waiting = before[lastHeard];
  const isAnswered = before.slice(lastHeard + 1).some((event) => event.kind === 'called' && event.call.name !== 'sleep');
  if (waiting?.kind === 'heard' && !isAnswered) return answer(context, before.slice(0, lastHeard), waiting.notification);
  return [tellPerson('I am back. Nothing was left to do.')];
}

function tellFailure(
  { call }: Extract<TimelineEvent, { kind: 'result' }>,
  outcome: Parameters<typeof plainFailure>[0],
): PlannedReply {
  if (call.name === 'send_user_message') return tellPerson('I have an answer, but it could not be shown. Please ask again.');
  return tellPerson(
    call.name === 'send_agent_message' ? `I could not hand this to a colleague. ${plainFailure(outcome)}` : plainFailure(outcome),
  );
}

async function answerPerson(
  context: TurnContext,
  before: readonly TimelineEvent[],
  request: BuiltinRequest,
): Promise<readonly PlannedReply[]> {
  const exchange = lastExchange(before);
  const asked = { ...request, text: withoutGreeting(request.text.trim()) };
  const openQuestion = exchange.said !== undefined && isQuestion(exchange.said);

  if (!openQuestion) {
    const parts = await separateRequests(context, asked);
    if (parts !== undefined) {
      const replies: PlannedReply[] = [];
      for (const { text, decision } of parts) replies.push(await carryOut(context, before, { ...request, text }, decision));
      return replies;
    }
  }
  if (openQuestion && exchange.saidBy !== undefined) {
    const choices = choicesOf(exchange.said ?? '');
    if (choices.length > 0 && (chosenFrom(choices, request.text) !== undefined || isPointing(request.text)))
      return [tellAgent(exchange.saidBy, request.text)];
  }
  const [decision = NOTHING] = await decide([asked], context.agents, context.understanding);
  if (
    openQuestion &&
    exchange.saidBy !== undefined &&
    answersQuestion(context.agent, exchange.said ?? '', request.text, decision, exchange.saidBy)
  ) {
    return [tellAgent(exchange.saidBy, request.text)];
  }
  if (openQuestion && exchange.saidBy === undefined) {
    const meant = await colleagueMeant(context, exchange, request);
    if (meant !== undefined) return [meant];
  }
  if (
    exchange.colleague !== undefined &&
    (leansOnEarlier(request.text, decision, exchange.colleague) || speaksOfIt(context, asked, decision, exchange.colleague))
  )
    return [tellAgent(exchange.colleague, request.text)];
  return [await carryOut(context, before, asked, decision)];
}

const NOTHING: Decision = { kind: 'beyond', group: undefined };

/** The parts of a message that each mean something on their own; undefined if it is better taken as one. */
async function separateRequests(
  { agents, understanding }: TurnContext,
  request: BuiltinRequest,
): Promise<readonly { readonly text: string; readonly decision: Decision }[] | undefined> {
  const isSum = (part: string): boolean =>
    agents.some(({ tools }) => tools.some(({ builtin }) => builtin?.recognizes?.({ ...request, text: part }) === true));
  const parts = requestParts(request.text, isSum);
  if (parts === undefined) return undefined;
  const decisions = await decide(
    parts.map((text) => ({ ...request, text })),
    agents,
    understanding,
  );
  const areClear = decisions.every(
    (decision) => (decision.kind === 'colleague' || decision.kind === 'own') && decision.closeness >= SEPARATE_CLOSENESS,
  );
  return areClear ? parts.map((text, index) => ({ text, decision: decisions[index] ?? NOTHING })) : undefined;
}

/** A part that is less like any example may only be the rest of the sentence before it. */
const SEPARATE_CLOSENESS = 0.55;

async function carryOut(
  context: TurnContext,
  before: readonly TimelineEvent[],
  request: BuiltinRequest,
  decision: Decision,
): Promise<PlannedReply> {
  const colleagues = context.agents.filter(({ id }) => id !== PRIMARY_AGENT_ID);
  const replyContext: ReplyContext = {
    ...request,
    colleagues,
    spokenBefore: before.filter((event) => event.kind === 'heard' && event.notification.notification_type === 'user_message')
      .length,
    lastSaid: lastSaid(before),
  };
  switch (decision.kind) {
    case 'colleague':
      return tellAgent(decision.agentId, request.text);
    case 'own':
      return tellPerson((await replyToIntent(decision.intent, replyContext)) ?? replyBeyond(undefined, replyContext));
    case 'unsure':
      return tellPerson(askWhichColleague(decision.agentIds.flatMap((id) => colleagues.find((agent) => agent.id === id) ?? [])));
    case 'beyond':
      return tellPerson(
        replyBeyond(
          groupsBeyond(context.agents).find(({ name }) => name === decision.group),
          replyContext,
        ),
      );
  }
}

interface Exchange {
  /** The person's last message. */
  readonly request: BuiltinRequest | undefined;
  /** The colleague it was handed to last. */
  readonly colleague: string | undefined;
  /** What was said to the person last, since that message. */
  readonly said: string | undefined;
  /** The colleague whose words those were; undefined for the primary agent's own. */
  readonly saidBy: string | undefined;
}

function lastExchange(events: readonly TimelineEvent[]): Exchange {
  const start = events.findLastIndex(
    (event) => event.kind === 'heard' && event.notification.notification_type === 'user_message',
  );
  const first = events[start];
  let exchange: Exchange = { request: undefined, colleague: undefined, said: undefined, saidBy: undefined };
  if (first?.kind !== 'heard' || first.notification.notification_type !== 'user_message') return exchange;
  const { timestamp, payload } = first.notification;
  exchange = { ...exchange, request: { text: payload.content, nowMs: Date.parse(timestamp), timeZone: payload.user_timezone } };
  const heard = new Map<string, string>();
  for (const event of events.slice(start + 1)) {
    if (event.kind === 'heard' && event.notification.notification_type === 'agent_message') {
      heard.set(event.notification.payload.content.trim(), event.notification.payload.sender_agent_id);
    } else if (event.kind === 'called') {
      const { agent_id: agentId, content } = namedStrings(event.call.arguments);
      if (event.call.name === 'send_agent_message') exchange = { ...exchange, colleague: agentId };
      else if (event.call.name === 'send_user_message')
        exchange = { ...exchange, said: content, saidBy: heard.get(content?.trim() ?? '') };
    }
  }
  return exchange;
}

function lastSaid(events: readonly TimelineEvent[]): string | undefined {
  const last = events.findLast((event) => event.kind === 'called' && event.call.name === 'send_user_message');
  return last?.kind === 'called' ? namedStrings(last.call.arguments).content : undefined;
}

function namedStrings(given: unknown): { readonly agent_id: string | undefined; readonly content: string | undefined } {
  const fields: Record<string, unknown> = typeof given === 'object' && given !== null ? { ...given } : {};
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return { agent_id: text(fields['agent_id']), content: text(fields['content']) };
}

/** Intents that are an answer themselves when something was asked. */
const ANSWERS: ReadonlySet<string> = new Set(['yes', 'no', 'maybe']);

/** Questions that any words can answer. */
const ASKS_FOR_TEXT = /^What should (?:the note|I add)\b/;

function isExample({ examples }: Agent, intent: string, text: string): boolean {
  const plain = (words: string): string => (words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
  return examples[intent]?.some((example) => plain(example) === plain(text)) === true;
}

/** Intents that ask for nothing. */
const SMALL_TALK: ReadonlySet<string> = new Set([
  'greeting',
  'how_are_you',
  'thanks',
  'goodbye',
  'praise',
  'complaint',
  'sorry',
  'bored',
]);

/** Whether a message is the answer to a colleague's question; what is clearly something else is not. */
function answersQuestion(agent: Agent, question: string, text: string, decision: Decision, colleague: string): boolean {
  const wordCount = text.trim().split(/\s+/).length;
  if (speaksAnew(question, text)) return false;
  if (decision.kind === 'own') {
    if (ANSWERS.has(decision.intent)) return true;
    // A title or the text of a note may sound like small talk; only what is said exactly so is not the answer.
    const isFree = SMALL_TALK.has(decision.intent) || (ASKS_FOR_TEXT.test(question) && decision.intent !== 'cancel');
    if (isFree) return !isExample(agent, decision.intent, text);
    return decision.intent === 'cancel' ? decision.closeness < 0.7 : decision.closeness < (wordCount <= 2 ? 0.95 : 0.75);
  }
  if (decision.kind === 'colleague' && decision.agentId !== colleague) return wordCount < 3 || decision.closeness < 0.75;
  if (decision.kind === 'beyond' && decision.group !== undefined) return wordCount < 4;
  return true;
}

function leansOnEarlier(text: string, decision: Decision, colleague: string): boolean {
  const rest = continuationOf(text);
  if (rest === undefined) return false;
  if (decision.kind === 'colleague')
    return decision.agentId === colleague || (decision.closeness < RECOGNIZED && isCircumstance(rest));
  if (decision.kind === 'own') return isCircumstance(rest) || decision.closeness < 0.75;
  return decision.kind === 'unsure' || decision.group === undefined || isCircumstance(rest);
}

/** “What is on it?”: meant for whoever was asked last, where it would be clear to them. */
function speaksOfIt({ agents }: TurnContext, request: BuiltinRequest, decision: Decision, colleague: string): boolean {
  if (decision.kind === 'colleague' && decision.closeness >= RECOGNIZED) return false;
  const agent = agents.find(({ id }) => id === colleague);
  return agent !== undefined && wouldBeClear(agent, request);
}

/** After “the weather agent or the notes agent?”: the earlier request for the one that was named. */
async function colleagueMeant(
  { agents, understanding }: TurnContext,
  { request, said }: Exchange,
  given: BuiltinRequest,
): Promise<PlannedReply | undefined> {
  if (request === undefined) return undefined;
  const [earlier = NOTHING] = await decide([{ ...request, text: withoutGreeting(request.text.trim()) }], agents, understanding);
  if (earlier.kind !== 'unsure') return undefined;
  const likely = earlier.agentIds.flatMap((id) => agents.find((agent) => agent.id === id) ?? []);
  if (said !== askWhichColleague(likely)) return undefined;
  const chosen = namedAgent(given.text, likely);
  return chosen === undefined ? undefined : tellAgent(chosen.id, request.text);
}

const ORDINALS: readonly RegExp[] = [/\b(?:first|former|1)\b/i, /\b(?:second|latter|last|2)\b/i];

function namedAgent(text: string, likely: readonly Agent[]): Agent | undefined {
  const lower = text.toLowerCase();
  const byName = likely.filter(({ name }) => lower.includes(name.toLowerCase().replace(/ agent$/, '')));
  if (byName.length === 1) return byName[0];
  if (likely.length === 1 && /^\s*(?:yes|yeah|yep|sure|ok|okay|please|do|right|exactly|correct|go ahead)\b/i.test(text))
    return likely[0];
  return likely.find((_, index) => ORDINALS[index]?.test(text) === true);
}
