import type { ChildProcess } from 'node:child_process';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONFIG_ERROR_EXIT_CODE } from '@svc/chassis/process/config';
import { displayPath } from './data-dir.ts';
import type { LogFile } from './log-file.ts';

const PAUSE_MIN_MS = 200;
const PAUSE_MAX_MS = 10_000;
/** Milliseconds after which a process counts as recovered, which resets the backoff. */
const STABLE_AFTER_MS = 60_000;

/** Exit code of a process with invalid settings. */
const BAD_SETTINGS = `exit code ${CONFIG_ERROR_EXIT_CODE}`;
/** Milliseconds for which a restarted process is checked for readiness. */
const BACK_WITHIN_MS = 120_000;
/** Milliseconds for which an exited process's output is still read: one of its children may hold the pipe open. */
const LAST_WORDS_MS = 500;

export interface SupervisedOptions {
  readonly name: string;
  /** Receives the process's output, if it goes to pipes. */
  readonly log: LogFile;
  /** Starts the process; called again after each unexpected exit. */
  readonly launch: () => Promise<ChildProcess>;
  /** Called with a line whenever the process has exited and will be restarted. */
  readonly say: (line: string) => void;
  /** The signal that stops the process. */
  readonly stopSignal: NodeJS.Signals;
  /** A signal for an immediate exit, sent this many milliseconds before the process is killed. */
  readonly quit?: { readonly signal: NodeJS.Signals; readonly graceMs: number };
  /** Resolves when the restarted process is ready; at once when unset. */
  readonly isBack?: (signal: AbortSignal) => Promise<void>;
}

/** A process that is restarted whenever it ends unexpectedly. */
export interface Supervised {
  readonly name: string;
  readonly logFile: string;
  /** Starts the process, and restarts it after each exit until `stop`. Resolves when the first process runs. */
  start(): Promise<void>;
  /** Sends the stop signal, and kills the process after the grace period. It stays down until `start`. */
  stop(graceMs: number): Promise<void>;
  /** Sends a signal; the process is restarted if that ends it. */
  kill(signal: NodeJS.Signals): void;
  /** Its process id; undefined while it is down. */
  pid(): number | undefined;
  /** Number of unexpected exits. */
  unexpectedEnds(): number;
  /** Whether it has rejected its settings, which a restart would not change, so it is not restarted. */
  isRefused(): boolean;
}

export function supervise(options: SupervisedOptions): Supervised {
  const { name, log, launch, say, stopSignal, quit } = options;
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let wanted = new AbortController();
  let unexpectedEnds = 0;
  let pauseMs = PAUSE_MIN_MS;
  let isRefused = false;

  async function run(signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const running = await launch();
    child = running;
    const printed = keepOutput(running, log);
    const end = new Promise<string>((resolve) => {
      running.once('error', (error) => resolve(error.message));
      running.once('exit', (code, killedBy) => resolve(killedBy ?? `exit code ${code}`));
    }).finally(() => (child = undefined));
    ended = end.then(() => Promise.race([printed, sleep(LAST_WORDS_MS)]));
    if (signal.aborted) running.kill(stopSignal);
    void Promise.all([end, ended]).then(([reason]) =>
      signal.aborted ? undefined : runAgain(signal, reason, performance.now() - startedAt),
    );
  }

  async function runAgain(signal: AbortSignal, reason: string, ranMs: number): Promise<void> {
    unexpectedEnds += 1;
    isRefused = reason === BAD_SETTINGS;
    if (isRefused) return;
    if (ranMs > STABLE_AFTER_MS) pauseMs = PAUSE_MIN_MS;
    const endedAt = performance.now();
    say(
      `${timeNow()} ${name} ended (${reason}) and restarts in ${pauseMs / 1000} s; its log is ${displayPath(log.path)}.`,
    );
    const pause = pauseMs;
    pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
    try {
      await sleep(pause, undefined, { signal });
    } catch {
      return;
    }
    await run(signal).then(
      () => sayWhenBack(signal, endedAt),
      (error: unknown) => runAgain(signal, String(error), 0),
    );
  }

  async function sayWhenBack(signal: AbortSignal, endedAt: number): Promise<void> {
    const started = child;
    const gone = AbortSignal.any([signal, AbortSignal.timeout(BACK_WITHIN_MS)]);
    await options.isBack?.(gone).catch(() => undefined);
    if (gone.aborted || child === undefined || child !== started) return;
    say(`${timeNow()} ${name} is back after ${((performance.now() - endedAt) / 1000).toFixed(1)} s.`);
  }

  return {
    name,
    logFile: log.path,
    start: () => {
      wanted = new AbortController();
      pauseMs = PAUSE_MIN_MS;
      isRefused = false;
      return run(wanted.signal);
    },
    stop: async (graceMs) => {
      wanted.abort();
      child?.kill(stopSignal);
      const timers = [setTimeout(() => child?.kill(quit?.signal ?? 'SIGKILL'), graceMs)];
      if (quit) timers.push(setTimeout(() => child?.kill('SIGKILL'), graceMs + quit.graceMs));
      await ended;
      for (const timer of timers) clearTimeout(timer);
      await log.close();
    },
    kill: (signal) => {
      child?.kill(signal);
      // SIGKILL cannot be ignored, so the process counts as down before its exit is reported.
      if (signal === 'SIGKILL') child = undefined;
    },
    pid: () => child?.pid,
    unexpectedEnds: () => unexpectedEnds,
    isRefused: () => isRefused,
  };
}

/** Writes the process's output to its log as it comes. Resolves at the end of the output. */
async function keepOutput(child: ChildProcess, log: LogFile): Promise<void> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  await Promise.all(
    streams.map(async (stream) => {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log.write(text);
        void log.flush();
      });
      await finished(stream).catch(() => undefined);
    }),
  );
  await log.flush();
}

/** Local date and time, for people and `grep`. */
function timeNow(): string {
  return new Date().toLocaleString('sv-SE');
}
