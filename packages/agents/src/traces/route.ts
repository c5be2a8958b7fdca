// The route of a request: rows of several tables become one list of hops in which nothing stands before what led to it. Pure.
import {
  type MessageHop,
  type ModelHop,
  type ToolHop,
  TRACE_TEXT_LIMIT,
  type TraceHop,
  type TraceText,
  type TurnHop,
} from '@vos/protocol/entities';
import type { MessageRow, ModelCallRow, QueuedRow, RouteRows, ToolCallRow, TurnRow } from './route-rows.ts';

/** Every message, turn, model call and tool call of the rows, each once. By time, except where a clock that was set back would put a cause behind its effect. */
export function buildRoute(rows: RouteRows): readonly TraceHop[] {
  const links = linksOf(rows);
  const steps = new Map<string, Step>();
  const add = (hop: TraceHop, causes: readonly string[]): void => void steps.set(hop.id, { hop, causes, order: steps.size });

  for (const message of messageHops(rows, links)) {
    const { hop, queued } = message;
    // What a turn wrote follows in that turn's chain, below.
    if (hop.turnId === null) add(hop, hop.callId === null ? [] : [hop.callId]);
    if (queued !== undefined) links.hopByQueuedId.set(queued.id, hop.id);
    links.sentByTurn.get(hop.turnId ?? '')?.push(hop);
  }
  const modelCalls = grouped(rows.modelCalls, ({ turnId }) => turnId);
  const toolCalls = grouped(rows.toolCalls, ({ turnId }) => turnId);
  for (const turn of rows.turns) {
    const hop = turnHop(turn, rows, modelCalls.get(turn.id) ?? [], links);
    const sent = links.sentByTurn.get(turn.id) ?? [];
    let last: string = hop.id;
    const follow = (next: TraceHop): void => {
      add(next, [last]);
      last = next.id;
    };
    add(hop, hop.messageIds);
    for (const call of modelCalls.get(turn.id) ?? []) follow(modelHop(call));
    for (const call of toolCalls.get(turn.id) ?? []) {
      follow(toolHop(call, rows));
      // Beside the chain: some are sent long after the turn, when it becomes known what came of a call.
      for (const message of sent) if (message.callId === call.id) add(message, [call.id]);
    }
    for (const message of sent) if (message.callId === null) add(message, [last]);
  }
  // A call outlives its turn's row nowhere; were it so, it would still be shown.
  for (const call of rows.modelCalls) if (!steps.has(call.id)) add(modelHop(call), []);
  for (const call of rows.toolCalls) if (!steps.has(call.id)) add(toolHop(call, rows), []);
  return inOrder(steps);
}

interface Step {
  readonly hop: TraceHop;
  /** Ids of hops. */
  readonly causes: readonly string[];
  readonly order: number;
}

interface Links {
  readonly toolCallById: ReadonlyMap<string, ToolCallRow>;
  /** Calls that said in their result which message they sent. */
  readonly callByMessageId: ReadonlyMap<string, string>;
  readonly hopByQueuedId: Map<string, string>;
  /** One list for every turn there is. */
  readonly sentByTurn: ReadonlyMap<string, MessageHop[]>;
}

/** What a call says of the message it sent is an id and little more; longer results are of other tools, and reading them all takes long. */
const RECEIPT_LIMIT = 1_000;

function linksOf({ toolCalls, turns }: RouteRows): Links {
  return {
    toolCallById: new Map(toolCalls.map((call) => [call.id, call])),
    callByMessageId: new Map(
      toolCalls.flatMap(({ id, result }) => {
        const sent = result !== null && result.length <= RECEIPT_LIMIT ? textIn(parsed(result), 'message_id') : null;
        return sent === null ? [] : [[sent, id] as const];
      }),
    ),
    hopByQueuedId: new Map(),
    sentByTurn: new Map(turns.map(({ id }) => [id, []])),
  };
}

/** Each message once: what the person wrote lies in the conversation and in the queue, and is one hop. */
function messageHops(
  { messages, queued }: RouteRows,
  links: Links,
): readonly { readonly hop: MessageHop; readonly queued: QueuedRow | undefined }[] {
  const queuedByKey = new Map(queued.map((row) => [row.key, row]));
  const shown = messages.map((message) => {
    const row = message.authorKind === 'user' ? queuedByKey.get(message.id) : undefined;
    return { hop: shownHop(message, row, links), queued: row };
  });
  const told = new Set(shown.flatMap((each) => (each.queued === undefined ? [] : [each.queued.id])));
  return [...shown, ...queued.filter(({ id }) => !told.has(id)).map((row) => ({ hop: queuedHop(row, links), queued: row }))];
}

function shownHop(message: MessageRow, row: QueuedRow | undefined, { callByMessageId, sentByTurn }: Links): MessageHop {
  const { id, authorKind, agentId, text, sentAt, turnId } = message;
  const common = { kind: 'message', id, at: sentAt, text: cut(text) } as const;
  if (authorKind === 'user')
    return {
      ...common,
      from: 'person',
      to: row?.agentId ?? 'primary_agent',
      type: 'user_message',
      ...standingOf(row),
      callId: null,
      turnId: null,
    };
  return {
    ...common,
    from: authorKind === 'agent' ? (agentId ?? 'system') : 'system',
    to: 'person',
    type: authorKind === 'agent' ? 'answer' : 'notice',
    state: 'delivered',
    problem: null,
    letterId: null,
    attempts: 0,
    callId: callByMessageId.get(id) ?? null,
    turnId: turnId !== null && sentByTurn.has(turnId) ? turnId : null,
  };
}

function queuedHop(row: QueuedRow, { toolCallById, sentByTurn }: Links): MessageHop {
  const payload = parsed(row.payload);
  // A key begins with what it was made from: a tool call, or a turn that goes on.
  const origin = row.key.split(/[:/]/, 1)[0] ?? '';
  const call = toolCallById.get(origin);
  const turnId = call?.turnId ?? origin;
  return {
    kind: 'message',
    id: row.id,
    at: row.sentAt,
    from: row.type === 'tool_result' ? row.agentId : (textIn(payload, 'sender_agent_id') ?? call?.agentId ?? 'system'),
    to: row.agentId,
    type: row.type,
    text: wordsIn(payload),
    ...standingOf(row),
    callId: call?.id ?? null,
    turnId: sentByTurn.has(turnId) ? turnId : null,
  };
}

type Standing = Pick<MessageHop, 'state' | 'problem' | 'letterId' | 'attempts'>;

function standingOf(row: QueuedRow | undefined): Standing {
  if (row === undefined) return { state: 'handled', problem: null, letterId: null, attempts: 0 };
  const { id, state, problem, isDropped, attempts } = row;
  const isDead = state === 'dead' || state === 'set_aside';
  return {
    state: ({ waiting: 'waiting', leased: 'taken-up', done: 'handled', dead: 'failed', set_aside: 'unreadable' } as const)[state],
    problem: isDead ? problem : null,
    letterId: isDead && !isDropped ? id : null,
    attempts,
  };
}

function turnHop(turn: TurnRow, { queued }: RouteRows, calls: readonly ModelCallRow[], { hopByQueuedId }: Links): TurnHop {
  const { id, agentId, messageIds, state, failure, startedAt, finishedAt } = turn;
  return {
    kind: 'turn',
    id,
    at: startedAt,
    agentId,
    messageIds: messageIds.flatMap((queuedId) => hopByQueuedId.get(queuedId) ?? []),
    state,
    problem: failure === null ? null : { code: failure, message: sentenceFor(failure, messageIds, queued, calls) },
    durationMs: between(startedAt, finishedAt),
  };
}

/** The turn keeps only the code; the sentence stands with the call that failed, or with the message that was given up. */
function sentenceFor(
  code: string,
  messageIds: readonly string[],
  queued: readonly QueuedRow[],
  calls: readonly ModelCallRow[],
): string {
  const failedCall = calls.findLast(({ problem }) => problem?.code === code);
  const given = queued.find(({ id, problem }) => messageIds.includes(id) && problem?.code === code);
  return failedCall?.problem?.message ?? given?.problem?.message ?? 'This step could not be finished.';
}

function modelHop({ intendedAt, settledAt, ...call }: ModelCallRow): ModelHop {
  return { kind: 'model', at: intendedAt, durationMs: between(intendedAt, settledAt), ...call };
}

function toolHop(call: ToolCallRow, { effects }: RouteRows): ToolHop {
  const { id, turnId, agentId, toolName, state, refusal, result, startedAt, durationMs } = call;
  const effect = effects.find(({ key }) => key === id);
  return {
    kind: 'tool',
    id,
    at: startedAt,
    turnId,
    agentId,
    toolName,
    state,
    refusal,
    arguments: cut(readable(call.arguments)),
    result: result === null || durationMs === null ? null : cut(readable(result)),
    durationMs,
    effect:
      effect === undefined
        ? null
        : { key: effect.key, state: effect.state, receipt: effect.receipt === null ? null : cut(readable(effect.receipt)) },
  };
}

/** By when a hop can have happened at the earliest: no earlier than what led to it. Then by the number of hops that led to it. */
function inOrder(steps: ReadonlyMap<string, Step>): readonly TraceHop[] {
  const places = new Map<string, Place>();

  function placeOf({ hop, causes }: Step): Place {
    const known = places.get(hop.id);
    if (known !== undefined) return known;
    // A circle, which only a damaged row could make, ends here.
    places.set(hop.id, { at: hop.at, depth: 0 });
    const before = causes.flatMap((id) => {
      const cause = steps.get(id);
      return cause === undefined ? [] : [placeOf(cause)];
    });
    const place: Place = {
      at: before.reduce((latest, { at }) => (at > latest ? at : latest), hop.at),
      depth: before.reduce((deepest, { depth }) => Math.max(deepest, depth + 1), 0),
    };
    places.set(hop.id, place);
    return place;
  }

  return [...steps.values()]
    .map((step) => ({ ...step, ...placeOf(step) }))
    .sort((left, right) => {
      if (left.at !== right.at) return left.at < right.at ? -1 : 1;
      return left.depth - right.depth || left.order - right.order;
    })
    .map(({ hop }) => hop);
}

interface Place {
  readonly at: string;
  /** How many hops led to it, one after the other. */
  readonly depth: number;
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): ReadonlyMap<string | null, readonly Row[]> {
  const groups = new Map<string | null, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

function between(from: string, to: string | null): number | null {
  return to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from));
}

function parsed(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function textIn(value: unknown, name: string): string | null {
  const found = typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : null;
  return typeof found === 'string' && found !== '' ? found : null;
}

function wordsIn(payload: unknown): TraceText | null {
  for (const name of ['content', 'title', 'task_title', 'error_message']) {
    const words = textIn(payload, name);
    if (words !== null) return cut(words);
  }
  return null;
}

/** Of longer JSON only a beginning is shown, so it is not worth reading and writing it anew: two hundred such results took a fifth of a second. */
const READABLE_LIMIT = 4 * TRACE_TEXT_LIMIT;

/** JSON with line breaks; a sentence without its quotes. */
function readable(json: string | null): string {
  if (json === null) return '';
  if (json.length > READABLE_LIMIT) return json;
  const value = parsed(json);
  return typeof value === 'string' ? value : value === null ? json : JSON.stringify(value, null, 2);
}

function cut(text: string): TraceText {
  // Half of a character that takes two units would be shown as a box.
  return { text: text.slice(0, TRACE_TEXT_LIMIT).replace(/[\uD800-\uDBFF]$/, ''), fullLength: text.length };
}
