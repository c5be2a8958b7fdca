// All hand-written requests in one fixed order, each with whom it is for, so that their vectors can be computed once and kept.
import { groupsBeyond } from '../../specialists/primary/index.ts';
import type { Agent } from '../../sdk/agent.ts';

/** Stands for requests that nobody on the team can fulfil. */
export const BEYOND = 'beyond';

export interface LabelledExample {
  readonly text: string;
  /** The id of an agent, or BEYOND. */
  readonly owner: string;
  /** A tool of that agent, an intent of the primary agent, or a group of what is beyond reach. */
  readonly label: string;
}

export function labelledExamples(agents: readonly Agent[]): readonly LabelledExample[] {
  const reachable = agents.flatMap(({ id, examples }) =>
    Object.entries(examples).flatMap(([label, texts]) => texts.map((text) => ({ text, owner: id, label }))),
  );
  const beyond = groupsBeyond(agents).flatMap(({ name, examples }) =>
    examples.map((text) => ({ text, owner: BEYOND, label: name })),
  );
  return [...reachable, ...beyond];
}

/** The texts whose vectors the provider needs, in the order it needs them. */
export function collectExamples(agents: readonly Agent[]): readonly string[] {
  return labelledExamples(agents).map(({ text }) => text);
}
