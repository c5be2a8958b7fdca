// Installs the dependencies named in the lock file. Needs nothing but Node 20 and npm.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../processes.mjs';
import { repository } from '../repository.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Installs what is missing. Resolves to whether the dependencies are there; the reason was printed if not. */
export async function installDependencies() {
  if (areComplete()) return true;
  console.log('Installing the dependencies (about a minute) …');
  const startMs = performance.now();
  let code = await runNpm();
  // npm passes over an optional package that it could not fetch, and says nothing. Those for this machine are needed.
  if (code === 0 && !areComplete()) code = await runNpm();
  if (code === 0) {
    console.log(`Dependencies installed in ${Math.round((performance.now() - startMs) / 1000)} s.`);
    if (!areComplete()) console.error('npm left out packages for this machine; the next start tries again.');
    return true;
  }
  console.error(
    'The dependencies could not be installed; npm says why above. Nothing else was changed. Try again when that is mended.',
  );
  return false;
}

function areComplete() {
  return areInstalled(readLock('package-lock.json'), readLock('node_modules/.package-lock.json'));
}

function runNpm() {
  // Settings of the machine may leave out what these include.
  return run(npm, ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: repository,
    // The CPU library is inside onnxruntime's package; its install step would fetch another one for graphics cards.
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
  });
}

/** Whether npm's own record of node_modules holds everything that the lock file asks for. Either is null when it cannot be read. */
export function areInstalled(wanted, installed, machine = thisMachine()) {
  if (wanted === null || installed === null) return false;
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed.packages[path];
    // Packages for other machines and unmet peers are left out on purpose.
    if (found === undefined) return (entry.optional === true && !isMadeFor(entry, machine)) || entry.peer === true;
    return found.version === entry.version && found.link === entry.link;
  });
}

/** @returns {{ os: string, cpu: string, libc: string }} */
function thisMachine() {
  const isGlibc = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime !== undefined;
  return { os: process.platform, cpu: process.arch, libc: isGlibc ? 'glibc' : 'musl' };
}

/** Whether a package names the kind of machine that it is for, and this is one. */
function isMadeFor({ os, cpu, libc }, machine) {
  if (os === undefined || cpu === undefined) return false;
  return os.includes(machine.os) && cpu.includes(machine.cpu) && (libc === undefined || libc.includes(machine.libc));
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(repository, path), 'utf8'));
  } catch {
    return null;
  }
}
