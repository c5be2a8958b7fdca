// Many stories, some at once, and what came of them as a table.
import { availableParallelism } from 'node:os';
import { systemClock } from '@vos/base';
import { bundleHost } from './bundle-host.ts';
import { AT_REST, points } from './points.ts';
import { runStory, type StoryOutcome } from './story.ts';

/** Below the ten lost replies after which a turn is given up, so that every request has to be answered. */
const KILLS_A_STORY = 8;

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** Runs this story alone, as it runs among the others. */
  readonly only?: number | undefined;
  /** Begins no further story once it is aborted; the report is of those that ended. */
  readonly signal?: AbortSignal;
  /** Told of each story that is over. */
  readonly onStory?: (outcome: StoryOutcome) => void;
}

export interface KillReport {
  readonly seed: number;
  readonly outcomes: readonly StoryOutcome[];
  readonly durationMs: number;
}

export async function runKills({ kills, seed, only, signal, onStory }: KillOptions): Promise<KillReport> {
  const startMs = systemClock.monotonicMs();
  const { program, dispose } = await bundleHost();
  const stories = Array.from({ length: Math.ceil(kills / KILLS_A_STORY) }, (_, index) => ({
    program,
    seed,
    number: index + 1,
    kills: Array.from({ length: KILLS_A_STORY }, (__, kill) => index * KILLS_A_STORY + kill).filter((kill) => kill < kills),
  }));
  const waiting = stories.filter(({ number }) => only === undefined || number === only);
  const outcomes: StoryOutcome[] = [];
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined && signal?.aborted !== true; next = waiting.shift()) {
      const outcome = await runStory(next);
      outcomes.push(outcome);
      onStory?.(outcome);
    }
  }
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, work));
  } finally {
    await dispose();
  }
  return { seed, outcomes, durationMs: systemClock.monotonicMs() - startMs };
}

/** One line a story that went wrong, with how to see it again. */
export function problemsOf({ seed, outcomes }: KillReport, kills: number): readonly string[] {
  return outcomes
    .filter(({ problems }) => problems.length > 0)
    .map(
      ({ number, killed, problems }) =>
        `Story ${number}, ended ${killed.map(({ at }) => at).join('; ')}:\n  ${problems.join('\n  ')}\n` +
        `  Again: npm run crash -- --kills ${kills} --seed ${seed} --only ${number}`,
    );
}

/** How often a host was ended at each place, and in how many of the stories with such an end something was lost, repeated or overspent. */
export function tableOf({ outcomes }: KillReport): string {
  const rows = [...points.map(({ name }) => name), AT_REST].map((name) => {
    const told = outcomes.filter(({ killed }) => killed.some(({ at }) => at === name));
    const kills = outcomes.reduce((sum, { killed }) => sum + killed.filter(({ at }) => at === name).length, 0);
    const failed = told.filter(({ problems }) => problems.length > 0).length;
    return [name, String(kills), kills === 0 ? '–' : failed === 0 ? 'all well' : `${failed} stories with problems`] as const;
  });
  const all = [['ended', 'kills', 'outcome'] as const, ...rows];
  const width = Math.max(...all.map(([name]) => name.length));
  return all.map(([name, kills, outcome]) => `${name.padEnd(width)}  ${kills.padStart(5)}  ${outcome}`).join('\n');
}

/** One sentence of figures. */
export function summaryOf({ seed, outcomes, durationMs }: KillReport): string {
  const sum = (of: (outcome: StoryOutcome) => number): number => outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const twice = sum(({ killed }) => killed.filter(({ isTwiceInARow }) => isTwiceInARow).length);
  return (
    `${sum(({ killed }) => killed.length)} kills (${twice} right after another, before anything was served) in ${outcomes.length} stories, seed ${seed}: ` +
    `${sum(({ requests }) => requests)} requests, ${sum(({ modelCalls }) => modelCalls)} model calls, ` +
    `${sum(({ lostReplies }) => lostReplies)} of them lost and charged, ${sum(({ orders }) => orders)} orders outside; ${outcomes.filter(({ problems }) => problems.length > 0).length} stories with problems; ` +
    `${(durationMs / 1_000).toFixed(0)} s.`
  );
}
