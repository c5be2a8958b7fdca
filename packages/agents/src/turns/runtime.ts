// Keeps every lane with work going, one turn after another, lanes side by side, over restarts.
import type { Clock } from '@vos/base';
import { type Lane, type Ledger, queue } from '@vos/ledger';
import type { TurnRunner } from './turn-runner.ts';
import { openTurnLanes } from './turn-store.ts';

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
  readonly onBug: (where: string, error: unknown) => void;
}

export function createAgentRuntime({ ledger, clock, runner, onBug }: AgentRuntimeOptions): AgentRuntime {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  let cancelTimer: (() => void) | undefined;

  function run(lane: Lane): void {
    const key = `${lane.agentId}\n${lane.conversationId}`;
    if (stopping.signal.aborted || running.has(key)) return;
    const work = workOn(lane).finally(() => {
      running.delete(key);
      poke();
    });
    running.set(key, work);
  }

  async function workOn(lane: Lane): Promise<void> {
    try {
      await runner.run(lane, stopping.signal);
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
    // An open turn that nobody works on was cut off by the database; its messages are still leased, so no lane is due for them.
    for (const lane of openTurnLanes(ledger.read)) run(lane);
    for (const lane of queue.dueLanes(ledger.read, nowMs)) run(lane);
    cancelTimer?.();
    const nextMs = queue.nextDueMs(ledger.read);
    // What is due already belongs to a lane at work, which looks again when it is done.
    if (nextMs !== undefined && nextMs > nowMs) cancelTimer = clock.schedule(Math.min(nextMs - nowMs, LONGEST_WAIT_MS), poke);
  }

  return {
    async start() {
      await ledger.commit((transaction) => queue.releaseAll(transaction));
      poke();
    },
    wake: run,
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
    async close() {
      stopping.abort();
      cancelTimer?.();
      await Promise.all(running.values());
    },
  };
}
