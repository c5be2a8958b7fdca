// How long anything else has to wait while two hundred requests come at once.
import { systemClock } from '@vos/base';
import type { BenchRow } from '@vos/base/testing';
import { temporaryFolder } from '@vos/ledger/testing';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openCrowd } from './testing/crowd.ts';

const NANOSECONDS_A_MILLISECOND = 1_000_000;

export async function bench(): Promise<readonly BenchRow[]> {
  const data = await temporaryFolder();
  const crowd = await openCrowd(data.folder);
  try {
    // Code that runs for the first time is slow for a reason of its own; a host is asked for years.
    await crowd.ask();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const startMs = systemClock.monotonicMs();
    delay.enable();
    const slices = watchSlices();
    const requests = (await crowd.ask()).flat();
    delay.disable();
    const slicesMs = slices();
    const durationMs = systemClock.monotonicMs() - startMs;
    const answered = requests.filter(({ answers }) => answers.length === 1).length;
    return [
      {
        name: '200 requests at once over all agents: delay of the main loop, p99',
        figure: `${(delay.percentile(99) / NANOSECONDS_A_MILLISECOND).toFixed(1)} ms`,
        target: '≤ 16 ms',
      },
      {
        name: 'of that, work of its own between two turns of the loop, processor time, p99',
        figure: `${percentile(slicesMs, 0.99).toFixed(1)} ms`,
        target: '≤ 16 ms',
      },
      {
        name: '200 requests at once over all agents: answered once, until the last',
        figure: `${answered} in ${(durationMs / 1_000).toFixed(1)} s`,
        target: '200',
      },
    ];
  } finally {
    await crowd.close();
    await data.dispose();
  }
}

/** Other programs on the machine make the loop late too; what this thread computes in one go does not depend on them. */
function watchSlices(): () => readonly number[] {
  const slicesMs: number[] = [];
  let isOver = false;
  let last = usedMs();
  function tick(): void {
    const now = usedMs();
    slicesMs.push(now - last);
    last = now;
    if (!isOver) setImmediate(tick);
  }
  setImmediate(tick);
  return () => {
    isOver = true;
    return slicesMs;
  };
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? Number.NaN;
}
