// A host in a process of its own that ends itself with SIGKILL at a named place: `node crash-host.ts <orders as JSON>`. It serves one client
// over its standard input and output, one frame a line, and closes when its input ends. Its model is one far away, with a price, that is
// reached through the real provider; the requests for it are brought to a server on this machine.
import { createOpenAiProvider, createPrices, PRIMARY_AGENT_ID } from '@vos/agents';
import type { LedgerStep } from '@vos/ledger';
import { migrations, writeWhole } from '@vos/ledger/testing';
import type { Port } from '@vos/protocol';
import { openHost } from '../../host.ts';
import { readHostSettings } from '../../host-settings.ts';
import { createLog } from '../../log.ts';
import { createTeam } from '../../team.ts';
import { linePort } from './line-port.ts';
import { createOrderTools } from './order-tools.ts';
import { type HostOrders, MODEL_PRICE, moreMigrations } from './orders.ts';
import { type Phase, points } from './points.ts';

const FAR_AWAY = 'https://api.example.com/v1';

const orders = JSON.parse(process.argv[2] ?? '') as HostOrders;
const point = points.find(({ name }) => name === orders.kill?.point);
let timesLeft = orders.kill?.time ?? 0;
let phase: Phase = 'recovering';

/** Nothing runs after this: the signal is delivered before the call returns. */
function countDown(): void {
  timesLeft -= 1;
  if (timesLeft === 0) process.kill(process.pid, 'SIGKILL');
}

function onStep(step: LedgerStep): void {
  if (point?.by === 'step' && point.fits(step, phase)) countDown();
}

function say(line: string): void {
  const isMeant = point?.by === 'frame' && point.fits(line);
  if (isMeant && point.moment === 'before') countDown();
  writeWhole(line);
  if (isMeant && point.moment === 'after') countDown();
}

const host = await openHost({
  ...readHostSettings({
    environment: { VOS_WEIGHTS: '/nowhere' },
    platform: process.platform,
    resourcesFolder: orders.resourcesFolder,
    dataFolder: orders.dataFolder,
  }),
  // A busy machine is worth a warning, and no failure.
  log: createLog((line) => line.includes('"level":"error"') && process.stderr.write(line)),
  model: createOpenAiProvider({
    id: MODEL_PRICE.provider,
    label: 'Model far away',
    description: 'A model with a price.',
    baseUrl: FAR_AWAY,
    apiKey: () => 'key',
    model: MODEL_PRICE.model,
    prices: createPrices({ listed: [MODEL_PRICE] }),
    fetch: (input, init) => fetch(addressOf(input).replace(FAR_AWAY, orders.modelUrl), init),
  }),
  createAgents: (services) =>
    createTeam(services).map((agent) =>
      agent.id === PRIMARY_AGENT_ID ? { ...agent, tools: [...agent.tools, ...createOrderTools(orders.serviceUrl)] } : agent,
    ),
  ledger: { onStep, migrations: [...migrations, ...moreMigrations(orders.moreMigrations)] },
});
phase = 'serving';
const port: Port = linePort(process.stdin, say, () => undefined);
port.onClose(() => void host.close().then(() => process.exit(0)));
host.connect(port);

function addressOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : input.toString();
}
