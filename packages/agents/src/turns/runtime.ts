// Keeps every lane with work going, one turn after another, lanes side by side, over restarts.
import type { Clock } from '@vos/base';
import { type Lane, type Ledger, queue } from '@vos/ledger';
import { loseInterruptedCalls } from '../models/paid-calls.ts';
import { LANES_AT_ONCE, LEASE_DURATION_MS, LEASE_RENEWAL_MS } from './limits.ts';
import type { TurnRunner } from './turn-runner.ts';
import { beat, openTurnLanes } from './turn-store.ts';

/** Pause before a lane is tried again after the database could not be written. */
const DATABASE_RETRY_MS = 2_000;

/** Longest time until due messages are looked for again, whatever the clock said when it was set: it may jump. */
const LONGEST_WAIT_MS = 60_000;

export interface AgentRuntime {
  /** Frees what a killed host held, takes up its turns, and works on whatever is due from now on. */
  start(): Promise<void>;
  /** Starts this lane's work if it is not at work: called inside the commit that sends to it, so that its turn begins in the same write. */
  wake(lane: Lane): void;
  /** Resolves when no lane is at work and nothing is due. */
  idle(): Promise<void>;
  /** Stops turns where they are; they are taken up at the next start. */
  close(): Promise<void>;
}

export interface AgentRuntimeOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly runner: TurnRunner;
  /** The runner's. */
  readonly leaseOwner: string;
  readonly onBug: (where: string, error: unknown) => void;
  /** Of one agent; LANES_AT_ONCE unless a test says otherwise. */
  readonly lanesAtOnce?: number;
}

export function createAgentRuntime(options: AgentRuntimeOptions): AgentRuntime {
  const { ledger, clock, runner, leaseOwner, onBug, lanesAtOnce = LANES_AT_ONCE } = options;
  const stopping = new AbortController();
  const running = new Map<string, { readonly lane: Lane; readonly work: Promise<void> }>();
  /** Agents of which a lane waits until one that is at work makes room. */
  const crowded = new Set<string>();
  let cancelTimer: (() => void) | undefined;
  let cancelRenewal: (() => void) | undefined;

  function run(lane: Lane): void {
    const key = `${lane.agentId}\n${lane.conversationId}`;
    if (stopping.signal.aborted || running.has(key)) return;
    if (countRunning(lane.agentId) >= lanesAtOnce) {
      crowded.add(lane.agentId);
      return;
    }
    const work = workOn(lane).finally(() => {
      running.delete(key);
      if (running.size === 0) cancelRenewal?.();
      poke();
    });
    if (running.size === 0) scheduleRenewal();
    running.set(key, { lane, work });
  }

  function countRunning(agentId: string): number {
    let count = 0;
    for (const { lane } of running.values()) if (lane.agentId === agentId) count += 1;
    return count;
  }

  async function workOn(lane: Lane): Promise<void> {
    try {
      // While another lane waits, each at work makes room after its turn and lines up again: a conversation that never falls silent has
      // its turn and no more.
      await runner.run(lane, { signal: stopping.signal, goesOn: () => !crowded.has(lane.agentId) });
    } catch (error) {
      if (stopping.signal.aborted) return;
      onBug('lane', error);
      await new Promise<void>((resolve) => {
        const cancel = clock.schedule(DATABASE_RETRY_MS, resolve);
        stopping.signal.addEventListener('abort', () => {
          cancel();
          resolve();
        });
      });
    }
  }

  function poke(): void {
    if (stopping.signal.aborted) return;
    const nowMs = clock.now();
    crowded.clear();
    // An open turn that nobody works on was cut off by the database; its messages are still leased, so no lane is due for them.
    for (const lane of openTurnLanes(ledger.read)) run(lane);
    for (const lane of queue.dueLanes(ledger.read, nowMs, lanesAtOnce)) run(lane);
    cancelTimer?.();
    const nextMs = queue.nextDueMs(ledger.read, nowMs);
    // What is due already belongs to a lane at work, or waits for one to make room; each looks again when it is done.
    if (nextMs !== undefined && nextMs > nowMs) cancelTimer = clock.schedule(Math.min(nextMs - nowMs, LONGEST_WAIT_MS), poke);
  }

  /** A turn lives as long as its work goes on, however long its tools take: nobody else gets its messages meanwhile. */
  function scheduleRenewal(): void {
    cancelRenewal = clock.schedule(LEASE_RENEWAL_MS, () => {
      runner.endStuck();
      const lanes = [...running.values()].map(({ lane }) => lane);
      ledger
        .commit((transaction) => {
          queue.renew(transaction, lanes, { owner: leaseOwner, durationMs: LEASE_DURATION_MS });
          beat(transaction, lanes);
        })
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) onBug('lease', error);
        });
      scheduleRenewal();
    });
  }

  return {
    async start() {
      await ledger.commit((transaction) => {
        queue.releaseAll(transaction);
        loseInterruptedCalls(transaction);
      });
      poke();
    },
    wake: run,
    async idle() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ work }) => work));
    },
    async close() {
      stopping.abort();
      cancelTimer?.();
      await Promise.all([...running.values()].map(({ work }) => work));
      cancelRenewal?.();
    },
  };
}
