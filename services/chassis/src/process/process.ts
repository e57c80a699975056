import { flushLog, type Log } from '../logging/log.js';
import { stopTelemetry } from '../telemetry/start.js';
import { CONFIG_ERROR_EXIT_CODE, ConfigError, readStopGrace } from './config.js';
import { releaseMemorySoon } from './release-memory.js';
import { keepTickShape } from './tick-shape.js';

/** Share of the grace period reserved for the steps after the listeners, and its maximum in milliseconds. */
const REST_SHARE = 0.3;
const REST_MS_MAX = 20_000;

/**
 * Work before the process ends, within the given milliseconds. `hasFailed` is set when an uncaught error ends the process; any work in flight may
 * have caused it.
 */
export type StopStep = (graceMs: number, hasFailed: boolean) => Promise<void> | void;

/**
 * Registers work before the process ends. Listeners stop first and in parallel, because requests of one may wait for requests of another; then the
 * other steps run in reverse order of registration.
 */
export type OnStop = (step: StopStep, phase?: 'listener') => void;

export interface StopSteps {
  readonly onStop: OnStop;
  /** Runs all steps within `graceMs`; a failed step is logged and does not keep the others from running. */
  readonly run: (graceMs: number, hasFailed?: boolean) => Promise<void>;
}

export function createStopSteps(log: Log): StopSteps {
  const listeners: StopStep[] = [];
  const steps: StopStep[] = [];
  const attempt = async (step: StopStep, graceMs: number, hasFailed: boolean): Promise<void> => {
    try {
      await step(Math.max(0, graceMs), hasFailed);
    } catch (error) {
      log.error({ err: error }, 'a shutdown step failed');
    }
  };
  return {
    onStop: (step, phase) => void (phase === 'listener' ? listeners : steps).push(step),
    async run(graceMs, hasFailed = false) {
      const endsAt = performance.now() + graceMs;
      const listenersMs = graceMs - Math.min(graceMs * REST_SHARE, REST_MS_MAX);
      await Promise.all(listeners.map((step) => attempt(step, listenersMs, hasFailed)));
      for (const step of steps.toReversed()) await attempt(step, endsAt - performance.now(), hasFailed);
    },
  };
}

/**
 * Runs a process: starts, runs until SIGTERM or SIGINT, stops step by step, exits 0. A failed startup or an uncaught error is logged and ends the
 * process with 1, so that its supervisor restarts it; invalid settings end it with 78.
 */
export async function runUntilStopped(log: Log, start: (onStop: OnStop) => Promise<void>): Promise<void> {
  const steps = createStopSteps(log);
  let stopping = false;

  const stop = async (reason: string, exitCode: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const graceMs = readStopGrace();
    setTimeout(() => process.exit(1), graceMs).unref();
    log.info({ reason }, 'stopping');
    await steps.run(graceMs, exitCode !== 0);
    await stopTelemetry();
    log.info('stopped');
    await flushLog(log);
    process.exit(exitCode);
  };

  process.on('SIGTERM', () => void stop('SIGTERM', 0));
  process.on('SIGINT', () => void stop('SIGINT', 0));
  const fail = (error: unknown): void => {
    log.fatal({ err: error }, error instanceof ConfigError ? error.message : 'the process cannot go on');
    void stop('failure', error instanceof ConfigError ? CONFIG_ERROR_EXIT_CODE : 1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);

  try {
    keepTickShape();
    await start(steps.onStop);
    releaseMemorySoon();
  } catch (error) {
    fail(error);
  }
}
