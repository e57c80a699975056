import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { displayPath } from './data-dir.ts';

const PAUSE_MIN_MS = 200;
const PAUSE_MAX_MS = 10_000;
/** A process that ran this long has recovered: the next pause is the shortest again. */
const STABLE_AFTER_MS = 60_000;

export interface SupervisedOptions {
  readonly name: string;
  readonly logFile: string;
  /** Starts the process; called again after each unexpected end. */
  readonly launch: () => Promise<ChildProcess>;
  /** Gets one line whenever the process has ended and is to be started again. */
  readonly say: (line: string) => void;
  /** How the process is asked to stop. */
  readonly stopSignal: NodeJS.Signals;
}

/** A process that is started again whenever it ends without having been told to. */
export interface Supervised {
  readonly name: string;
  readonly logFile: string;
  /** Starts it, and again after each end until `stop`. Returns when the first process runs. */
  start(): Promise<void>;
  /** Asks it to stop, and kills it after the grace time. It stays down until `start`. */
  stop(graceMs: number): Promise<void>;
  /** Sends a signal; it is started again if it ends of it. */
  kill(signal: NodeJS.Signals): void;
  /** Its process id; undefined while it is down. */
  pid(): number | undefined;
  /** How often it has ended without having been told to. */
  unexpectedEnds(): number;
}

export function supervise({ name, logFile, launch, say, stopSignal }: SupervisedOptions): Supervised {
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let wanted = new AbortController();
  let unexpectedEnds = 0;
  let pauseMs = PAUSE_MIN_MS;

  async function run(signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const running = await launch();
    child = running;
    const end = new Promise<string>((resolve) => {
      running.once('error', (error) => resolve(error.message));
      running.once('exit', (code, killedBy) => resolve(killedBy ?? `exit code ${code}`));
    });
    ended = end;
    if (signal.aborted) running.kill(stopSignal);
    void end.then((reason) => {
      child = undefined;
      return signal.aborted ? undefined : runAgain(signal, reason, performance.now() - startedAt);
    });
  }

  async function runAgain(signal: AbortSignal, reason: string, ranMs: number): Promise<void> {
    unexpectedEnds += 1;
    if (ranMs > STABLE_AFTER_MS) pauseMs = PAUSE_MIN_MS;
    say(`${name} has ended (${reason}) and starts again in ${pauseMs / 1000} s; its log is ${displayPath(logFile)}.`);
    const pause = pauseMs;
    pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
    try {
      await sleep(pause, undefined, { signal });
    } catch {
      return;
    }
    await run(signal).catch((error: unknown) => runAgain(signal, String(error), 0));
  }

  return {
    name,
    logFile,
    start: () => {
      wanted = new AbortController();
      pauseMs = PAUSE_MIN_MS;
      return run(wanted.signal);
    },
    stop: async (graceMs) => {
      wanted.abort();
      child?.kill(stopSignal);
      const timer = setTimeout(() => child?.kill('SIGKILL'), graceMs);
      await ended;
      clearTimeout(timer);
    },
    kill: (signal) => {
      child?.kill(signal);
      // Nothing survives this one, so the process counts as down before its end is reported.
      if (signal === 'SIGKILL') child = undefined;
    },
    pid: () => child?.pid,
    unexpectedEnds: () => unexpectedEnds,
  };
}
