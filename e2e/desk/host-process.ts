// A host that serves the desk to browsers, as a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Environment, hostEnvironment } from './shell.ts';

const MAIN = fileURLToPath(new URL('../../apps/host/src/main.ts', import.meta.url));

export interface Host {
  readonly address: string;
  /** As a power cut does. */
  kill(): Promise<void>;
}

export interface HostControl {
  /** Starts the host on the journey's data folder, at the same port as before if it ran before. */
  start(environment?: Environment): Promise<Host>;
}

/** `end` kills whatever still runs. */
export function createHosts(folder: string): HostControl & { end(): Promise<void> } {
  const running = new Set<Host>();
  let port = '0';
  return {
    async start(environment = {}) {
      const child = spawn(process.execPath, [MAIN, '--data', folder, '--port', port, '--no-open'], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: hostEnvironment(environment),
      });
      const exited = once(child, 'exit').then(() => running.delete(host));
      const host: Host = {
        address: '',
        async kill() {
          child.kill('SIGKILL');
          await exited;
        },
      };
      running.add(host);
      const address = await readAddress(child);
      port = new URL(address).port;
      return { ...host, address };
    },
    async end() {
      for (const host of running) await host.kill();
    },
  };
}

async function readAddress(child: ChildProcess): Promise<string> {
  let output = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout?.on('data', (piece: Buffer) => {
    output += piece.toString();
    const address = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(output)?.[0];
    if (address !== undefined) resolve(address);
  });
  child.once('exit', () => reject(new Error(`The host ended before it was ready:\n${output}`)));
  return await promise;
}
