import { flushLog, type Log } from '../logging/log.js';
import { CONFIG_ERROR_EXIT_CODE, ConfigError } from './config.js';

/**
 * Runs a one-time job and exits with 0. A failure is logged in one line that names its reason and the setting involved, without its value; invalid
 * settings exit with 78, other failures with 1.
 */
export async function runJob(log: Log, setting: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isConfig = error instanceof ConfigError;
    log.fatal({ err: error, setting: isConfig ? undefined : setting }, isConfig ? error.message : 'the job has failed');
    process.exitCode = isConfig ? CONFIG_ERROR_EXIT_CODE : 1;
  }
  await flushLog(log);
}
