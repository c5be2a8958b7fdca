// A screen that nobody sees, for tests of the desktop app where there is no other, or where its windows would be in somebody's way.
import { installDebianPackages, onPath } from './debian.mjs';

/** Larger than the largest window that a test opens. */
const screen = '-screen 0 2200x1400x24';

/**
 * The beginning of a command that runs a program under such a screen; empty where the system has none of that kind and a window can be
 * opened as it is; undefined when no window can be opened, after saying so.
 */
export async function provideVirtualDisplay(env) {
  if (process.platform !== 'linux') return [];
  const isThere = async () => (await onPath('xvfb-run', env)) !== undefined && (await onPath('xauth', env)) !== undefined;
  if (!(await isThere())) {
    console.log('Installing a virtual display for the tests (Debian packages) …');
    await installDebianPackages(['xvfb', 'xauth'], env);
  }
  if (await isThere()) return ['xvfb-run', '-a', '-s', screen];
  if (env.DISPLAY) return [];
  console.error('The desktop app cannot be tested without a display. Install xvfb and xauth and try again.');
  return undefined;
}

/** Whether windows can be shown to a person here. */
export function hasScreen(env) {
  return process.platform === 'darwin' || process.platform === 'win32' || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
}
