// A real host in a process of its own, and a client that talks to it as the desk does.
import { randomIds } from '@vos/base';
import { type Client, createClient, type HostEvent, PROTOCOL_VERSION, webSocketPort, type WebSocketLike } from '@vos/protocol';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import packageJson from '../../package.json' with { type: 'json' };

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const { nodeOptions, compileCache } = packageJson.config;
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
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
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

export interface HostClient extends Client {
  readonly conversationId: string;
  readonly events: readonly HostEvent[];
  /** Resolves with the first event that fits, past or to come; rejects when the connection ends. */
  next(fits: (event: HostEvent) => boolean): Promise<HostEvent>;
  /** Sends a text and resolves with the reply to it. */
  say(text: string): Promise<string>;
}

/** Opens a WebSocket with the address's token. */
export function openSocket(address: string, token = tokenOf(address)): WebSocket {
  const { host } = new URL(address);
  return new WebSocket(`ws://${host}/port`, ['vos', `token.${token}`]);
}

export async function connectClient(address: string): Promise<HostClient> {
  const socket = openSocket(address);
  await once(socket, 'open');
  const events: HostEvent[] = [];
  const waiting = new Set<{ fits(event: HostEvent): boolean; resolve(event: HostEvent): void; reject(error: Error): void }>();
  const port = webSocketPort(socket as unknown as WebSocketLike);
  const client = createClient(port, {
    onEvent(event) {
      events.push(event);
      for (const wait of waiting) {
        if (!wait.fits(event)) continue;
        waiting.delete(wait);
        wait.resolve(event);
      }
    },
  });
  port.onClose(() => {
    for (const wait of waiting) wait.reject(new Error('The connection ended.'));
  });
  const { conversationId } = await client.ask('session/open', { protocolVersion: PROTOCOL_VERSION });

  function next(fits: (event: HostEvent) => boolean): Promise<HostEvent> {
    const past = events.find(fits);
    if (past !== undefined) return Promise.resolve(past);
    return new Promise((resolve, reject) => void waiting.add({ fits, resolve, reject }));
  }

  return {
    ...client,
    conversationId,
    events,
    next,
    async say(text) {
      const { message } = await client.ask('message/send', {
        id: randomIds().next('msg'),
        conversationId,
        text,
        timeZone: 'Europe/Amsterdam',
      });
      const added = await next(
        ({ name, payload }) =>
          name === 'message/added' && payload.message.traceId === message.traceId && payload.message.author.kind !== 'user',
      );
      return added.name === 'message/added' ? added.payload.message.text : '';
    },
  };
}

function tokenOf(address: string): string {
  return address.slice(address.indexOf('#token=') + '#token='.length);
}
