// What the built-in provider knows when an agent's turn comes.
import type { Agent } from '../../sdk/agent.ts';
import type { Timeline } from './timeline.ts';
import type { Understanding } from './understanding.ts';

export interface TurnContext {
  readonly agent: Agent;
  /** Everybody on the team, the agent among them. */
  readonly agents: readonly Agent[];
  readonly timeline: Timeline;
  /** Names of the tools the request offers. */
  readonly offered: ReadonlySet<string>;
  readonly understanding: Understanding;
}
