// One line an event on standard error: a fixed message and fields. What people wrote is never among the fields.

export interface Log {
  warn(event: string, fields?: Readonly<Record<string, string | number>>): void;
  error(event: string, error: unknown): void;
}

export function createLog(write: (line: string) => void): Log {
  function line(level: string, event: string, fields: Readonly<Record<string, string | number>>): void {
    write(`${JSON.stringify({ at: new Date().toISOString(), level, event, ...fields })}\n`);
  }
  return {
    warn: (event, fields = {}) => line('warn', event, fields),
    error(event, error) {
      // The stack names code, never content; a message may quote what somebody wrote, so only its kind is kept.
      const stack =
        error instanceof Error
          ? (error.stack ?? '')
              .split('\n')
              .filter((frame) => /^\s+at /.test(frame))
              .slice(0, 6)
              .join(' |')
          : '';
      line('error', event, { kind: error instanceof Error ? error.name : typeof error, code: codeOf(error), stack });
    },
  };
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
