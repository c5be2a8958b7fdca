// A RabbitMQ of the bench's own, for comparison: ports, data, logs and name server (epmd) shared with nobody, gone at its end.
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { type Disposer, systemClock } from '@vos/base';
import { waitUntil } from '@vos/base/testing';
import { loadContender } from '../testing/contender.ts';

/** What is used of `amqplib`. */
interface Amqp {
  connect(url: string, socket: { readonly noDelay: boolean }): Promise<Connection>;
}
interface Connection {
  createConfirmChannel(): Promise<Channel>;
  close(): Promise<void>;
}
interface Channel {
  assertQueue(name: string, options: { readonly durable: boolean }): Promise<unknown>;
  prefetch(count: number): Promise<unknown>;
  consume(name: string, onMessage: (message: unknown) => void, options: { readonly noAck: boolean }): Promise<unknown>;
  sendToQueue(
    name: string,
    content: Uint8Array,
    options: { readonly persistent: boolean },
    onConfirm: (error: unknown) => void,
  ): boolean;
  ack(message: unknown): void;
}

/** What one message took, from the call that sent it. */
export interface SentTimes {
  /** → its handler was entered. */
  readonly deliveredMs: number;
  /** → the broker confirmed that it is kept. */
  readonly confirmedMs: number;
}

export interface RabbitSender {
  /** Sends, waits for confirmation and delivery in whichever order they come, then acknowledges. */
  send(content: Uint8Array): Promise<SentTimes>;
}

export interface Rabbit {
  readonly version: string;
  /** A durable queue, a confirm channel and a consumer of its own. */
  openSender(name: string): Promise<RabbitSender>;
  /** Processor time of the broker so far, in milliseconds; without that of this process. Linux only, NaN elsewhere. */
  cpuMs(): number;
  /** Resolves once the broker is done with what it goes on with after its last message, so that it takes nothing from whoever is measured next. */
  atRest(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;

/** It rests when it used less than a twentieth of one processor for so long; where it never does, the bench goes on all the same. */
const REST_SPAN_MS = 200;
const REST_CPU_MS = 10;
const REST_SPANS_LIMIT = 25;

/** A running broker, or a sentence on why there is none. Its end, and that of its name server, is added to `disposer`. */
export async function startRabbit(folder: string, disposer: Disposer): Promise<Rabbit | string> {
  const server = findProgram('/usr/lib/rabbitmq/bin/rabbitmq-server', 'rabbitmq-server');
  const epmd = findProgram('/usr/bin/epmd', 'epmd');
  if (server === undefined || epmd === undefined)
    return 'RabbitMQ is not on this machine; on Debian, apt-get install rabbitmq-server';
  const amqp = await loadContender<Amqp>('amqplib');
  if (amqp === undefined) return 'amqplib could not be installed';

  const [port, distributionPort, epmdPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const home = join(folder, 'rabbitmq');
  mkdirSync(home);
  writeFileSync(join(home, 'enabled_plugins'), '[].\n');
  const env = {
    ...process.env,
    HOME: home,
    ERL_EPMD_PORT: String(epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `vos-bench-${process.pid}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_MNESIA_BASE: join(home, 'data'),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'enabled_plugins'),
    RABBITMQ_CONFIG_FILE: join(home, 'none'),
    RABBITMQ_CONF_ENV_FILE: join(home, 'none'),
    RABBITMQ_PID_FILE: join(home, 'pid'),
  };
  // Both stay in this process's group, which `npm run bench` ends as a whole: nothing outlives a bench that is killed either. Were the
  // name server left to RabbitMQ, it would put itself into the background and stay.
  disposer.add(endOf(spawn(epmd, [], { env, stdio: 'ignore' })));
  const broker = spawn(server, [], { env, stdio: 'ignore' });
  disposer.add(endOf(broker));
  const hasEnded = (): boolean => broker.exitCode !== null || broker.signalCode !== null;
  const connection = await waitUntil(
    'RabbitMQ to start',
    async () => {
      if (hasEnded()) return 'ended';
      // Otherwise each message waits up to 40 ms for the system to fill a packet.
      return await amqp.connect(`amqp://guest:guest@127.0.0.1:${port}`, { noDelay: true }).catch(() => undefined);
    },
    START_TIMEOUT_MS,
  );
  if (connection === 'ended') return 'RabbitMQ is on this machine and does not start';
  disposer.add(() => connection.close());

  return {
    version: versionIn(join(home, 'log'), env.RABBITMQ_NODENAME),
    openSender: (name) => openSender(connection, name),
    cpuMs: () => cpuMsBelow(broker.pid ?? 0),
    async atRest() {
      for (let spans = 0; spans < REST_SPANS_LIMIT; spans += 1) {
        const before = cpuMsBelow(broker.pid ?? 0);
        await new Promise<void>((resolve) => void systemClock.schedule(REST_SPAN_MS, resolve));
        if (!(cpuMsBelow(broker.pid ?? 0) - before >= REST_CPU_MS)) return;
      }
    },
  };
}

async function openSender(connection: Connection, name: string): Promise<RabbitSender> {
  const channel = await connection.createConfirmChannel();
  await channel.assertQueue(name, { durable: true });
  await channel.prefetch(1);
  let enterHandler: (message: unknown) => void = () => {};
  await channel.consume(name, (message) => enterHandler(message), { noAck: false });
  return {
    async send(content) {
      const sentMs = systemClock.monotonicMs();
      const delivered = new Promise<number>((resolve) => {
        enterHandler = (message) => {
          resolve(systemClock.monotonicMs() - sentMs);
          // As ours does, it handles the message once it is known to be kept.
          void confirmed.then(() => channel.ack(message));
        };
      });
      const confirmed = new Promise<number>((resolve, reject) => {
        channel.sendToQueue(name, content, { persistent: true }, (error) => {
          if (error === null || error === undefined) resolve(systemClock.monotonicMs() - sentMs);
          else reject(new Error('RabbitMQ refused a message', { cause: error }));
        });
      });
      const [deliveredMs, confirmedMs] = await Promise.all([delivered, confirmed]);
      return { deliveredMs, confirmedMs };
    },
  };
}

/** Asks it to end, and waits until it has. */
function endOf(child: ChildProcess): () => Promise<void> {
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

function findProgram(...names: readonly string[]): string | undefined {
  const folders = ['', ...(process.env['PATH'] ?? '').split(delimiter)];
  const paths = names.flatMap((name) => (name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name))));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A port of the loopback address that nobody listens on now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('Broken assumption: a port has a number');
  return address.port;
}

function versionIn(logFolder: string, nodeName: string): string {
  const log = readFileSync(join(logFolder, `${nodeName}.log`), 'utf8');
  return /Starting RabbitMQ (\S+)/.exec(log)?.[1] ?? 'of unknown version';
}

/** Of a process and all that it started. */
function cpuMsBelow(pid: number): number {
  try {
    // The name, in brackets, may hold anything; the rest is separated by blanks. A tick is a hundredth of a second on Linux.
    const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return (Number(fields[11]) + Number(fields[12])) * 10 + children.reduce((sum, child) => sum + cpuMsBelow(Number(child)), 0);
  } catch {
    return Number.NaN;
  }
}
