// Who a person's request is for: the primary agent itself, a colleague, nobody, or a question back.
import { type Agent, PRIMARY_AGENT_ID } from '../../sdk/agent.ts';
import type { BuiltinRequest } from '../../sdk/tool.ts';
import { groupsBeyond } from '../../specialists/primary/index.ts';
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
/** What small talk needs when it has no word in common with an example. */
const CLOSE_WITHOUT_WORDS = 0.6;
/** Between this and CLOSE_ENOUGH a request that leans to one colleague is asked about. */
const WORTH_ASKING = 0.38;
/** Part of the vote that decides. */
const CLEAR_SHARE = 0.42;
/** A second colleague with this part of the vote of the first is as likely. */
const RIVAL_RATIO = 0.75;

/** Decides for each text; what one colleague alone recognizes for certain is never compared. */
export async function decide(
  requests: readonly BuiltinRequest[],
  agents: readonly Agent[],
  understanding: Understanding,
): Promise<readonly Decision[]> {
  const beyondWord = wordsBeyond(agents);
  const certain = requests.map((request): readonly string[] => {
    const named = askedFor(agents, (voice) => voice.isNamedIn?.(request) === true);
    if (named.length > 0 || beyondWord?.test(request.text) === true) return named;
    return askedFor(agents, (voice) => voice.recognizes?.(request) === true);
  });
  const open = requests.filter((_, index) => certain[index]?.length !== 1);
  const votes = open.length === 0 ? [] : await understanding.compare(open.map(({ text }) => text));
  let next = 0;
  return certain.map((agentIds): Decision => {
    const [first] = agentIds;
    if (first !== undefined && agentIds.length === 1)
      return { kind: 'colleague', agentId: first, closeness: RECOGNIZED, share: 1 };
    const ofText = votes[next] ?? [];
    next += 1;
    if (first === undefined) return decideByVotes(ofText);
    const likeliest = rankOwners(ofText).find(({ owner }) => agentIds.includes(owner))?.owner ?? first;
    return { kind: 'colleague', agentId: likeliest, closeness: RECOGNIZED, share: 1 };
  });
}

/** Closeness of what a tool recognizes: above any that is compared. */
export const RECOGNIZED = 2;

/** Colleagues with a tool for which `fits` holds. */
function askedFor(agents: readonly Agent[], fits: (voice: AnyVoice) => boolean): readonly string[] {
  const colleagues = agents.filter(({ id }) => id !== PRIMARY_AGENT_ID);
  return colleagues
    .filter(({ tools }) => tools.some(({ builtin }) => builtin !== undefined && fits(builtin)))
    .map(({ id }) => id);
}

type AnyVoice = NonNullable<Agent['tools'][number]['builtin']>;

function wordsBeyond(agents: readonly Agent[]): RegExp | undefined {
  const words = groupsBeyond(agents).flatMap((group) => group.words ?? []);
  return words.length === 0 ? undefined : new RegExp(`\\b(?:${words.join('|')})\\b`, 'i');
}

interface Standing {
  readonly owner: string;
  readonly label: string;
  readonly share: number;
  readonly closeness: number;
  readonly sharedWords: number;
}

/** The votes of each owner together, with the label of its likeliest. */
function rankOwners(votes: readonly Vote[]): readonly Standing[] {
  const owners = new Map<string, Standing>();
  for (const vote of votes) {
    const known = owners.get(vote.owner);
    owners.set(
      vote.owner,
      known === undefined
        ? vote
        : {
            ...known,
            share: known.share + vote.share,
            closeness: Math.max(known.closeness, vote.closeness),
            sharedWords: Math.max(known.sharedWords, vote.sharedWords),
          },
    );
  }
  return [...owners.values()].sort((left, right) => right.share - left.share);
}

function decideByVotes(votes: readonly Vote[]): Decision {
  const [best, second] = rankOwners(votes);
  if (best === undefined) return { kind: 'beyond', group: undefined };
  if (best.owner === BEYOND) return { kind: 'beyond', group: best.closeness >= CLOSE_ENOUGH ? best.label : undefined };

  const isClose = best.closeness >= CLOSE_ENOUGH;
  if (best.owner === PRIMARY_AGENT_ID) {
    // A sound that shares no word with anything said here is near to small talk by chance alone.
    const isChance = best.sharedWords === 0 && best.closeness < CLOSE_WITHOUT_WORDS;
    if (!isClose || isChance || best.share < CLEAR_SHARE) return { kind: 'beyond', group: undefined };
    return { kind: 'own', intent: best.label, closeness: best.closeness };
  }
  const hasRival =
    second !== undefined &&
    second.owner !== BEYOND &&
    second.owner !== PRIMARY_AGENT_ID &&
    second.share >= best.share * RIVAL_RATIO;
  if (isClose && hasRival) return { kind: 'unsure', agentIds: [best.owner, second.owner] };
  if (isClose && best.share >= CLEAR_SHARE)
    return { kind: 'colleague', agentId: best.owner, closeness: best.closeness, share: best.share };
  if (best.closeness >= WORTH_ASKING && best.share >= CLEAR_SHARE) return { kind: 'unsure', agentIds: [best.owner] };
  return { kind: 'beyond', group: undefined };
}
