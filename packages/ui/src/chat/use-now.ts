// A clock for labels such as “5m ago”. It ticks only while somebody shows it and only as often as the label can change.
import type { Clock } from '@vos/base';
import { useEffect, useState } from 'react';

/** The time now, in milliseconds since the epoch, refreshed every `intervalMs`; it stands still while that is null. */
export function useNow(clock: Clock, intervalMs: number | null): number {
  const [nowMs, setNowMs] = useState(() => clock.now());
  useEffect(() => {
    if (intervalMs === null) return;
    let cancel = () => {};
    const tick = (): void => {
      setNowMs(clock.now());
      cancel = clock.schedule(intervalMs, tick);
    };
    tick();
    return () => cancel();
  }, [clock, intervalMs]);
  return nowMs;
}
