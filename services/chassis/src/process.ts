import { ConfigError } from './config.js';
import { flushLog, type Log } from './log.js';
import { stopTelemetry } from './telemetry.js';

/** Milliseconds that stopping may take before the process gives up on it. */
const STOP_TIMEOUT_MS = 10_000;

/** Registers what has to be done before the process ends; steps run in reverse order of registration. */
export type OnStop = (step: () => Promise<void> | void) => void;

/**
 * The life of a process: start, run until SIGTERM or SIGINT, stop step by step, exit 0. A start that fails, or an error that
 * nothing caught, is logged and ends the process with 1, so that whatever supervises it starts it again.
 */
export async function runProcess(log: Log, start: (onStop: OnStop) => Promise<void>): Promise<void> {
  const steps: (() => Promise<void> | void)[] = [];
  let stopping = false;

  const stop = async (reason: string, exitCode: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    log.info({ reason }, 'stopping');
    for (const step of steps.toReversed()) {
      try {
        await step();
      } catch (error) {
        log.error({ err: error }, 'a step of stopping failed');
      }
    }
    await stopTelemetry();
    log.info('stopped');
    await flushLog(log);
    process.exit(exitCode);
  };

  process.on('SIGTERM', () => void stop('SIGTERM', 0));
  process.on('SIGINT', () => void stop('SIGINT', 0));
  const fail = (error: unknown): void => {
    log.fatal({ err: error }, error instanceof ConfigError ? error.message : 'the process cannot go on');
    void stop('failure', 1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);

  try {
    await start((step) => steps.push(step));
  } catch (error) {
    fail(error);
  }
}
