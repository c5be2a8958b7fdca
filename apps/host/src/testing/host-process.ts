// A real host in a process of its own, and a client that talks to it as the desk does.
import { webSocketPort, type WebSocketLike } from '@vos/protocol';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import packageJson from '../../package.json' with { type: 'json' };
import { clientOver, type HostClient } from './host-client.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const { nodeOptions, compileCache, environment: hostEnvironment } = packageJson.config;
const COMPILE_CACHE = fileURLToPath(new URL(`../../../../${compileCache}`, import.meta.url));

export interface HostProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** With its token. */
  readonly address: string;
  /** Ends it as a power cut would. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to stop; resolves with its exit code. */
  stop(): Promise<number | null>;
}

export interface Ended {
  readonly exitCode: number | null;
  readonly output: string;
}

/** As scripts/start.mjs does. */
function launch(dataFolder: string, options: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [...nodeOptions, MAIN, '--data', dataFolder, '--no-open', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...hostEnvironment, ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
  });
}

/** Starts a host and resolves once it has printed its address; rejects with its output if it ends before. */
export async function startHost(
  dataFolder: string,
  {
    options = ['--port', '0'],
    environment = {},
  }: { options?: readonly string[]; environment?: Readonly<Record<string, string>> } = {},
): Promise<HostProcess> {
  const child = launch(dataFolder, options, environment);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  const read = (piece: Buffer): void => {
    output += piece.toString();
    const address = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(output)?.[0];
    if (address !== undefined) resolve(address);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  const exited = once(child, 'exit');
  void exited.then(() => reject(new Error(`The host ended before it was ready:\n${output}`)));
  const address = await promise;
  return {
    child,
    pid: child.pid ?? 0,
    address,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}

/** Runs a host that is expected to end by itself. */
export async function runHost(dataFolder: string, options: readonly string[] = ['--port', '0']): Promise<Ended> {
  const child = launch(dataFolder, options, {});
  let output = '';
  child.stdout?.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stderr?.on('data', (piece: Buffer) => (output += piece.toString()));
  await once(child, 'close');
  return { exitCode: child.exitCode, output };
}

/** Opens a WebSocket with the address's token. */
export function openSocket(address: string, token = tokenOf(address)): WebSocket {
  const { host } = new URL(address);
  return new WebSocket(`ws://${host}/port`, ['vos', `token.${token}`]);
}

export async function connectClient(address: string): Promise<HostClient> {
  const socket = openSocket(address);
  await once(socket, 'open');
  return await clientOver(webSocketPort(socket as unknown as WebSocketLike));
}

function tokenOf(address: string): string {
  return address.slice(address.indexOf('#token=') + '#token='.length);
}
