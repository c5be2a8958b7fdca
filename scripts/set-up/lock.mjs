// Lets one set-up run at a time in this folder, so that two commands started together do not install over each other.
import { rmSync } from 'node:fs';
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../processes.mjs';
import { repository } from '../repository.mjs';

const defaultPath = join(repository, '.cache', 'set-up.lock');
/** The holder touches the file this often. */
const heartbeatMs = 1_000;
/** Untouched for this long, its holder was killed. Many heartbeats, because a busy machine can hold one up. */
const abandonedAfterMs = 15_000;

/** Runs `work` while holding the lock, after waiting for whoever has it. */
export async function alone(work, path = defaultPath) {
  await mkdir(dirname(path), { recursive: true });
  let said = false;
  while (!(await take(path))) {
    if (!said) console.log('Another set-up is running in this folder; waiting for it …');
    said = true;
    await wait(200);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, heartbeatMs);
  const release = () => rmSync(path, { force: true });
  // Whoever stops in the middle leaves nothing that the next one would wait for.
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

async function take(path) {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (await isAbandoned(path)) await rm(path, { force: true });
  return false;
}

async function isAbandoned(path) {
  try {
    const holder = Number(await readFile(path, 'utf8'));
    const { mtimeMs } = await stat(path);
    // Empty means that the holder is just about to write its number.
    return (holder > 0 && !isAlive(holder)) || Date.now() - mtimeMs > abandonedAfterMs;
  } catch {
    return false;
  }
}
