import { systemClock } from '@vos/base';
import { temporaryFolder } from '@vos/ledger/testing';
import { type Port, webSocketPort, type WebSocketLike } from '@vos/protocol';
import { portContract } from '@vos/protocol/testing';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { serve, type Serving } from './serve.ts';
import { openSocket } from './testing/host-process.ts';

const TOKEN = 'right-token-right-token-right-token-right-t';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let serving: Serving;
let ports: Port[];
let arrived: (port: Port) => void;

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder.folder, 'index.html'), '<!doctype html><title>VOS</title>');
  ports = [];
  arrived = () => {};
  serving = await start(0);
});

afterEach(async () => {
  await serving.close();
  await folder.dispose();
});

function start(port: number): Promise<Serving> {
  return serve({
    rendererFolder: folder.folder,
    port,
    token: TOKEN,
    nowMs: systemClock.now,
    onPort(client) {
      ports.push(client);
      arrived(client);
    },
  });
}

/** Status and headers of a plain request, with headers of our choosing. */
async function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> {
  const { hostname, port } = new URL(serving.origin);
  const sent = request({ hostname, port, path, headers });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const piece of response) body += String(piece);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** How an attempt to connect ends. */
async function attempt(token: string, headers: Record<string, string> = {}): Promise<string> {
  const { host } = new URL(serving.origin);
  const socket = new WebSocket(`ws://${host}/port`, ['vos', `token.${token}`], { headers });
  const { promise, resolve } = Promise.withResolvers<string>();
  socket.on('unexpected-response', (_, response) => resolve(`refused ${response.statusCode}`));
  socket.on('error', () => {});
  socket.on('close', (code) => resolve(`closed ${code}`));
  socket.on('open', () => {
    if (token === TOKEN) resolve('open');
  });
  const outcome = await promise;
  socket.terminate();
  return outcome;
}

describe('a WebSocket to the host', () => {
  portContract(async () => {
    const { promise, resolve } = Promise.withResolvers<Port>();
    arrived = resolve;
    const socket = openSocket(serving.address);
    await once(socket, 'open');
    const right = await promise;
    return { left: webSocketPort(socket as unknown as WebSocketLike), right, dispose: () => socket.terminate() };
  });

  it('opens with the token from the printed address', async () => {
    expect(await attempt(TOKEN)).toBe('open');
  });

  it.each([
    ['a wrong token', 'wrong'],
    ['no token', ''],
    ['a token that begins right', TOKEN.slice(0, -1)],
  ])('is closed for %s, so that the desk can say so', async (_, token) => {
    expect(await attempt(token)).toBe('closed 4401');
    expect(ports).toEqual([]);
  });

  it('is refused to pages of other origins, and under other host names', async () => {
    expect(await attempt(TOKEN, { origin: 'https://evil.example' })).toBe('refused 403');
    expect(await attempt(TOKEN, { host: 'evil.example' })).toBe('refused 403');
    expect(await attempt(TOKEN, { origin: serving.origin })).toBe('open');
  });

  it('answers a guesser no more after thirty wrong tokens a minute, and still lets the person in', async () => {
    const outcomes: string[] = [];
    for (let guess = 0; guess < 32; guess += 1) outcomes.push(await attempt(`guess-${guess}`));
    expect(outcomes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'closed 4401'));
    expect(outcomes.slice(30)).toEqual(['refused 429', 'refused 429']);
    expect(await attempt(TOKEN)).toBe('open');
  });

  it('ends alone when a frame is far too large; others go on', async () => {
    const socket = openSocket(serving.address);
    await once(socket, 'open');
    socket.on('error', () => {});
    socket.send('x'.repeat(8 * 1024 * 1024));
    await once(socket, 'close');
    expect(await attempt(TOKEN)).toBe('open');
  });
});

describe('the files of the desk', () => {
  it('come with headers that keep foreign code and frames out', async () => {
    const { status, headers, body } = await get('/');
    expect(status).toBe(200);
    expect(body).toContain('VOS');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['/../../../../etc/passwd', '/..%2f..%2fserve-token', '/%2e%2e/%2e%2e/etc/passwd', '/nothing-here'])(
    'do not include %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it('are kept by the browser for good where their name tells them apart, and the page is asked for again', async () => {
    await mkdir(join(folder.folder, 'assets'));
    await writeFile(join(folder.folder, 'assets', 'index-07wzali.js'), 'export {};');
    expect((await get('/assets/index-07wzali.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const { headers } = await get('/');
    expect(headers['cache-control']).toBe('no-cache');
    expect(await get('/', { 'if-none-match': headers['etag'] as string })).toMatchObject({ status: 304, body: '' });
  });

  // The host went by what it had found at its start: a page that was built meanwhile was cut off, and its files were missing.
  it('are those of the page that was built last, also while they are served', async () => {
    const built = '<!doctype html><title>VOS</title><script src="./assets/new.js"></script>';
    await mkdir(join(folder.folder, 'assets'));
    await writeFile(join(folder.folder, 'assets', 'new.js'), 'export {};');
    await writeFile(join(folder.folder, 'index.html'), built);
    expect(await get('/')).toMatchObject({ status: 200, body: built });
    expect(await get('/assets/new.js')).toMatchObject({ status: 200, body: 'export {};' });
  });

  it.each([
    '/missing.js',
    '/../../etc/hostname',
    '/%2e%2e/%2e%2e/etc/hostname',
    '/..%2f..%2fetc%2fhostname',
    '/%00',
    '/%E0%A4%A',
  ])('are all there is: %s', async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, body: 'There is nothing here.\n' });
  });

  it('are not given under a foreign host name', async () => {
    expect((await get('/', { host: 'evil.example' })).status).toBe(421);
  });
});

describe('a desk that was never built', () => {
  it('is named in a sentence', async () => {
    await rm(join(folder.folder, 'index.html'));
    await expect(start(0)).rejects.toMatchObject({ code: 'desk-missing' });
  });
});

describe('a port that is taken', () => {
  it('is named in a sentence', async () => {
    const port = Number(new URL(serving.origin).port);
    await expect(start(port)).rejects.toMatchObject({
      code: 'port-taken',
      message: `Port ${port} is in use by another program. Choose another with --port, or leave it out.`,
    });
  });
});
