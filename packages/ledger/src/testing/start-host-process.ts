// Starts host-process.ts and reads what it says.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface HostProcess {
  /** Lines said so far. */
  readonly lines: readonly string[];
  /** Resolves once `count` lines have been said; rejects with the error output if the process ends before. */
  said(count: number): Promise<void>;
  /** SIGKILL; resolves when it is gone and everything it said has been read. */
  kill(): Promise<void>;
  /** Resolves when it has ended by itself. */
  ended(): Promise<void>;
}

export function startHostProcess(role: 'hold' | 'write' | 'open', folder: string, ...more: readonly string[]): HostProcess {
  const program = fileURLToPath(new URL('./host-process.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, role, folder, ...more], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  let errorText = '';
  let hasEnded = false;

  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText += text;
  });
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      for (const each of waiting) if (each.count <= lines.length) each.resolve();
    });
  }
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      hasEnded = true;
      const failure = new Error(`The process ended after ${lines.length} lines. ${errorText}`);
      for (const each of waiting) each.reject(failure);
      resolve();
    });
  });

  return {
    lines,
    said: (count) =>
      new Promise((resolve, reject) => {
        if (lines.length >= count) resolve();
        else if (hasEnded) reject(new Error(`The process ended after ${lines.length} lines. ${errorText}`));
        else waiting.push({ count, resolve, reject });
      }),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    ended: () => ended,
  };
}
