// A host within the process of the test, without the sentence model: for what does not depend on processes, sockets or output. It takes
// a tenth of what one in a process of its own does (host-process.ts).
import { portPair } from '@vos/protocol/testing';
import { fileURLToPath } from 'node:url';
import { openHost } from '../host.ts';
import { readHostSettings } from '../host-settings.ts';
import { createLog } from '../log.ts';
import { clientOver, type HostClient } from './host-client.ts';

export interface TestHost {
  connect(): Promise<HostClient>;
  /** Rejects with what the host logged as errors: a host in order has none. */
  close(): Promise<void>;
}

/** `environment` as for a host in a process of its own; opening one on the same folder again is a restart. */
export async function openTestHost(dataFolder: string, environment: Readonly<Record<string, string>> = {}): Promise<TestHost> {
  const logged: string[] = [];
  const host = await openHost({
    ...readHostSettings({
      environment: { VOS_WEIGHTS: '/nowhere', ...environment },
      platform: process.platform,
      resourcesFolder: fileURLToPath(new URL('../../../../resources', import.meta.url)),
      dataFolder,
    }),
    log: createLog((line) => void logged.push(line)),
  });
  return {
    async connect() {
      const [desk, port] = portPair();
      host.connect(port);
      return await clientOver(desk);
    },
    async close() {
      await host.close();
      const errors = logged.filter((line) => line.includes('"level":"error"'));
      if (errors.length > 0) throw new Error(`The host logged errors:\n${errors.join('')}`);
    },
  };
}
