// A model service on this machine, in a process of its own, as strict as the real ones.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../apps/host/src/testing/model-server-process.ts', import.meta.url));

export interface ModelServiceOptions {
  readonly key?: string;
  readonly models?: readonly string[];
  readonly answersAsOllama?: boolean;
  /** Each reply stops half-way until `goOn`. */
  readonly holds?: boolean;
  readonly says?: string;
}

export interface ModelService {
  readonly origin: string;
  readonly baseUrl: string;
  goOn(): void;
  stop(): Promise<void>;
}

export async function startModelService(options: ModelServiceOptions = {}): Promise<ModelService> {
  const child = spawn(process.execPath, [MAIN], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(`${JSON.stringify(options)}\n`);
  const exited = once(child, 'exit');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { origin, baseUrl } = JSON.parse(line.toString()) as { origin: string; baseUrl: string };
  return {
    origin,
    baseUrl,
    goOn: () => void child.stdin.write('\n'),
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
