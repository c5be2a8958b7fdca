import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeProject, startScript } from './testing/small-project.ts';

let project = '';
const groups: number[] = [];
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'vos-start-'));
});
afterEach(async () => {
  for (const group of groups.splice(0)) endGroup(group);
  await rm(project, { recursive: true, force: true });
});

/** `npm start` in the project. */
function start(environment: Readonly<Record<string, string | undefined>> = {}) {
  const started = startScript(project, ['scripts/start.mjs'], environment);
  if (started.child.pid !== undefined) groups.push(started.child.pid);
  return started;
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

/** A program that goes on until it is told to end, but not for ever. */
const lasting = "console.log('It is at work.'); setTimeout(() => undefined, 20_000);";

it('opens the host when everything is set up', async () => {
  await makeProject(project);
  const started = start();
  expect(await started.ended).toBe(0);
  expect(started.output()).toContain('The host has started.');
});

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('does not open the host after %s during a step that may fail', async (signal, exitCode) => {
  await makeProject(project, { 'apps/host/src/prepare.ts': lasting });
  const started = start();
  await started.hasPrinted('It is at work.');
  started.child.kill(signal);
  expect(await started.ended).toBe(exitCode);
  expect(started.output()).not.toContain('The host has started.');
});

it('asks again for Electron’s own download when it was stopped while that went on', async () => {
  await makeProject(project, { 'node_modules/electron/install.js': lasting });
  // Behind a proxy only the installer finds out whether there is a download.
  const started = start({ DISPLAY: ':nowhere', HTTPS_PROXY: 'http://127.0.0.1:9' });
  await started.hasPrinted('It is at work.');
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(143);
  expect(existsSync(join(project, '.cache/electron-unreachable'))).toBe(false);
});

it('opens the desk in a browser, and says why, where Electron cannot open a window', async () => {
  await makeProject(project);
  const electron = join(project, 'electron');
  await writeFile(electron, '#!/bin/sh\necho "Missing X server or $DISPLAY" >&2\nexit 1\n', { mode: 0o755 });
  const started = start({ DISPLAY: ':nowhere', VOS_ELECTRON: electron });
  expect(await started.ended).toBe(0);
  // People without rights get no sandbox on some systems, and that is said before Electron is tried.
  expect(started.output()).toMatch(/Electron cannot open a window here|gives Electron no sandbox/);
  expect(started.output()).toContain('The desk opens in a browser instead of a window of its own.\nThe host has started.');
});
