// How well requests find their way, judged on requests that people typed and that no example was written from.
import type { Embedder } from '@vos/base';
import { type Agent, PRIMARY_AGENT_ID } from '../../sdk/agent.ts';
import type { ModelToolCall } from '../provider.ts';
import { type Decision, decide } from './decision.ts';
import { createBuiltinProvider } from './provider.ts';
import { createUnderstanding } from './understanding.ts';

export interface JudgedRequest {
  readonly text: string;
  readonly intent: string;
  /** Who should do it; null when nobody here can. */
  readonly owner: string | null;
}

/** Where a request went: an agent's id, `refused`, or `asked` when the person was asked what is meant. */
export type Destination = string;

export interface JudgedOutcome extends JudgedRequest {
  /** An owner who is not on the team makes a refusal or a question the right answer. */
  readonly expected: Destination;
  readonly went: Destination;
  readonly isRight: boolean;
}

export interface MeasureOptions {
  readonly embedder: Embedder;
  readonly agents: readonly Agent[];
  /** Of the texts of `collectExamples(agents)`, in order. */
  readonly exampleVectors: Promise<readonly Float32Array[]>;
}

/** Sends each request to the primary agent as the first message of a conversation. */
export async function measureRouting(
  requests: readonly JudgedRequest[],
  { embedder, agents, exampleVectors }: MeasureOptions,
): Promise<readonly JudgedOutcome[]> {
  const provider = createBuiltinProvider({ embedder, agents, exampleVectors });
  const understanding = createUnderstanding({ embedder, agents, exampleVectors });
  const there = new Set(agents.map(({ id }) => id));
  const outcomes: JudgedOutcome[] = [];
  for (const request of requests) {
    const { toolCalls } = await provider.call(
      {
        agentId: PRIMARY_AGENT_ID,
        conversationId: '',
        system: '',
        tools: [],
        messages: [{ role: 'user', content: notification(request.text) }],
      },
      { signal: new AbortController().signal, onPiece: () => {} },
    );
    const went =
      handedTo(toolCalls) ??
      spokenAs(await decide([{ text: request.text, nowMs: NOW_MS, timeZone: 'UTC' }], agents, understanding));
    const expected = request.owner !== null && there.has(request.owner) ? request.owner : 'refused';
    outcomes.push({ ...request, expected, went, isRight: went === expected || (expected === 'refused' && went === 'asked') });
  }
  return outcomes;
}

const NOW_MS = Date.UTC(2026, 0, 5, 9);
/** Refusals of what is the primary agent's own business: it is the right one to say no. */
const OWN_REFUSALS: ReadonlySet<string> = new Set(['calls', 'tasks']);

function handedTo(calls: readonly ModelToolCall[]): Destination | undefined {
  const agentIds = new Set(
    calls.flatMap(({ name, arguments: given }) =>
      name === 'send_agent_message' ? [(given as { agent_id: string }).agent_id] : [],
    ),
  );
  return agentIds.size === 0 ? undefined : [...agentIds].sort().join(' + ');
}

function spokenAs([decision]: readonly Decision[]): Destination {
  if (decision?.kind === 'own') return PRIMARY_AGENT_ID;
  if (decision?.kind === 'unsure') return 'asked';
  const isOwnRefusal = decision?.kind === 'beyond' && decision.group !== undefined && OWN_REFUSALS.has(decision.group);
  return isOwnRefusal ? PRIMARY_AGENT_ID : 'refused';
}

function notification(content: string): string {
  return JSON.stringify([
    {
      notification_id: 'queued_1',
      timestamp: new Date(NOW_MS).toISOString(),
      notification_type: 'user_message',
      payload: { message_id: 'msg_1', content, content_type: 'text', user_timezone: 'UTC' },
    },
  ]);
}
