// What `npm start` runs: opens the host, serves the desk, and says where it is. Reads the environment.
import { CodedError, errorBody } from '@vos/base';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Host, openHost } from './host.ts';
import { readHostSettings } from './host-settings.ts';
import { createLog, type Log } from './log.ts';
import type { SecretsCipher } from './secrets.ts';
import { passphraseCipher } from './secrets-cipher.ts';
import { serve, type Serving } from './serve.ts';
import { loadToken } from './serve-token.ts';
import { readOptions, USAGE } from './start-options.ts';

/** Where the desk is served unless told otherwise; in no registry of well-known services. The next ones are tried when it is taken. */
const DEFAULT_PORT = 47_800;
const PORTS_TRIED = 20;

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const log = createLog((line) => void process.stderr.write(line));

try {
  await main(log);
} catch (error) {
  if (!(error instanceof CodedError)) log.error('start', error);
  process.stderr.write(`VOS did not start. ${errorBody(error).message}\n`);
  process.exitCode = 1;
}

async function main(log: Log): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    process.stdout.write(USAGE);
    return;
  }
  const environment = process.env;
  const settings = readHostSettings({
    environment,
    platform: process.platform,
    resourcesFolder: join(repository, 'resources'),
    dataFolder: options.dataFolder,
  });
  const { dataFolder } = settings;
  const host = await openHost({ ...settings, secretsCipher: takeSecretsCipher(environment), log });
  const serving = await serveDesk(host, dataFolder, options.port).catch(async (error: unknown) => {
    await host.close();
    throw error;
  });
  host.announceAddress(serving.address);
  closeOnSignal(host, serving, log);
  process.on('uncaughtException', (error) => log.error('uncaught', error));
  process.on('unhandledRejection', (error) => log.error('unhandled', error));

  const hasDisplay = hasScreen(environment, process.platform);
  const shown = hasDisplay
    ? 'VOS is ready. If no browser opens, open this address:'
    : 'There is no display here, so VOS is served on this machine. Open this address in a browser:';
  process.stdout.write(`${shown}\n\n  ${serving.address}\n\nYour data is in ${dataFolder}. Stop with Ctrl+C.\n`);
  if (hasDisplay && options.opensBrowser) await openBrowser(serving.address, log);
}

/** Processes that are started from here inherit the environment; the key to the keys is none of their business. */
function takeSecretsCipher(environment: NodeJS.ProcessEnv): SecretsCipher | undefined {
  const passphrase = environment['VOS_SECRET_KEY'];
  delete environment['VOS_SECRET_KEY'];
  return passphrase === undefined || passphrase === '' ? undefined : passphraseCipher(passphrase);
}

async function serveDesk(host: Host, dataFolder: string, port: number | undefined): Promise<Serving> {
  const token = loadToken(dataFolder);
  const rendererFolder = join(repository, 'apps', 'desktop', 'dist', 'renderer');
  const attempt = (tried: number): Promise<Serving> =>
    serve({ rendererFolder, port: tried, token, onPort: (client) => host.connect(client), nowMs: () => Date.now() });
  if (port !== undefined) return await attempt(port);
  for (let tried = DEFAULT_PORT; tried < DEFAULT_PORT + PORTS_TRIED; tried += 1) {
    try {
      return await attempt(tried);
    } catch (error) {
      if (!(error instanceof CodedError && error.code === 'port-taken')) throw error;
    }
  }
  return await attempt(0);
}

function hasScreen(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  return (
    platform === 'darwin' ||
    platform === 'win32' ||
    environment['DISPLAY'] !== undefined ||
    environment['WAYLAND_DISPLAY'] !== undefined
  );
}

async function openBrowser(address: string, log: Log): Promise<void> {
  try {
    const { default: open } = await import('open');
    const child = await open(address);
    child.on('error', () => log.warn('no browser could be opened'));
  } catch (error) {
    log.error('no browser could be opened', error);
  }
}

function closeOnSignal(host: Host, serving: Serving, log: Log): void {
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (closing) return;
      closing = true;
      void serving
        .close()
        .then(() => host.close())
        .catch((error: unknown) => log.error('close', error))
        .finally(() => process.exit(0));
    });
  }
}
