// Chromium's sandbox on Linux: whether this system lets Electron have one. Without it Electron refuses to start.
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Root has no sandbox; Electron wants to hear that this is known. */
export function flagsForRoot() {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/** A sentence when Electron could not start here, with the way on; undefined when nothing is in its way. */
export async function sandboxProblem(electron) {
  if (process.platform !== 'linux' || process.getuid?.() === 0) return undefined;
  const helper = join(dirname(electron), 'chrome-sandbox');
  const isHelperReady = await stat(helper).then(
    ({ uid, mode }) => uid === 0 && (mode & 0o4000) !== 0,
    () => false,
  );
  if (isHelperReady || (await allowsOwnNamespaces())) return undefined;
  return (
    'This system gives Electron no sandbox, and VOS does not run its page without one. To allow it: ' +
    `sudo chown root "${helper}" && sudo chmod 4755 "${helper}"`
  );
}

/** Whether people without rights may make name spaces, out of which the sandbox is built. */
async function allowsOwnNamespaces() {
  const read = async (name) => (await readFile(`/proc/sys/${name}`, 'utf8').catch(() => '')).trim();
  const isForbidden =
    (await read('kernel/unprivileged_userns_clone')) === '0' ||
    (await read('kernel/apparmor_restrict_unprivileged_userns')) === '1' ||
    (await read('user/max_user_namespaces')) === '0';
  return !isForbidden;
}
