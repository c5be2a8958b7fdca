// Turns the hops of a request into the lines of its diagram: which lanes there are, and which lane each line starts and ends in. Pure.
import type {
  AgentDescription,
  MessageHop,
  ModelHop,
  ToolHop,
  ToolRefusal,
  TraceHop,
  TraceText,
  TurnHop,
} from '@vos/protocol/entities';
import { agentIcon, agentName } from '../chat/speakers.ts';
import { duration } from '../chat/when.ts';
import { moneyText, tokensText } from '../spending-words.ts';

/** `done` says nothing more; `stopped` is no fault; `lost` is over, and nobody knows how it ended. */
export type LineState = 'done' | 'running' | 'waiting' | 'failed' | 'stopped' | 'lost';

export interface Lane {
  /** `person`, an agent, or `tools`. */
  readonly id: string;
  readonly name: string;
  /** Name of its icon. */
  readonly icon: string;
}

export interface ModelUse {
  readonly id: string;
  readonly model: string;
  readonly state: LineState;
  /** Tokens, money and time, as far as they are known. */
  readonly facts: readonly string[];
  readonly problem: string | null;
}

export interface RouteLine {
  readonly key: string;
  readonly kind: TraceHop['kind'];
  /** Milliseconds since the request began. */
  readonly sinceMs: number;
  /** Places of lanes, counted from 0; equal for what happens within one. */
  readonly from: number;
  readonly to: number;
  /** A tool’s answer comes back on the same line. */
  readonly isRoundTrip: boolean;
  readonly title: string;
  /** The tool’s own name, shown as code. */
  readonly code: string | null;
  readonly text: TraceText | null;
  readonly state: LineState;
  readonly problem: string | null;
  /** How long it took; null where it took none or is not over. */
  readonly took: string | null;
  /** When what is running began, ISO 8601. */
  readonly runningSince: string | null;
  readonly models: readonly ModelUse[];
  /** Shown when it is unfolded. */
  readonly details: readonly { readonly label: string; readonly text: TraceText }[];
  /** The dead letter that can be tried again or dropped from here. */
  readonly letterId: string | null;
}

export interface RouteDrawing {
  readonly lanes: readonly Lane[];
  readonly lines: readonly RouteLine[];
}

const PERSON = 'person';
const TOOLS = 'tools';

/** A call of one of these is told by the message it sent. */
const senders: ReadonlySet<string> = new Set(['send_user_message', 'send_agent_message']);

export function drawRoute(hops: readonly TraceHop[], startedAt: string, agents: readonly AgentDescription[]): RouteDrawing {
  const sentBy = new Set(hops.flatMap((hop) => (hop.kind === 'message' && hop.callId !== null ? [hop.callId] : [])));
  const stoppedTurns = new Set(hops.flatMap((hop) => (hop.kind === 'turn' && isStopped(hop) ? [hop.id] : [])));
  const turnAgents = new Map(hops.flatMap((hop) => (hop.kind === 'turn' ? [[hop.id, hop.agentId] as const] : [])));
  const modelsByTurn = new Map<string, ModelHop[]>([...turnAgents.keys()].map((id) => [id, []]));
  for (const hop of hops) if (hop.kind === 'model') modelsByTurn.get(hop.turnId ?? '')?.push(hop);

  const shown = hops.filter((hop) => {
    if (hop.kind === 'model') return !modelsByTurn.has(hop.turnId ?? '');
    if (hop.kind === 'tool') return !(hop.state === 'succeeded' && senders.has(hop.toolName) && sentBy.has(hop.id));
    // That a result went on to the next step of the same agent shows in that step.
    return !(hop.kind === 'message' && hop.type === 'tool_result' && (hop.state === 'handled' || hop.state === 'taken-up'));
  });
  const lanes = lanesOf(shown, turnAgents, agents);
  const placeOf = (id: string): number =>
    Math.max(
      0,
      lanes.findIndex((lane) => lane.id === id),
    );
  const nameOf = (id: string): string => lanes.find((lane) => lane.id === id)?.name ?? agentName(id, agents);

  // Why something failed stands once, at the step that failed.
  const told = new Set(hops.flatMap((hop) => (hop.kind === 'turn' || hop.kind === 'model' ? (hop.problem?.message ?? []) : [])));
  const lines = shown.map((hop): RouteLine => {
    const sinceMs = Math.max(0, Date.parse(hop.at) - Date.parse(startedAt));
    const common = { ...plain, key: `${hop.kind} ${hop.id}`, kind: hop.kind, sinceMs };
    switch (hop.kind) {
      case 'message':
        return { ...common, ...messageLine(hop, placeOf, nameOf, speakerOf(hop, turnAgents), told) };
      case 'turn':
        return { ...common, ...turnLine(hop, modelsByTurn.get(hop.id) ?? [], placeOf, nameOf) };
      case 'tool':
        return { ...common, ...toolLine(hop, placeOf, stoppedTurns.has(hop.turnId)) };
      case 'model': {
        const at = placeOf(hop.agentId);
        return { ...common, from: at, to: at, title: `${nameOf(hop.agentId)} asked a model`, models: [modelUse(hop)] };
      }
    }
  });
  return { lanes, lines };
}

const plain = {
  isRoundTrip: false,
  code: null,
  text: null,
  state: 'done',
  problem: null,
  took: null,
  runningSince: null,
  models: [],
  details: [],
  letterId: null,
} as const satisfies Partial<RouteLine>;

/** VOS itself speaks beside the agent whose turn it is about. */
function speakerOf(hop: MessageHop, turnAgents: ReadonlyMap<string, string>): string {
  return hop.from === 'system' ? (turnAgents.get(hop.turnId ?? '') ?? (hop.to === PERSON ? 'primary_agent' : hop.to)) : hop.from;
}

function lanesOf(
  hops: readonly TraceHop[],
  turnAgents: ReadonlyMap<string, string>,
  agents: readonly AgentDescription[],
): readonly Lane[] {
  const ids = new Set<string>([PERSON]);
  for (const hop of hops) {
    for (const id of hop.kind === 'message' ? [speakerOf(hop, turnAgents), hop.to] : [hop.agentId]) ids.add(id);
  }
  const lanes = [...ids].map(
    (id): Lane =>
      id === PERSON
        ? { id, name: 'You', icon: 'user' }
        : { id, name: agents.find((agent) => agent.id === id)?.name ?? agentName(id, agents), icon: agentIcon(id, agents) },
  );
  return hops.some(({ kind }) => kind === 'tool') ? [...lanes, { id: TOOLS, name: 'Tools', icon: 'wrench' }] : lanes;
}

type PlaceOf = (id: string) => number;
type NameOf = (id: string) => string;
type Own = Partial<RouteLine> & Pick<RouteLine, 'from' | 'to' | 'title'>;

const messageStates = {
  waiting: 'waiting',
  'taken-up': 'done',
  handled: 'done',
  delivered: 'done',
  failed: 'failed',
  unreadable: 'failed',
} as const satisfies Record<MessageHop['state'], LineState>;

function messageLine(hop: MessageHop, placeOf: PlaceOf, nameOf: NameOf, speaker: string, told: ReadonlySet<string>): Own {
  const { to, type, text, state, problem, attempts, letterId } = hop;
  return {
    from: placeOf(speaker),
    to: placeOf(to),
    title: messageTitle(hop, nameOf),
    text: text ?? (type === 'agent_message' ? NOT_KEPT : null),
    state: messageStates[state],
    problem:
      problem === null
        ? state === 'waiting'
          ? waitingWords(attempts)
          : null
        : told.has(problem.message)
          ? SET_ASIDE
          : problem.message,
    details: text !== null && text.text.length > SHOWN_CHARACTERS ? [{ label: 'All of it', text }] : [],
    letterId,
  };
}

const NOT_KEPT: TraceText = { text: 'What it said is not kept any more.', fullLength: 34 };

/** A text longer than this is cut on its line, which has room for three lines in a narrow window, and shown whole when it is unfolded. */
const SHOWN_CHARACTERS = 160;

const SET_ASIDE = 'This could not be answered and was set aside.';

function waitingWords(attempts: number): string {
  if (attempts === 0) return 'Waits for its turn.';
  return `Tried ${attempts === 1 ? 'once' : `${attempts} times`}. Waits to be tried again.`;
}

function messageTitle({ from, to, type }: MessageHop, nameOf: NameOf): string {
  const receiver = to === PERSON ? 'you' : inSentence(nameOf(to));
  switch (type) {
    case 'user_message':
      return `You asked ${receiver}`;
    case 'answer':
      return `${nameOf(from)} answered ${receiver}`;
    case 'notice':
      return 'VOS told you';
    case 'tool_result':
      return `The result waits for ${receiver}`;
    case 'system_alert':
      return `An alarm for ${receiver}`;
    case 'task_notification':
      return `A task for ${receiver}`;
    default:
      return from === 'system' ? `A message for ${receiver}` : `${nameOf(from)} wrote to ${receiver}`;
  }
}

/** What ended because its request was ended. */
function isStopped({ problem }: Pick<TurnHop, 'problem'>): boolean {
  return problem?.code === 'stopped';
}

function turnLine(hop: TurnHop, calls: readonly ModelHop[], placeOf: PlaceOf, nameOf: NameOf): Own {
  const at = placeOf(hop.agentId);
  const models = calls.map(modelUse);
  const problem = hop.problem?.message ?? null;
  return {
    from: at,
    to: at,
    title: `${nameOf(hop.agentId)} ${hop.state === 'open' ? 'thinks' : 'thought'}`,
    state: hop.state === 'open' ? 'running' : isStopped(hop) ? 'stopped' : hop.state === 'failed' ? 'failed' : 'done',
    problem: models.some((use) => use.problem === problem) ? null : problem,
    took: hop.durationMs === null ? null : duration(hop.durationMs),
    runningSince: hop.state === 'open' ? hop.at : null,
    models,
  };
}

function modelUse(call: ModelHop): ModelUse {
  const { id, service, model, state, problem, costMicroUsd, durationMs } = call;
  const tokens = tokensText(call);
  return {
    id,
    // What answers without a service has one name, not two.
    model: service.toLowerCase() === model.toLowerCase() ? service : `${service} · ${model}`,
    state: isStopped(call)
      ? 'stopped'
      : problem !== null
        ? 'failed'
        : state === 'reserved'
          ? 'running'
          : state === 'lost'
            ? 'lost'
            : 'done',
    facts: [
      ...(tokens === null ? [] : [tokens]),
      ...(state === 'reserved' ? [] : [costMicroUsd === null ? 'cost not known' : moneyText(costMicroUsd).toLowerCase()]),
      ...(durationMs === null ? [] : [duration(durationMs)]),
    ],
    problem: problem?.message ?? (state === 'lost' ? 'Nobody knows whether this was answered.' : null),
  };
}

/** For a person; what the agent was told is written for a model, and is shown among the details. */
const refusalWords = {
  'tool-unknown': 'There is no such tool.',
  'arguments-invalid': 'It left out what the tool needs, or gave it what it does not take.',
  'not-permitted': 'You do not allow this, so it was not done.',
} as const satisfies Record<ToolRefusal, string>;

const effectWords = {
  intended: 'Begun outside VOS; there is no receipt yet.',
  done: 'Done outside VOS, with a receipt.',
  failed: 'It did not happen outside VOS.',
  uncertain: 'Nobody knows whether it happened outside VOS.',
} as const satisfies Record<NonNullable<ToolHop['effect']>['state'], string>;

const toolTitles = {
  waiting: 'Wants to use',
  running: 'Uses',
  succeeded: 'Used',
  failed: 'Used',
  uncertain: 'Used',
} as const satisfies Record<ToolHop['state'], string>;

const toolStates = {
  waiting: 'waiting',
  running: 'running',
  succeeded: 'done',
  failed: 'failed',
  uncertain: 'lost',
} as const satisfies Record<ToolHop['state'], LineState>;

function toolProblem({ state, refusal, result }: ToolHop): string | null {
  if (refusal !== null) return refusalWords[refusal];
  switch (state) {
    case 'waiting':
      return 'Waits for your permission.';
    case 'uncertain':
      return effectWords.uncertain;
    case 'failed':
      return result?.text ?? 'It did not work.';
    case 'running':
    case 'succeeded':
      return null;
  }
}

function toolLine(hop: ToolHop, placeOf: PlaceOf, isTurnStopped: boolean): Own {
  const { agentId, toolName, state, refusal, result, durationMs, effect } = hop;
  const isMade = refusal === null;
  const isNoFault = isTurnStopped || refusal === 'not-permitted';
  const whole = (text: string): TraceText => ({ text, fullLength: text.length });
  return {
    from: placeOf(agentId),
    to: placeOf(TOOLS),
    isRoundTrip: isMade && durationMs !== null,
    title: isMade ? toolTitles[state] : 'Wanted to use',
    code: toolName,
    text: { text: oneLine(hop.arguments.text), fullLength: hop.arguments.fullLength },
    state: state === 'failed' && isNoFault ? 'stopped' : toolStates[state],
    problem: toolProblem(hop),
    took: isMade && durationMs !== null ? duration(durationMs) : null,
    runningSince: state === 'running' ? hop.at : null,
    details: [
      { label: 'Asked', text: hop.arguments },
      ...(result === null ? [] : [{ label: resultLabel(hop), text: result }]),
      ...(effect === null ? [] : [{ label: 'Receipt', text: effect.receipt ?? whole(effectWords[effect.state]) }]),
    ],
  };
}

function resultLabel({ state, refusal }: ToolHop): string {
  if (refusal !== null) return 'What the agent was told';
  return state === 'succeeded' ? 'Answered' : 'What is known';
}

/** JSON as it fits on a line: `{ "expression": "15% of 80" }`. */
function oneLine(json: string): string {
  return json.replace(/\s*\n\s*/g, ' ').replace(/^\{\s*\}$/, '');
}

function inSentence(name: string): string {
  // A name of capitals, as VOS, is no word of a sentence.
  return /^\p{Lu}\p{Ll}/u.test(name) ? `the ${name.charAt(0).toLowerCase()}${name.slice(1)}` : name;
}
