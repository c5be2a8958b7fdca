// Requests of a host in memory: routes and dead letters that the test gives.
import { CodedError } from '@vos/base';
import type { CommandParams, CommandResult, Handlers, Server } from '@vos/protocol';
import type { Finding, DeadLetter, TraceHop, TraceSummary, UncertainEffect } from '@vos/protocol/entities';

export interface FakeTraces {
  readonly handlers: Pick<
    Handlers,
    | 'trace/list'
    | 'trace/read'
    | 'dead-letter/list'
    | 'dead-letter/retry'
    | 'dead-letter/drop'
    | 'dead-letter/drop-all'
    | 'effect/list'
    | 'effect/check'
    | 'effect/settle'
  >;
  /** The latest first. */
  readonly routes: { trace: TraceSummary; hops: readonly TraceHop[]; findings?: readonly Finding[] }[];
  /** The latest first. */
  readonly letters: DeadLetter[];
  readonly effects: UncertainEffect[];
  /** What the other side says when it is asked; undefined where it cannot be reached. */
  answer: CommandResult<'effect/check'> | undefined;
  /** What the person said of effects, in order. */
  readonly settled: CommandParams<'effect/settle'>[];
  /** Ids of letters that were tried again, in order. */
  readonly retried: string[];
  /** How often each command was asked. */
  readonly asked: { list: number; read: number };
  setAside(letter: DeadLetter): void;
  /** Brings the dropped letter of this change back; false when the change is of something else. */
  undo(changeSetId: number): boolean;
}

/** Apart from the numbers that other records use. */
const FIRST_CHANGE_SET = 9_000;

export function createFakeTraces(publish: () => Server['publish']): FakeTraces {
  const dropped = new Map<number, readonly DeadLetter[]>();
  const routes: FakeTraces['routes'] = [];
  const letters: DeadLetter[] = [];
  const effects: UncertainEffect[] = [];
  const retried: string[] = [];
  const asked = { list: 0, read: 0 };

  function take(id: string): DeadLetter {
    const at = letters.findIndex((letter) => letter.id === id);
    const [letter] = at < 0 ? [] : letters.splice(at, 1);
    if (letter === undefined) throw new CodedError('dead-letter-unknown', 'This request is not among those any more.');
    return letter;
  }

  function settle(id: string): void {
    const at = effects.findIndex((effect) => effect.id === id);
    if (at >= 0) effects.splice(at, 1);
    publish()('effect/settled', id, { id });
  }

  const fake: FakeTraces = {
    effects,
    answer: undefined,
    settled: [],
    routes,
    letters,
    retried,
    asked,
    handlers: {
      'trace/list': ({ beforeTraceId, words, limit }) => {
        asked.list += 1;
        const found = routes
          .map(({ trace }) => trace)
          .filter((trace) => trace.asked?.toLowerCase().includes(words.toLowerCase()));
        const start = beforeTraceId === undefined ? 0 : found.findIndex(({ id }) => id === beforeTraceId) + 1;
        return { traces: found.slice(start, start + limit), hasEarlier: found.length > start + limit };
      },
      'trace/read': ({ id }) => {
        asked.read += 1;
        const route = routes.find(({ trace }) => trace.id === id);
        if (route === undefined) throw new CodedError('trace-unknown', 'Nothing is known of this request.');
        return { trace: route.trace, hops: [...route.hops], findings: [...(route.findings ?? [])] };
      },
      'dead-letter/list': ({ limit }) => ({ letters: letters.slice(0, limit), total: letters.length }),
      'dead-letter/retry': ({ id }) => {
        take(id);
        retried.push(id);
        publish()('dead-letter/retried', id, { id });
        return {};
      },
      'dead-letter/drop': ({ id }) => {
        const changeSetId = FIRST_CHANGE_SET + dropped.size;
        dropped.set(changeSetId, [take(id)]);
        publish()('dead-letter/dropped', id, { id });
        return { changeSetId };
      },
      'dead-letter/drop-all': () => {
        const changeSetId = FIRST_CHANGE_SET + dropped.size;
        const taken = letters.splice(0);
        dropped.set(changeSetId, taken);
        for (const { id } of taken) publish()('dead-letter/dropped', id, { id });
        return { changeSetId, count: taken.length };
      },
      'effect/list': () => ({ effects: [...effects] }),
      'effect/check': ({ id }) => {
        if (fake.answer === undefined) throw new CodedError('effect-not-checkable', 'The other side cannot be reached.');
        if (fake.answer.outcome !== 'unknown') settle(id);
        return fake.answer;
      },
      'effect/settle': (params) => {
        fake.settled.push(params);
        settle(params.id);
        return {};
      },
    },
    setAside(letter) {
      letters.unshift(letter);
      publish()('dead-letter/added', letter.id, { letter });
    },
    undo(changeSetId) {
      const back = dropped.get(changeSetId);
      if (back === undefined) return false;
      dropped.delete(changeSetId);
      letters.unshift(...back);
      for (const letter of back) publish()('dead-letter/added', letter.id, { letter });
      return true;
    },
  };
  return fake;
}
