import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { FROM_SOURCES } from '../commands/test/jest-command.ts';
import { ROOT } from '../stack/paths.ts';

export interface OfflineModel {
  /** The printed value for `COPILOT_FREE_POOL_JSON`. */
  readonly pool: string;
  /** Stops the server like Ctrl-C, and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts `npm run offline-model` on a free port, for tests. Throws when it exits before it is ready. */
export async function startOfflineModel(...args: readonly string[]): Promise<OfflineModel> {
  const main = join(ROOT, 'scripts/commands/offline-model.ts');
  const command = spawn(process.execPath, [...FROM_SOURCES, main, '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(command, 'exit') as Promise<[number | null]>;
  for await (const line of createInterface(command.stdout)) {
    const pool = /^COPILOT_FREE_POOL_JSON='(.+)' npm start$/.exec(line)?.[1];
    if (pool === undefined) continue;
    const stop = async (): Promise<number | null> => {
      command.kill('SIGINT');
      const [code] = await ended;
      return code;
    };
    return { pool, stop };
  }
  const [code] = await ended;
  throw new Error(`The offline model ended with ${code} before it answered; it says why above.`);
}
