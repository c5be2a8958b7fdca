// “Pin it”: the thing a specialist showed or changed last stands for the pronoun.
import type { Agent } from '../../sdk/agent.ts';
import type { BuiltinRequest, Tool } from '../../sdk/tool.ts';
import { withSubject } from './follow-up-choices.ts';
import type { TimelineEvent } from './timeline.ts';

export interface Pointed {
  /** The request with a name in place of the pronoun, made so that tools read it as the name of a note. */
  readonly text: string;
  /** The arguments with the thing itself in place of that name. */
  fill(tool: Tool, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** Whether a request without a subject of its own would be clear to the agent with one. */
export function wouldBeClear(agent: Agent, request: BuiltinRequest): boolean {
  return [LIST_STAND_IN, NOTE_STAND_IN].some((name) => {
    const text = withSubject(request.text, name);
    return text !== undefined && agent.tools.some(({ builtin }) => builtin?.recognizes?.({ ...request, text }) === true);
  });
}

/** Undefined where the request is clear as it is, has no pronoun, or the last result was not one thing with an id and a title. */
export function aboutSubject(agent: Agent, before: readonly TimelineEvent[], request: BuiltinRequest): Pointed | undefined {
  const isClear = agent.tools.some(
    ({ builtin }) => builtin?.recognizes?.(request) === true && builtin.read(request).kind === 'arguments',
  );
  if (isClear) return undefined;
  const last = before.findLast((event) => event.kind === 'result' && agent.tools.some(({ name }) => name === event.call.name));
  if (last?.kind !== 'result' || !last.outcome.ok) return undefined;
  const subject = thingIn(last.outcome.value);
  if (subject === undefined) return undefined;
  const named = withSubject(request.text, /\blist$/i.test(subject.title) ? LIST_STAND_IN : NOTE_STAND_IN);
  if (named === undefined) return undefined;
  return {
    text: named,
    fill(tool, given) {
      const { query, ...rest } = given;
      const isMeant = 'note_id' in tool.parameters.shape && (query === STAND_IN || query === `${STAND_IN} list`);
      return isMeant ? { ...rest, note_id: subject.id } : given;
    },
  };
}

/** A title may hold anything; this word is read as a name by every tool. */
const STAND_IN = 'thisone';
const NOTE_STAND_IN = `the note about ${STAND_IN}`;
const LIST_STAND_IN = `my ${STAND_IN} list`;

interface Thing {
  readonly id: string;
  readonly title: string;
}

function thingIn(value: unknown): Thing | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('id' in value && 'title' in value)
    return typeof value.id === 'string' && typeof value.title === 'string' ? { id: value.id, title: value.title } : undefined;
  if (!('notes' in value) || !Array.isArray(value.notes) || value.notes.length !== 1) return undefined;
  const [only]: readonly unknown[] = value.notes;
  return typeof only === 'object' && only !== null && 'note' in only ? thingIn(only.note) : thingIn(only);
}
