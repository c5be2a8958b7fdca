// One story of the crash tests: a data folder, a host that is ended again and again at named places while requests are under way, a desk that
// sends again what was not acknowledged, and at the end a host that is left alone until everything is answered.
import { type Ids, randomIds, systemClock } from '@vos/base';
import { temporaryFolder } from '@vos/ledger/testing';
import type { HostClient } from '../host-client.ts';
import { type HostLife, startLife } from './host-life.ts';
import { judge } from './judge.ts';
import { type RequestKind, requestKinds, startScriptedModel, turnsOf, wordsOf } from './model-script.ts';
import { startOrderService } from './order-service.ts';
import { AT_REST, plannedKill, type PlannedKill } from './points.ts';
import { type Choose, seededChoice } from './seeded-choice.ts';

export interface StoryOptions {
  /** Path of the bundled host. */
  readonly program: string;
  readonly seed: number;
  /** From 1 on. */
  readonly number: number;
  /** The numbers of its kills, of all stories together. */
  readonly kills: readonly number[];
}

export interface Killed {
  /** Where it was ended: the name of a point, or at rest where that was not reached. */
  readonly at: string;
  /** It followed another kill and came before the host served anybody. */
  readonly isTwiceInARow: boolean;
}

export interface StoryOutcome {
  readonly number: number;
  readonly killed: readonly Killed[];
  /** What was lost, repeated or overspent, a sentence each. Empty is what is wanted. */
  readonly problems: readonly string[];
  readonly requests: number;
  readonly modelCalls: number;
  /** Replies that were paid for and never heard; each is charged at its worst case. */
  readonly lostReplies: number;
  /** What the outside service did. */
  readonly orders: number;
}

export interface StoryRequest {
  readonly id: string;
  /** Index of its conversation. */
  readonly conversation: number;
  readonly kind: RequestKind;
  readonly number: number;
  /** Known once it was acknowledged. */
  traceId: string | undefined;
}

const CONVERSATIONS = 2;

/** Bounds a hang: a life takes about a second, many times that where the machine is busy. */
const LIFE_LIMIT_MS = 120_000;

/** Never rejects: what goes wrong is among the problems. */
export async function runStory({ program, seed, number, kills }: StoryOptions): Promise<StoryOutcome> {
  const choose = seededChoice(seed, -number);
  const ids = randomIds();
  const data = await temporaryFolder();
  const ending = createEnding();
  const model = await startScriptedModel((moment) => void ending.passed('model', moment));
  const service = await startOrderService((moment) => ending.passed('service', moment));
  const requests: StoryRequest[] = [];
  const conversationIds: string[] = [];
  const killed: Killed[] = [];
  const problems: string[] = [];
  let moreMigrations = 0;

  async function live(kill: PlannedKill | undefined): Promise<void> {
    if (kill?.point.by === 'step' && kill.point.migrates === true) moreMigrations += 1;
    const isOwn = kill?.point.by === 'step' || kill?.point.by === 'frame';
    const life = startLife(program, {
      dataFolder: data.folder,
      modelUrl: model.baseUrl,
      serviceUrl: service.url,
      moreMigrations,
      kill: isOwn ? { point: kill.point.name, time: kill.time } : null,
    });
    let hasServed = false;
    const atRest = life.client.then(async (client) => {
      hasServed = true;
      await work(client, { requests, conversationIds });
      return 'at rest' as const;
    });
    // It rejects when the host ends under it, which `ended` tells.
    const rested = atRest.catch(() => life.ended);
    const cancelKill = ending.arm(life, kill);
    const cancelLimit = systemClock.schedule(LIFE_LIMIT_MS, () => {
      problems.push(`a life did not end within ${LIFE_LIMIT_MS / 1_000} seconds`);
      life.kill();
    });
    try {
      const outcome = await Promise.race([rested, life.ended]);
      cancelKill();
      if (kill === undefined) life.close();
      else life.kill();
      const signal = await life.ended;
      if (kill !== undefined) {
        const at = outcome === 'at rest' ? AT_REST : kill.point.name;
        killed.push({ at, isTwiceInARow: killed.length > 0 && !hasServed });
      }
      if (signal !== (kill === undefined ? null : 'SIGKILL')) problems.push(`a host ended by ${signal ?? 'itself'}`);
      else if (kill === undefined && outcome !== 'at rest') await atRest;
      if (life.hasLeftovers()) problems.push('a host left a process behind');
    } finally {
      cancelKill();
      cancelLimit();
    }
  }

  try {
    for (const kill of kills) {
      const planned = plannedKill(seed, kill);
      for (let conversation = 0; conversation < CONVERSATIONS; conversation += 1)
        requests.push(newRequest(ids, conversation, requests.length + 1, kindFor(planned, choose)));
      await live(planned);
    }
    await live(undefined);
    const books = { charges: model.charges, orders: service.done };
    problems.push(...judge({ dataFolder: data.folder, requests, conversationIds, moreMigrations, ...books }));
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  await model.close().catch((error: unknown) => problems.push(String(error)));
  await service.close();
  await data.dispose();
  const turns = requests.reduce((sum, { kind }) => sum + turnsOf(kind), 0);
  return {
    number,
    killed,
    problems,
    requests: requests.length,
    modelCalls: model.charges.length,
    lostReplies: model.charges.length - turns,
    orders: service.done.length,
  };
}

/** Any kind, or one of those that the kill is about. */
function kindFor({ point }: PlannedKill, choose: Choose): RequestKind {
  const kinds = point.by === 'service' ? (['order', 'tracked order'] as const) : requestKinds;
  return kinds[choose(kinds.length)] ?? 'greeting';
}

function newRequest(ids: Ids, conversation: number, number: number, kind: RequestKind): StoryRequest {
  return { id: ids.next('msg'), conversation, kind, number, traceId: undefined };
}

/** As a desk does: sends what was not acknowledged yet, under the id it had, and waits until everything is answered. */
async function work(
  client: HostClient,
  { requests, conversationIds }: { readonly requests: readonly StoryRequest[]; readonly conversationIds: string[] },
): Promise<void> {
  await client.ask('settings/change', { dayLimitUsd: null, conversationLimitUsd: null });
  conversationIds[0] ??= client.conversationId;
  for (let conversation = 0; conversation < CONVERSATIONS; conversation += 1) {
    const conversationId = (conversationIds[conversation] ??= (await client.ask('conversation/start', {})).conversation.id);
    for (const request of requests.filter((each) => each.conversation === conversation && each.traceId === undefined)) {
      const { text } = wordsOf(request.kind, request.number);
      const { message } = await client.ask('message/send', { id: request.id, conversationId, text, timeZone: 'UTC' });
      request.traceId = message.traceId;
    }
  }
  const answered = new Set<string>();
  for (const conversationId of conversationIds) {
    const { messages } = await client.ask('conversation/read', { conversationId, limit: 200 });
    for (const { author, traceId } of messages) if (author.kind !== 'user') answered.add(traceId);
  }
  for (const { traceId } of requests) {
    if (traceId === undefined || answered.has(traceId)) continue;
    await client.next(
      ({ name, payload }) =>
        name === 'message/added' && payload.message.traceId === traceId && payload.message.author.kind !== 'user',
    );
  }
}

interface Ending {
  /** Ends this life as planned, where that is not up to the host itself. The returned function calls it off. */
  arm(life: HostLife, kill: PlannedKill | undefined): () => void;
  /** A service outside is at this moment of an answer. Returns whether the host was ended just now. */
  passed(by: 'model' | 'service', moment: string): boolean;
}

function createEnding(): Ending {
  let armed: { readonly life: HostLife; readonly kill: PlannedKill; timesLeft: number } | undefined;
  return {
    arm(life, kill) {
      if (kill?.point.by === 'moment') return systemClock.schedule(kill.time, () => life.kill());
      if (kill !== undefined) armed = { life, kill, timesLeft: kill.time };
      return () => void (armed = undefined);
    },
    passed(by, moment) {
      if (armed?.kill.point.by !== by || armed.kill.point.moment !== moment) return false;
      armed.timesLeft -= 1;
      if (armed.timesLeft !== 0) return false;
      armed.life.kill();
      return true;
    },
  };
}
