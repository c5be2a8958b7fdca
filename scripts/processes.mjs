// Child processes of the scripts: started without a shell, ended with everything they started.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** By which a person, a terminal or the system tells a program to end. */
export const endingSignals = ['SIGTERM', 'SIGHUP', 'SIGINT'];

const running = new Set();
/** The signal that ended what these scripts do; undefined while none did. */
let stopSignal;

const isWindows = process.platform === 'win32';

/** The exit code a shell would report: 128 + the signal's number when a signal ended the process. */
function exitCodeOf(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

/**
 * Runs a program with this terminal's output and resolves to its exit code, also when it could not be started (127).
 * After `startNothingMore` it is not started and counts as ended by the same signal.
 * With `ownGroup` it leads a process group that is killed at its end, so that nothing it started lives on.
 */
export function run(command, parameters, { cwd, env, ownGroup = false, input = 'ignore', output = 'inherit' } = {}) {
  if (stopSignal !== undefined) return Promise.resolve(stoppedExitCode());
  return new Promise((resolve) => {
    const grouped = ownGroup && !isWindows;
    const child = spawn(command, parameters, { cwd, env, detached: grouped, stdio: [input, output, 'inherit'] });
    const signal = (name) => {
      if (child.pid === undefined) return;
      try {
        if (grouped) process.kill(-child.pid, name);
        else child.kill(name);
      } catch {
        // Already gone.
      }
    };
    running.add(signal);
    child.on('error', (error) => {
      running.delete(signal);
      process.stderr.write(`${command} could not be started: ${error.message}\n`);
      resolve(127);
    });
    child.on('exit', (code, signalName) => {
      running.delete(signal);
      if (grouped) signal('SIGKILL');
      resolve(exitCodeOf(code, signalName));
    });
  });
}

/** From now on `run` starts nothing: without this, a step that may fail would be followed by the next one after a stop. */
export function startNothingMore(signalName) {
  stopSignal ??= signalName;
}

/** What to exit with after `startNothingMore`; undefined before it. */
export function stoppedExitCode() {
  return stopSignal === undefined ? undefined : exitCodeOf(null, stopSignal);
}

/** Whether a program with this exit code was ended by somebody, and not by a fault of its own. */
export function wasToldToEnd(exitCode) {
  return [...endingSignals, 'SIGKILL'].some((name) => exitCodeOf(null, name) === exitCode);
}

/** Sends a signal to each program that `run` has going; 0 sends none. Returns whether there was any. */
export function signalRunning(name) {
  for (const signal of running) signal(name);
  return running.size > 0;
}

/** Whether a process of this number lives, also when it belongs to somebody else. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Calls back once when the npm that runs this script, or the shell between them, has ended. npm passes SIGINT and SIGTERM to that
 * shell, which dies of them without telling anybody, and no other signal to anyone. Without npm nothing is watched.
 */
export function whenNpmEnds(callback) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const npm = parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === npm) return;
    clearInterval(timer);
    callback();
  }, 500);
  timer.unref();
}

/** Linux only; undefined elsewhere. */
function parentOf(pid) {
  try {
    // The name, in brackets, may hold anything; state and parent follow it.
    return /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/** Runs a program and resolves to its exit code and what it printed on standard output. */
export function capture(command, parameters, { cwd, env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'], shell: isWindows });
    const pieces = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    child.on('error', () => resolve({ code: 127, text: '' }));
    child.on('close', (code, signalName) =>
      resolve({ code: exitCodeOf(code, signalName), text: Buffer.concat(pieces).toString() }),
    );
  });
}
