// Holds what a data folder says against what was acknowledged and what the services outside have in their books.
import Database from 'better-sqlite3';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ModelCharge, refusedOf, requestKinds, turnsOf, unsureOf, wordsOf } from './model-script.ts';
import type { DoneOrder } from './order-service.ts';
import { MODEL_PRICE, moreTable } from './orders.ts';
import type { StoryRequest } from './story.ts';

export interface Evidence {
  readonly dataFolder: string;
  readonly requests: readonly StoryRequest[];
  readonly conversationIds: readonly string[];
  /** The model service's own count. */
  readonly charges: readonly ModelCharge[];
  /** What the outside service did, by its own count. */
  readonly orders: readonly DoneOrder[];
  readonly moreMigrations: number;
}

/** What was lost, repeated or overspent; nothing when all is well. The host must have ended in good order. */
export function judge(evidence: Evidence): readonly string[] {
  const database = new Database(join(evidence.dataFolder, 'vos.sqlite'), { readonly: true });
  try {
    const books: Books = {
      all: <Row>(sql: string, ...values: readonly (string | number)[]) => database.prepare(sql).all(...values) as Row[],
      count: (sql, ...values) => (database.prepare(sql).get(...values) as { count: number }).count,
    };
    const isWhole = books.all<{ integrity_check: string }>('PRAGMA integrity_check')[0]?.integrity_check === 'ok';
    return [
      ...claim(isWhole, 'the database is damaged'),
      ...claim(books.all('PRAGMA foreign_key_check').length === 0, 'references in the database lead nowhere'),
      ...evidence.requests.flatMap((request) => judgeRequest(books, request, evidence.orders)),
      ...judgeOrders(books, evidence),
      ...judgeRecords(books, evidence.requests),
      ...judgeOrder(books, evidence),
      ...judgeTurns(books, evidence.requests),
      ...judgeModel(books, evidence.charges),
      ...judgeMigrations(books, evidence),
    ];
  } finally {
    database.close();
  }
}

interface Books {
  all<Row>(sql: string, ...values: readonly (string | number)[]): Row[];
  count(sql: string, ...values: readonly (string | number)[]): number;
}

function claim(holds: boolean, otherwise: string): readonly string[] {
  return holds ? [] : [otherwise];
}

function claimCount(what: string, found: number, expected: number): readonly string[] {
  return claim(found === expected, `${what}: ${found} instead of ${expected}`);
}

/** Acknowledged: kept once, answered once, and what it asked for was done once. */
function judgeRequest(
  books: Books,
  { id, traceId, kind, number }: StoryRequest,
  orders: readonly DoneOrder[],
): readonly string[] {
  const { text, answer, note, order } = wordsOf(kind, number);
  if (traceId === undefined) return [`“${text}” was never acknowledged`];
  const answers = books
    .all<{ text: string }>(`SELECT text FROM messages WHERE trace_id = ? AND author_kind <> 'user' ORDER BY position`, traceId)
    .map((each) => each.text);
  const times = orders.filter(({ what }) => what === order).length;
  // What the person is told of an order must be so.
  const allowed = order === null ? [answer] : times === 0 ? [refusedOf(number), unsureOf(number)] : [answer, unsureOf(number)];
  const isOne = answers.length === 1 && allowed.includes(answers[0] ?? '');
  return [
    ...claimCount(`“${text}” kept`, books.count('SELECT count(*) AS count FROM messages WHERE id = ? AND text = ?', id, text), 1),
    ...claim(isOne, `“${text}”, ordered ${times} times, has the answers ${JSON.stringify(answers)}`),
    ...claim(times <= 1, `“${text}” was done ${times} times`),
    ...claim(kind !== 'tracked order' || answers[0] !== unsureOf(number), `nobody asked the service about “${text}”`),
    ...claimCount(
      `“${text}” went from agent to agent`,
      books.count(`SELECT count(*) AS count FROM queue WHERE type = 'agent_message' AND trace_id = ?`, traceId),
      note === null ? 0 : 2,
    ),
    ...(note === null
      ? []
      : claimCount(`the note of “${text}”`, books.count('SELECT count(*) AS count FROM notes WHERE content = ?', note), 1)),
  ];
}

/** Each order has its intent under the key that the service was told, and its outcome agrees with the service's list. */
function judgeOrders(books: Books, { requests, orders }: Evidence): readonly string[] {
  const effects = books.all<{ key: string; state: string; request: string }>(
    `SELECT key, state, request FROM effects WHERE kind = 'tool'`,
  );
  const keys = new Map(effects.map(({ key, state }) => [key, state]));
  return [
    ...claimCount(
      'orders on record',
      effects.length,
      requests.filter(({ kind, number }) => wordsOf(kind, number).order !== null).length,
    ),
    ...orders.flatMap(({ key, what }) =>
      claim(
        keys.get(key) === 'done' || keys.get(key) === 'uncertain',
        `“${what}” was done under the key ${key}, which is ${keys.get(key) ?? 'not'} on record`,
      ),
    ),
    ...effects.flatMap(({ key, state }) =>
      claim(
        state !== 'done' || orders.some((order) => order.key === key),
        `${key} is on record as done, and the service did not do it`,
      ),
    ),
    ...claim(
      effects.every(({ state }) => state !== 'intended'),
      'an order has no outcome on record',
    ),
  ];
}

function judgeRecords(books: Books, requests: readonly StoryRequest[]): readonly string[] {
  const notes = requests.filter(({ kind }) => kind === 'note').length;
  return [
    ...claimCount('notes', books.count('SELECT count(*) AS count FROM notes'), notes),
    ...claimCount(
      'messages of the person',
      books.count(`SELECT count(*) AS count FROM messages WHERE author_kind = 'user'`),
      requests.length,
    ),
    ...claimCount(
      'changes that are not in the outbox',
      books.count('SELECT count(*) AS count FROM change_sets WHERE id NOT IN (SELECT change_set_id FROM outbox)'),
      0,
    ),
  ];
}

/** Within a conversation, requests of one kind take the same way, so their answers come in the order in which they were sent. */
function judgeOrder(books: Books, { requests, conversationIds }: Evidence): readonly string[] {
  return conversationIds.flatMap((conversationId, conversation) =>
    requestKinds.flatMap((kind) => {
      const wanted = requests
        .filter((request) => request.conversation === conversation && request.kind === kind)
        .flatMap(({ number }) => [wordsOf(kind, number).answer, unsureOf(number), refusedOf(number)]);
      const found = books
        .all<{ text: string }>(
          `SELECT text FROM messages WHERE conversation_id = ? AND author_kind = 'agent' ORDER BY position`,
          conversationId,
        )
        .map(({ text }) => wanted.indexOf(text))
        .filter((place) => place !== -1);
      return claim(
        found.every((place, index) => index === 0 || place > (found[index - 1] ?? 0)),
        `answers to each ${kind} came in the order ${found.join(', ')}`,
      );
    }),
  );
}

function judgeTurns(books: Books, requests: readonly StoryRequest[]): readonly string[] {
  const turns = requests.reduce((sum, { kind }) => sum + turnsOf(kind), 0);
  return [
    ...claimCount('turns', books.count('SELECT count(*) AS count FROM turns'), turns),
    ...claimCount('turns that are not finished', books.count(`SELECT count(*) AS count FROM turns WHERE state <> 'finished'`), 0),
    ...claimCount('messages that wait', books.count(`SELECT count(*) AS count FROM queue WHERE state <> 'done'`), 0),
    ...claimCount('lanes that are leased', books.count('SELECT count(*) AS count FROM lanes WHERE lease_owner IS NOT NULL'), 0),
    ...claimCount(
      'replies in the history',
      books.count(`SELECT count(*) AS count FROM history WHERE json_extract(entry, '$.role') = 'assistant'`),
      turns,
    ),
    ...claimCount('tool calls', books.count('SELECT count(*) AS count FROM tool_calls'), turns),
    ...claimCount(
      'tool calls that did not succeed',
      books.count(`SELECT count(*) AS count FROM tool_calls WHERE state <> 'succeeded' AND tool_name NOT LIKE 'place_%'`),
      0,
    ),
  ];
}

interface CallRow {
  readonly id: string;
  readonly state: 'reserved' | 'settled' | 'lost';
  readonly charge: number;
  readonly cost: number | null;
  readonly inputTokens: number | null;
}

/**
 * The numbers of input tokens tell the service's calls apart. Each reply that the host kept is one of them, at its price, and none is kept
 * twice; a turn kept one reply and no more; what else the service charged is covered by calls that the host counts as lost.
 */
function judgeModel(books: Books, charges: readonly ModelCharge[]): readonly string[] {
  const rows = books.all<CallRow>(
    `SELECT id, state, charge_micro_usd AS charge, cost_micro_usd AS cost, input_tokens AS inputTokens FROM model_calls`,
  );
  const settled = rows.filter(({ state }) => state === 'settled');
  const lost = rows.filter(({ state }) => state === 'lost');
  const prices = new Map(charges.map((charge) => [charge.inputTokens, priceOf(charge)]));
  const kept = new Set(settled.map(({ inputTokens }) => inputTokens));
  const unheard = charges.filter(({ inputTokens }) => !kept.has(inputTokens));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return [
    ...claimCount('model calls without an end', rows.length - settled.length - lost.length, 0),
    ...claimCount(
      'intents of model calls without an outcome',
      books.count(`SELECT count(*) AS count FROM effects WHERE kind = 'model_call' AND state NOT IN ('done', 'uncertain')`),
      0,
    ),
    ...claimCount('replies of the service that were kept twice', settled.length - kept.size, 0),
    ...claimCount(
      'turns that kept another number of replies than one',
      books.count(
        `SELECT count(*) AS count FROM turns
         WHERE (SELECT count(*) FROM model_calls WHERE turn_id = turns.id AND state = 'settled') <> 1`,
      ),
      0,
    ),
    ...settled.flatMap(({ id, charge, cost, inputTokens }) => {
      const price = prices.get(inputTokens ?? Number.NaN);
      return claim(
        price !== undefined && charge === price && cost === price,
        `call ${id} is booked at ${charge}, known as ${cost}; the service says ${price ?? 'it was never made'}`,
      );
    }),
    ...claim(
      unheard.length <= lost.length,
      `the service was asked ${unheard.length} times for nothing, and only ${lost.length} of them are known to be lost`,
    ),
    ...claim(
      sum(unheard.map(priceOf)) <= sum(lost.map(({ charge }) => charge)),
      'replies that were lost cost more than what is set aside for them',
    ),
  ];
}

function priceOf({ inputTokens, outputTokens }: ModelCharge): number {
  return inputTokens * MODEL_PRICE.input + outputTokens * MODEL_PRICE.output;
}

function judgeMigrations(books: Books, { dataFolder, moreMigrations }: Evidence): readonly string[] {
  const version = books.all<{ user_version: number }>('PRAGMA user_version')[0]?.user_version;
  const numbers = Array.from({ length: moreMigrations }, (_, index) => index + 1);
  // There are none where the first host of all made the database at its last version.
  const backups = join(dataFolder, 'backups');
  const leftOver = existsSync(backups) ? readdirSync(backups).filter((name) => name.endsWith('.tmp')) : [];
  return [
    ...claimCount('version of the database', version ?? 0, 1 + moreMigrations),
    ...numbers.flatMap((number) =>
      claimCount(`rows of migration ${number}`, books.count(`SELECT count(*) AS count FROM ${moreTable(number)}`), 1),
    ),
    ...claimCount('backups cut short that were left behind', leftOver.length, 0),
  ];
}
