// Requests nobody here can fulfil, written by hand, so that they are refused plainly instead of being given to the wrong colleague.
import type { Agent } from '../../sdk/agent.ts';
import groups from './beyond.json' with { type: 'json' };

export interface BeyondGroup {
  readonly name: string;
  /** The agent or the tool that can do this; once it exists, the group no longer counts. */
  readonly until?: string;
  /** Completes the sentence “I cannot …”. */
  readonly cannot: string;
  /** Words that make it likely: with one of them in a request, a colleague's certainty that it is for them is not enough. */
  readonly words?: readonly string[];
  readonly examples: readonly string[];
}

/** The groups that are still out of reach of this team. */
export function groupsBeyond(agents: readonly Agent[]): readonly BeyondGroup[] {
  const there = new Set(agents.flatMap((agent) => [agent.id, ...agent.tools.map(({ name }) => name)]));
  const all: readonly BeyondGroup[] = groups;
  return all.filter(({ until }) => until === undefined || !there.has(until));
}
