/** Runs npm, and forwards stop signals to its child processes. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { ROOT } from './outputs.mjs';

/** npm's messages for problems outside this repository, and the sentences shown instead. */
const EXPLANATIONS = [
  [/ENOSPC|no space left/i, 'The disk is full: free about 1 GB and run the command again.'],
  [
    /code (ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT)/,
    'The npm registry cannot be reached: check the network (or `npm config get registry`) and run the command again.',
  ],
  [/code (EACCES|EPERM|EROFS)/, `The folder ${ROOT} is not writable: make it writable and run the command again.`],
];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Milliseconds for npm to stop after a signal. */
const NPM_GRACE_MS = 2_000;

/** A command run with nohup should outlive its terminal; Node forgets that the signal was ignored. */
export const HAS_TERMINAL = [0, 1, 2].some((descriptor) => isatty(descriptor));

/** Exits with a message. */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * Runs npm quietly, preferably the npm that started this process. A failure exits with a one-sentence explanation; a signal stops npm and its
 * children, and then this process.
 */
export async function runNpm(args, PATH, failure) {
  const npm = process.env.npm_execpath;
  const [command, ...rest] = npm?.endsWith('.js') ? [process.execPath, npm, ...args] : ['npm', ...args];
  // A separate process group, so that it can be stopped as a whole and gets Ctrl-C only through this process.
  const child = spawn(command, rest, { cwd: ROOT, detached: true, env: { ...process.env, PATH }, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-1_000_000)));
  }
  const stopped = stopOnSignals(child);
  const { error, status } = await new Promise((resolve) => {
    child.once('error', (reason) => resolve({ error: reason }));
    child.once('close', (code) => resolve({ status: code }));
  });
  const signal = stopped();
  if (signal) process.exit(128 + constants.signals[signal]);
  if (error) fail(`npm cannot be run (${error.message}): it comes with Node from https://nodejs.org.`);
  if (status === 0) return;
  for (const [pattern, explanation] of EXPLANATIONS) {
    if (pattern.test(output)) fail(explanation);
  }
  process.stderr.write(output);
  fail(`${failure}; the reason is above.`);
}

/** Forwards signals to a child's process group until the returned function is called, which returns the signal received. */
function stopOnSignals(child) {
  let received;
  const kill = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The process has already exited.
    }
  };
  const onSignal = (signal) => {
    if (received) return;
    if (signal === 'SIGHUP' && !HAS_TERMINAL) return stopWatching();
    received = signal;
    process.stderr.write('Stopping…\n');
    kill('SIGTERM');
    setTimeout(() => kill('SIGKILL'), NPM_GRACE_MS).unref();
  };
  const stopWatching = watchParent(() => onSignal('SIGTERM'));
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    stopWatching();
    for (const signal of SIGNALS) process.off(signal, onSignal);
    return received;
  };
}

/** Detects a killed npm by the change of the parent process. Returns a function that ends the watch. */
export function watchParent(onGone) {
  const npm = process.ppid;
  const watching = setInterval(() => process.ppid === npm || onGone(), 500);
  watching.unref();
  if (!process.env.npm_lifecycle_event) clearInterval(watching);
  return () => clearInterval(watching);
}
