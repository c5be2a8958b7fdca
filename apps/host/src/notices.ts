// What does not work right now, in sentences that stand on the desk until it works again.
import type { Clock, CodedError } from '@vos/base';

/** A disk that is nearly full takes some writes and refuses others: only when none was refused for so long is it said to work again. */
const CALM_AFTER_MS = 5_000;

export interface Notices {
  current(): readonly string[];
  /** After each write: what the disk refused it for, or nothing. */
  storage(problem: CodedError | undefined): void;
  dispose(): void;
}

export function createNotices({
  clock,
  standing,
  onChanged,
}: {
  clock: Clock;
  /** What is known from elsewhere. */
  standing: () => readonly string[];
  onChanged: (notices: string[]) => void;
}): Notices {
  let storageNotice: string | undefined;
  let isCalm = true;
  let cancelCalm = (): void => {};

  const current = (): string[] => [...standing(), ...(storageNotice === undefined ? [] : [storageNotice])];

  function set(notice: string | undefined): void {
    if (notice === storageNotice) return;
    storageNotice = notice;
    onChanged(current());
  }

  return {
    current,
    storage(problem) {
      if (problem !== undefined) {
        isCalm = false;
        cancelCalm();
        cancelCalm = clock.schedule(CALM_AFTER_MS, () => void (isCalm = true));
        set(sentenceFor(problem));
      } else if (isCalm) set(undefined);
    },
    dispose: () => cancelCalm(),
  };
}

function sentenceFor({ code, message }: CodedError): string {
  if (code !== 'disk-full') return message;
  return 'The disk is full. What was saved is kept, and nothing new can be. Free some space: VOS goes on by itself, and what waits is answered then.';
}
