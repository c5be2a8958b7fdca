// Who a person's request is for: the primary agent itself, a colleague, nobody, or a question back.
import { type Agent, PRIMARY_AGENT_ID } from '../../sdk/agent.ts';
import type { BuiltinRequest } from '../../sdk/tool.ts';
import type { Vote } from './classifier.ts';
import { BEYOND } from './examples.ts';
import type { Understanding } from './understanding.ts';

export type Decision =
  /** The primary agent answers by itself. */
  | { readonly kind: 'own'; readonly intent: string; readonly closeness: number }
  | { readonly kind: 'colleague'; readonly agentId: string; readonly closeness: number; readonly share: number }
  /** One or two colleagues are likely, none enough. */
  | { readonly kind: 'unsure'; readonly agentIds: readonly string[] }
  /** Nobody can do it; `group` is undefined where it is not clear what was asked. */
  | { readonly kind: 'beyond'; readonly group: string | undefined };

/** Below this the nearest example says nothing: lower lets questions of general knowledge through, higher refuses what was meant for us. */
const CLOSE_ENOUGH = 0.45;
/** Between this and CLOSE_ENOUGH a request that leans to one colleague is asked about. */
const WORTH_ASKING = 0.38;
/** Part of the vote that decides. */
const CLEAR_SHARE = 0.5;
/** Part of the vote from which a second colleague is offered. */
const RIVAL_SHARE = 0.3;

/** Decides for each text; what a tool recognizes by itself is never compared. */
export async function decide(requests: readonly BuiltinRequest[], agents: readonly Agent[], understanding: Understanding): Promise<readonly Decision[]> {
  const recognized = requests.map((request) => recognizer(request, agents));
  const unknown = requests.filter((_, index) => recognized[index] === undefined);
  const votes = unknown.length === 0 ? [] : await understanding.compare(unknown.map(({ text }) => text));
  let next = 0;
  return recognized.map((agentId): Decision => {
    if (agentId !== undefined) return { kind: 'colleague', agentId, closeness: RECOGNIZED, share: 1 };
    const ofText = votes[next] ?? [];
    next += 1;
    return decideByVotes(ofText);
  });
}

/** Closeness of what a tool recognizes: above any that is compared. */
export const RECOGNIZED = 2;

function recognizer(request: BuiltinRequest, agents: readonly Agent[]): string | undefined {
  return agents.find((agent) => agent.id !== PRIMARY_AGENT_ID && agent.tools.some(({ builtin }) => builtin?.recognizes?.(request) === true))?.id;
}

function decideByVotes(votes: readonly Vote[]): Decision {
  const owners = new Map<string, { share: number; closeness: number; label: string }>();
  for (const { owner, label, share, closeness } of votes) {
    const known = owners.get(owner);
    if (known === undefined) owners.set(owner, { share, closeness, label });
    else {
      known.share += share;
      known.closeness = Math.max(known.closeness, closeness);
    }
  }
  const ranked = [...owners].map(([owner, standing]) => ({ owner, ...standing })).sort((left, right) => right.share - left.share);
  const [best, second] = ranked;
  if (best === undefined) return { kind: 'beyond', group: undefined };
  if (best.owner === BEYOND) return { kind: 'beyond', group: best.closeness >= CLOSE_ENOUGH ? best.label : undefined };

  const isClose = best.closeness >= CLOSE_ENOUGH;
  if (best.owner === PRIMARY_AGENT_ID) {
    if (!isClose || best.share < CLEAR_SHARE) return { kind: 'beyond', group: undefined };
    return { kind: 'own', intent: best.label, closeness: best.closeness };
  }
  const hasRival = second !== undefined && second.owner !== BEYOND && second.owner !== PRIMARY_AGENT_ID && second.share >= RIVAL_SHARE;
  if (isClose && best.share >= CLEAR_SHARE) return { kind: 'colleague', agentId: best.owner, closeness: best.closeness, share: best.share };
  if (isClose && hasRival) return { kind: 'unsure', agentIds: [best.owner, second.owner] };
  if (best.closeness >= WORTH_ASKING && best.share >= CLEAR_SHARE) return { kind: 'unsure', agentIds: [best.owner] };
  return { kind: 'beyond', group: undefined };
}
