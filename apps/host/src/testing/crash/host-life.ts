// One life of a host of the crash tests, from its start to its end by whichever hand.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import packageJson from '../../../package.json' with { type: 'json' };
import { clientOver, type HostClient } from '../host-client.ts';
import { linePort } from './line-port.ts';
import type { HostOrders } from './orders.ts';

const RESOURCES = fileURLToPath(new URL('../../../../../resources', import.meta.url));
const COMPILE_CACHE = fileURLToPath(new URL(`../../../../../${packageJson.config.compileCache}`, import.meta.url));

export interface HostLife {
  /** Resolves with a client once the host serves; rejects when it ends before. */
  readonly client: Promise<HostClient>;
  /** Resolves with the signal that ended it, or null for an end of its own. Rejects where it ended badly by itself, with what it said. */
  readonly ended: Promise<NodeJS.Signals | null>;
  /** Ends it as a power cut would. */
  kill(): void;
  /** Asks it to close. */
  close(): void;
  /** Whether any process of its group lives. */
  hasLeftovers(): boolean;
}

/** `program` is the path of the bundled host. */
export function startLife(program: string, orders: Omit<HostOrders, 'resourcesFolder'>): HostLife {
  const told: HostOrders = { ...orders, resourcesFolder: RESOURCES };
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(told)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
    // A group of its own: what it leaves behind is found by it.
    detached: true,
  });
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error('Broken assumption: its streams are pipes');
  // What is written to a host that has just died is lost, as on any broken connection.
  stdin.on('error', () => undefined);
  let said = '';
  stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const port = linePort(
    stdout,
    (line) => void stdin.write(line),
    () => stdin.end(),
  );
  const client = clientOver(port);
  // Its end is told by `ended`.
  client.catch(() => undefined);
  const ended = once(child, 'close').then(([exitCode, signal]: unknown[]) => {
    if (signal === null && exitCode !== 0) throw new Error(`The host ended by itself with ${String(exitCode)}:\n${said}`);
    if (said !== '') throw new Error(`The host said:\n${said}`);
    return signal as NodeJS.Signals | null;
  });
  ended.catch(() => undefined);
  return {
    client,
    ended,
    kill: () => void child.kill('SIGKILL'),
    close: () => stdin.end(),
    hasLeftovers() {
      try {
        process.kill(-(child.pid ?? 0), 0);
        return true;
      } catch {
        return false;
      }
    },
  };
}
