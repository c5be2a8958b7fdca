// Any model in the running host: a real host, a strict model service on this machine, a client as the desk has one.
import { createModelServer, type ModelServer } from '@vos/agents/testing';
import { type TemporaryFolder, temporaryFolder } from '@vos/ledger/testing';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostClient } from '../testing/host-client.ts';
import { connectClient, startHost } from '../testing/host-process.ts';
import { openTestHost } from '../testing/open-test-host.ts';

const KEY = 'Odd.key+0123456789/abcdefghij=';
const NOWHERE = 'http://127.0.0.1:9';

let temporary: TemporaryFolder;
let folder: string;
let host: { close(): Promise<unknown> };
let client: HostClient;
let servers: ModelServer[];

beforeEach(async () => {
  temporary = await temporaryFolder();
  folder = join(temporary.folder, 'data');
  servers = [];
});

afterEach(async () => {
  client.close();
  await host.close();
  for (const server of servers) await server.close();
  await temporary.dispose();
});

async function start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const opened = await openTestHost(folder, { VOS_OLLAMA_URL: NOWHERE, ...environment });
  host = opened;
  client = await opened.connect();
}

/** In a process of its own. What it writes to the terminal comes into the list. */
async function startProcess(environment: Readonly<Record<string, string>>, output: string[]): Promise<void> {
  const { child, address, stop } = await startHost(folder, { environment: { VOS_OLLAMA_URL: NOWHERE, ...environment } });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => output.push(piece.toString()));
  host = { close: stop };
  client = await connectClient(address);
}

async function serve(options: Parameters<typeof createModelServer>[0] = {}): Promise<ModelServer> {
  const server = await createModelServer({
    key: KEY,
    respond: (request) =>
      request.tools?.some((tool) => tool.function.name === 'report_ready') === true
        ? { toolCalls: [{ name: 'report_ready', arguments: { word: 'ready' } }] }
        : { toolCalls: [{ name: 'send_user_message', arguments: { content: 'Good day from afar.' } }] },
    ...options,
  });
  servers.push(server);
  return server;
}

async function addService(server: ModelServer, key: string | undefined = KEY): Promise<string> {
  const { endpointId } = await client.ask('endpoint/add', { preset: 'custom', label: 'Workshop', baseUrl: server.baseUrl });
  if (key !== undefined) await client.ask('secret/store', { endpointId, key });
  return endpointId;
}

async function everyFile(within: string): Promise<readonly { path: string; bytes: string }[]> {
  const entries = await readdir(within, { recursive: true, withFileTypes: true });
  return await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return { path, bytes: await readFile(path, 'latin1') };
      }),
  );
}

describe('a model of a service', () => {
  it('answers from the turn after it was chosen, until the built-in one is chosen again', async () => {
    const server = await serve();
    await start();
    const endpointId = await addService(server);
    expect(await client.say('what is 15% of 80')).toBe('15% of 80 is 12.');
    await client.ask('model/choose', { endpointId, model: 'test-model' });
    expect(await client.say('what is 15% of 80?')).toBe('Good day from afar.');
    await client.ask('model/choose', { endpointId: 'builtin', model: 'builtin' });
    expect(await client.say('what is 15 % of 80')).toBe('15% of 80 is 12.');
  });

  it('is listed, tried live, and tells every desk that it was chosen', async () => {
    const server = await serve({ models: [{ id: 'small' }, { id: 'large' }] });
    await start();
    const endpointId = await addService(server);
    expect(await client.ask('model/list', { endpointId })).toEqual({
      models: [
        { name: 'large', price: { kind: 'free' }, problem: null },
        { name: 'small', price: { kind: 'free' }, problem: null },
      ],
    });
    const trial = await client.ask('model/try', { endpointId, model: 'small' });
    expect(trial).toEqual({ sentence: 'small answered and called a tool.', durationMs: trial.durationMs, costMicroUsd: 0 });
    await client.ask('model/choose', { endpointId, model: 'small' });
    const event = await client.next(
      ({ name, payload }) => name === 'settings/changed' && payload.view.model.endpointId === endpointId,
    );
    expect(event.name === 'settings/changed' && event.payload.view.model.label).toBe('Workshop · small');
  });

  it('that was removed gives way to the built-in one', async () => {
    const server = await serve();
    await start();
    const endpointId = await addService(server);
    await client.ask('model/choose', { endpointId, model: 'test-model' });
    await client.ask('endpoint/remove', { endpointId });
    expect(await client.say('2+2')).toContain('4');
    const view = await client.ask('settings/read', {});
    expect([view.model.endpointId, view.endpoints]).toEqual(['builtin', []]);
  });
});

describe('what a model costs', () => {
  it('is told for a trial and for each turn, stays after a restart, and nothing is sent that does not fit in the limits', async () => {
    await start();
    const server = await serve();
    const endpointId = await addService(server);
    await client.ask('model/choose', { endpointId, model: 'test-model' });
    await client.ask('model/try', { endpointId, model: 'test-model' });
    expect(await client.say('Hello')).toBe('Good day from afar.');
    const usage = await client.ask('usage/read', {});
    expect(usage.models).toMatchObject([
      { model: 'Workshop · test-model', callCount: 2, knownCostMicroUsd: 0, unknownCostCount: 0 },
    ]);
    expect(usage.agents.map(({ agentId }) => agentId).sort()).toEqual(['primary_agent', 'trial']);
    expect(usage.conversations.map(({ title }) => title)).toEqual(['Hello']);

    // A service far away, which is never reached: the limit comes first.
    const { endpointId: afar } = await client.ask('endpoint/add', {
      preset: 'custom',
      label: 'Afar',
      baseUrl: 'https://models.invalid/v1',
    });
    await client.ask('model/price', { endpointId: afar, model: 'big', inputUsd: 1, outputUsd: 100 });
    await client.ask('model/choose', { endpointId: afar, model: 'big' });
    await client.ask('settings/change', { dayLimitUsd: 1, conversationLimitUsd: null });
    expect(await client.say('And now?')).toMatch(
      /^I could not answer this\. Of the \$1\.00 that models may cost today, \$1\.00 is left/,
    );
    await expect(client.ask('model/try', { endpointId: afar, model: 'big' })).rejects.toMatchObject({ code: 'budget-spent' });
    client.close();
    await host.close();
    await start();
    expect(await client.ask('usage/read', {})).toEqual({
      ...usage,
      today: { ...usage.today, limitMicroUsd: 1_000_000, usedMicroUsd: 0 },
    });
    expect((await client.ask('settings/read', {})).settings).toMatchObject({ dayLimitUsd: 1, conversationLimitUsd: null });
  });
});

describe('a wrong key', () => {
  it('is told in a sentence that does not repeat it, on a trial and in a conversation', async () => {
    const server = await serve();
    await start();
    const endpointId = await addService(server, 'wrong-key-wrong-key');
    const sentence = 'Workshop refused the key. Check that it is complete and still valid, or choose another model.';
    await expect(client.ask('model/try', { endpointId, model: 'test-model' })).rejects.toMatchObject({
      code: 'model-key-refused',
      message: sentence,
    });
    await client.ask('model/choose', { endpointId, model: 'test-model' });
    expect(await client.say('Hello')).toBe(`I could not answer this. ${sentence} Your message is kept.`);
  });

  it('is known as refused until the service takes another, whoever asked it', async () => {
    const server = await serve();
    await start();
    const endpointId = await addService(server, 'wrong-key-wrong-key');
    await client.ask('model/choose', { endpointId, model: 'test-model' });
    const isRefused = async () => (await client.ask('settings/read', {})).endpoints[0]?.isKeyRefused;
    expect(await isRefused()).toBe(false);
    await client.say('Hello');
    expect(await isRefused()).toBe(true);
    await client.ask('secret/store', { endpointId, key: KEY });
    expect(await isRefused()).toBe(false);
    await expect(client.ask('model/list', { endpointId })).resolves.toBeDefined();
    expect(await isRefused()).toBe(false);
  });
});

describe('a model that nobody knows the price of', () => {
  it('is refused before anything is sent, until a price is entered', async () => {
    await start();
    const { endpointId } = await client.ask('endpoint/add', {
      preset: 'custom',
      label: 'Afar',
      baseUrl: 'https://models.invalid/v1/',
    });
    await expect(client.ask('model/choose', { endpointId, model: 'big' })).rejects.toMatchObject({
      code: 'model-unpriced',
      message: 'It is not known what “big” of Afar costs, so it is not used. Enter its price, or choose another model.',
    });
    await expect(client.ask('model/try', { endpointId, model: 'big' })).rejects.toMatchObject({ code: 'model-unpriced' });
    await client.ask('model/price', { endpointId, model: 'big', inputUsd: 0.5, outputUsd: 2 });
    await client.ask('model/choose', { endpointId, model: 'big' });
    const view = await client.ask('settings/read', {});
    expect(view.endpoints).toEqual([
      {
        id: endpointId,
        preset: 'custom',
        label: 'Afar',
        host: 'models.invalid',
        isLocal: false,
        needsKey: false,
        isConfigured: false,
        isKeyLost: false,
        isKeyRefused: false,
        model: 'big',
        price: { kind: 'entered', inputUsd: 0.5, outputUsd: 2 },
      },
    ]);
  });

  it('and an address over which a key could be read on the way are refused with a sentence', async () => {
    await start();
    for (const baseUrl of [
      'http://models.invalid/v1',
      'file:///etc/passwd',
      'https://me:secret@models.invalid/v1',
      'nonsense',
      '',
    ]) {
      await expect(client.ask('endpoint/add', { preset: 'custom', label: 'Afar', baseUrl })).rejects.toMatchObject({
        code: 'endpoint-invalid',
      });
    }
    expect((await client.ask('settings/read', {})).endpoints).toEqual([]);
    await expect(client.ask('endpoint/add', { preset: 'azure' })).rejects.toMatchObject({
      message: 'This is not a web address that can be used. It looks like https://your-resource.openai.azure.com/openai/v1.',
    });
    await client.ask('endpoint/add', { preset: 'azure', baseUrl: 'https://mine.openai.azure.com/' });
    expect((await client.ask('settings/read', {})).endpoints).toMatchObject([
      { preset: 'azure', label: 'Azure OpenAI', host: 'mine.openai.azure.com', needsKey: true, isConfigured: false },
    ]);
  });
});

describe('a key', () => {
  it('is in no file of the data folder in any form, in no output, and is there after a restart', async () => {
    const server = await serve();
    const output: string[] = [];
    await startProcess({ VOS_SECRET_KEY: 'a long phrase' }, output);
    const endpointId = await addService(server);
    await client.ask('model/choose', { endpointId, model: 'test-model' });
    expect(await client.say('Hello')).toBe('Good day from afar.');
    await client.ask('secret/store', { endpointId, key: 'wrong-key-wrong-key' });
    await client.say('Hello again');
    await client.ask('secret/store', { endpointId, key: KEY });
    const view = JSON.stringify(await client.ask('settings/read', {}));
    client.close();
    expect(await host.close()).toBe(0);
    const files = await everyFile(folder);
    expect(files.map(({ path }) => path)).toContain(join(folder, 'secrets.json'));
    for (const key of [KEY, 'wrong-key-wrong-key', 'a long phrase']) {
      const forms = [key, Buffer.from(key).toString('base64'), Buffer.from(key).toString('hex'), encodeURIComponent(key)];
      expect(files.filter(({ bytes }) => forms.some((form) => bytes.includes(form))).map(({ path }) => path)).toEqual([]);
      expect(output.join('')).not.toContain(key);
      expect(view).not.toContain(key);
    }
    await startProcess({ VOS_SECRET_KEY: 'a long phrase' }, output);
    expect((await client.ask('settings/read', {})).areKeysKept).toBe(true);
    expect(await client.say('Hello')).toBe('Good day from afar.');
  });

  it('without a key to encrypt it is gone after a restart, and the desk says that it has to be entered again', async () => {
    const server = await serve();
    await start();
    const endpointId = await addService(server);
    await client.ask('model/choose', { endpointId, model: 'test-model' });
    client.close();
    await host.close();
    await start();
    const view = await client.ask('settings/read', {});
    expect([view.areKeysKept, view.endpoints[0]?.isConfigured, view.endpoints[0]?.isKeyLost]).toEqual([false, false, true]);
    expect(await client.say('Hello')).toBe(
      'I could not answer this. The key of Workshop is not here any more. Enter it again in Settings, or choose another model. Your message is kept.',
    );
    await client.ask('secret/store', { endpointId, key: KEY });
    expect(await client.say('Hello')).toBe('Good day from afar.');
  });
});

describe('Ollama', () => {
  it('is found by itself and its models are free; one that calls no tools answers too, one that is made for something else is refused', async () => {
    const server = await serve({
      key: null,
      models: [{ id: 'small' }, { id: 'chatty', cannotCallTools: true }],
      ollama: [
        { name: 'small', sizeBytes: 1, parameterSize: '1B', capabilities: ['completion', 'tools'] },
        { name: 'chatty', sizeBytes: 1, parameterSize: '1B', capabilities: ['completion'] },
        { name: 'vectors', sizeBytes: 1, parameterSize: '1B', capabilities: ['embedding'] },
        {
          name: 'huge-cloud',
          sizeBytes: 1,
          parameterSize: '1T',
          capabilities: ['completion', 'tools'],
          remoteHost: 'https://ollama.com:443',
        },
      ],
      respond: ({ tools }) => {
        const call = { name: 'send_user_message', arguments: { content: tools === undefined ? 'As JSON.' : 'By a tool.' } };
        return tools === undefined ? { text: JSON.stringify({ calls: [call] }) } : { toolCalls: [call] };
      },
    });
    await start({ VOS_OLLAMA_URL: server.origin });
    expect(await client.ask('model/list', { endpointId: 'ollama' })).toEqual({
      models: [
        { name: 'small', price: { kind: 'free' }, problem: null },
        { name: 'chatty', price: { kind: 'free' }, problem: null },
        { name: 'vectors', price: { kind: 'free' }, problem: 'It is made for something else and cannot answer.' },
        { name: 'huge-cloud', price: { kind: 'free' }, problem: 'It runs at ollama.com, and what that costs is not known.' },
      ],
    });
    await expect(client.ask('model/choose', { endpointId: 'ollama', model: 'vectors' })).rejects.toMatchObject({
      code: 'model-refused',
    });
    await client.ask('model/choose', { endpointId: 'ollama', model: 'small' });
    expect(await client.say('Hello')).toBe('By a tool.');
    await client.ask('model/choose', { endpointId: 'ollama', model: 'chatty' });
    expect(await client.say('Hello?')).toBe('As JSON.');
  });

  it('that is not running is said to be so', async () => {
    await start();
    await expect(client.ask('model/list', { endpointId: 'ollama' })).rejects.toMatchObject({
      code: 'model-unavailable',
      message: 'Ollama does not answer on this computer. Start it, then look again.',
    });
  });
});
