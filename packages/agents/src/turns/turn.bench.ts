// Our own overhead: one request primary → specialist → primary, with a model that answers at once and a real database; beside it the same
// request in other libraries, and where ours spends its time.
import { join } from 'node:path';
import { createDisposer, systemClock } from '@vos/base';
import type { BenchRow } from '@vos/base/testing';
import { type Ledger, openLedger } from '@vos/ledger';
import { temporaryFolder } from '@vos/ledger/testing';
import type { ModelProvider } from '../models/provider.ts';
import { createTestTeam, testAgent } from '../testing/test-team.ts';
import { jsonWork, timeShares, type WorkKind } from '../testing/time-shares.ts';
import { openLangGraph, type OtherTeam } from './contenders/langgraph.ts';
import { openOpenAiAgents } from './contenders/openai-agents.ts';

const WARM_UP = 50;
/** The contenders take turns, so that what else the machine does meets all of them. */
const ROUNDS = 5;
const REQUESTS_PER_ROUND = 100;
const PROFILED_REQUESTS = 200;
/** Then a new conversation begins: histories grow as they do in use, not without end. */
const REQUESTS_PER_CONVERSATION = 25;
/** primary, specialist, primary. */
const TURNS = 3;

/** Hands every request on, and every answer back. */
const instantModel: ModelProvider = {
  id: 'instant',
  label: 'Instant',
  model: 'instant',
  worstCaseMicroUsd: () => 0,
  description: 'Answers at once.',
  async call({ agentId, messages }) {
    const last = messages.at(-1);
    const isAnswer = last?.role === 'user' && last.content.includes('"agent_message"');
    const call =
      agentId !== 'primary_agent'
        ? { name: 'send_agent_message', arguments: { agent_id: 'primary_agent', content: 'Done.' } }
        : isAnswer
          ? { name: 'send_user_message', arguments: { content: 'Done.' } }
          : { name: 'send_agent_message', arguments: { agent_id: 'notes_agent', content: 'Please.' } };
    return { toolCalls: [{ id: 'call_1', ...call }], usage: { inputTokens: null, outputTokens: null, costMicroUsd: null } };
  },
};

/** By the function that calls into built-in code; the first that fits counts. */
const KINDS: readonly WorkKind[] = [
  jsonWork,
  {
    name: 'commits: begin, write the log, fsync',
    includes: (name, url) => name === 'writeBatch' && url.endsWith('/group-commit.ts'),
  },
  { name: 'SQL statements', includes: (_, url) => url.endsWith('/ledger/src/statements.ts') || url.includes('/better-sqlite3/') },
  { name: 'schemas', includes: (_, url) => url.includes('/zod/') },
  { name: 'digests and ids', includes: (_, url) => url.includes('internal/crypto') || url.endsWith('/base/src/ids.ts') },
  { name: 'garbage collection', includes: (name) => name === '(garbage collector)' },
  { name: 'waiting', includes: (name) => name === '(idle)' },
];

export async function bench(): Promise<readonly BenchRow[]> {
  const disposer = createDisposer();
  try {
    const { folder, dispose } = await temporaryFolder();
    disposer.add(dispose);
    const ledger = await openLedger({ folder });
    disposer.add(() => ledger.close());
    const vos = await openVos(ledger);
    disposer.add(vos.close);
    const langGraph = await openLangGraph(join(folder, 'langgraph.db'));
    if (langGraph !== undefined) disposer.add(langGraph.close);
    const openAiAgents = await openOpenAiAgents();

    const teams = [vos, langGraph, openAiAgents].map((team) => (team === undefined ? undefined : measured(team)));
    const [ours, theirs, floor] = teams;
    for (const team of teams) await team?.run(WARM_UP);
    for (const team of teams) team?.forget();
    let commits = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const commitsBefore = ledger.commitCount() - vos.otherCommits();
      await ours?.run(REQUESTS_PER_ROUND);
      commits += ledger.commitCount() - vos.otherCommits() - commitsBefore;
      await theirs?.run(REQUESTS_PER_ROUND);
      await floor?.run(REQUESTS_PER_ROUND);
    }
    const shares = await timeShares(KINDS, async () => await ours?.run(PROFILED_REQUESTS));
    const ourMs = ours?.at(0.5) ?? Number.NaN;
    return [
      {
        name: 'own overhead, primary → specialist → primary, p50 / p95',
        figure: `${ourMs.toFixed(2)} / ${ours?.at(0.95).toFixed(2)} ms`,
        target: '≤ 8 ms p50',
      },
      {
        name: 'processor time of such a request',
        figure: `${ours?.cpuMs().toFixed(2)} ms`,
        target: '—',
      },
      { name: 'commits a turn', figure: (commits / ROUNDS / REQUESTS_PER_ROUND / TURNS).toFixed(2), target: '≤ 4' },
      ...[...shares]
        .toSorted(([, left], [, right]) => right - left)
        .map(([name, ms]) => ({
          name: `  of it ${name}`,
          figure: `${(ms / PROFILED_REQUESTS).toFixed(2)} ms`,
          target: 'while profiled',
        })),
      comparison(`LangGraph.js, SQLite checkpointer, synchronous=${langGraph?.synchronous}, p50 / p95`, theirs, ourMs),
      comparison('OpenAI Agents SDK, in memory, p50 / p95', floor, ourMs),
    ];
  } finally {
    await disposer.dispose();
  }
}

function comparison(name: string, team: ReturnType<typeof measured> | undefined, ourMs: number): BenchRow {
  if (team === undefined) return { name: name.split(',')[0] ?? name, figure: 'skipped', target: 'it could not be installed' };
  return {
    name,
    figure: `${team.at(0.5).toFixed(2)} / ${team.at(0.95).toFixed(2)} ms, processor ${team.cpuMs().toFixed(2)} ms`,
    target: `ours ${(ourMs / team.at(0.5)).toFixed(2)} × as long`,
  };
}

interface VosTeam extends Omit<OtherTeam, 'close'> {
  /** Before a request, unmeasured: the conversation it is made in. */
  prepare(conversation: string): Promise<void>;
  close(): Promise<void>;
  /** After the reply: what is still written then belongs to the request, but nobody waits for it. */
  settle(): Promise<void>;
  /** Commits that are no part of a turn: a new conversation, the person's message. */
  otherCommits(): number;
}

async function openVos(ledger: Ledger): Promise<VosTeam> {
  const team = createTestTeam({
    ledger,
    clock: systemClock,
    model: instantModel,
    agents: [testAgent('primary_agent'), testAgent('notes_agent')],
  });
  await team.runtime.start();
  const conversations = new Map<string, string>();
  let otherCommits = 0;
  return {
    async prepare(name) {
      if (!conversations.has(name)) {
        conversations.set(name, await team.startConversation());
        otherCommits += 1;
      }
    },
    async request(name) {
      const conversationId = conversations.get(name) ?? '';
      const reply = team.nextReply(conversationId);
      otherCommits += 1;
      await team.say(conversationId, 'Please.');
      await reply;
    },
    settle: () => team.runtime.idle(),
    otherCommits: () => otherCommits,
    close: () => team.runtime.close(),
  };
}

/** Counts what a team's requests take. */
function measured(team: Pick<OtherTeam, 'request'> & Partial<Pick<VosTeam, 'prepare' | 'settle'>>) {
  let takenMs: number[] = [];
  let cpuMicroseconds = 0;
  let requests = 0;
  return {
    async run(count: number): Promise<void> {
      for (let request = 0; request < count; request += 1) {
        const conversation = `conversation ${Math.floor(requests / REQUESTS_PER_CONVERSATION)}`;
        requests += 1;
        await team.prepare?.(conversation);
        const before = process.cpuUsage();
        const startMs = systemClock.monotonicMs();
        await team.request(conversation);
        takenMs.push(systemClock.monotonicMs() - startMs);
        await team.settle?.();
        const { user, system } = process.cpuUsage(before);
        cpuMicroseconds += user + system;
      }
    },
    forget(): void {
      takenMs = [];
      cpuMicroseconds = 0;
    },
    at: (share: number): number =>
      takenMs.toSorted((left, right) => left - right)[Math.floor(takenMs.length * share)] ?? Number.NaN,
    cpuMs: (): number => cpuMicroseconds / 1_000 / takenMs.length,
  };
}
