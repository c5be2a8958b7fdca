// Forgets what messages between agents said, a month after they were handled. Who sent what to whom stays, and so does each key.
import { type Clock, isoInstant } from '@vos/base';
import { type Ledger, queue } from '@vos/ledger';

/**
 * Long enough to look into last week's requests. What matters of a message stands elsewhere too (the conversation, the agents' history,
 * the records), so nothing is lost with it; it is only no longer there twice.
 */
const KEPT_MS = 30 * 24 * 3_600_000;

const INTERVAL_MS = 3_600_000;

/** Payloads in one commit. Some have a hundred kilobytes; as many of those are still digested within milliseconds. */
const AT_ONCE = 20;

export interface QueuePruning {
  dispose(): void;
}

/** Looks once an hour, writes only when there is something to forget. */
export function startQueuePruning({
  ledger,
  clock,
  onBug,
}: {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly onBug: (where: string, error: unknown) => void;
}): QueuePruning {
  let isDisposed = false;
  let cancel = schedule();

  function schedule(): () => void {
    return clock.schedule(INTERVAL_MS, () => {
      prune()
        .catch((error: unknown) => onBug('queue pruning', error))
        .finally(() => {
          if (!isDisposed) cancel = schedule();
        });
    });
  }

  async function prune(): Promise<void> {
    const before = isoInstant(clock.now() - KEPT_MS);
    while (!isDisposed && queue.isPrunable(ledger.read, before)) {
      await ledger.commit((transaction) => queue.prune(transaction, before, AT_ONCE));
    }
  }

  return {
    dispose() {
      isDisposed = true;
      cancel();
    },
  };
}
