// An agent is data: what it is for, how it is told to work, and which tools it has. One class of code runs them all.
import type { Tool } from './tool.ts';

/** Requests written by hand, by tool name, that teach the built-in provider what the tool is asked for. */
export type BuiltinExamples = Readonly<Record<string, readonly string[]>>;

export interface Agent {
  /** Ends in `_agent`. */
  readonly id: string;
  /** Sentence case: "Weather agent". */
  readonly name: string;
  /** Name of a Lucide icon. */
  readonly icon: string;
  /** What it can be asked, in one sentence; the primary agent chooses by it. */
  readonly purpose: string;
  /** How it works, for a language model. Read anew each turn. */
  readonly prompt: string;
  /** Requests that work as they are typed, offered to a new person. */
  readonly suggestions: readonly string[];
  /** Its own tools; those every agent has are added by the runtime. */
  readonly tools: readonly Tool[];
  readonly examples: BuiltinExamples;
}

export const PRIMARY_AGENT_ID = 'primary_agent';
