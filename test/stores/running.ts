/** What this run of the tests has started, and what runs that were killed have left behind. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findOwner } from '../../scripts/stack/data-dir.ts';
import { stopLeftover } from '../../scripts/stack/embedded-postgres.ts';
import { commandOf, endProcess } from '../../scripts/stack/processes.ts';

interface Store {
  stop(): Promise<void> | void;
}

const RUNS = join(tmpdir(), `dealbridge-tests-${userInfo().username}`);

// Jest loads the files that start and that stop the stores one by one, so what they share hangs on the process.
const shared = globalThis as typeof globalThis & { testStores?: Store[] };

/** In the order in which they were started. */
export const stores: Store[] = (shared.testStores ??= []);

/** Folder of this run: databases, logs, process ids. */
export function runFolder(): string {
  return join(RUNS, String(process.pid));
}

export async function stopStores(): Promise<void> {
  for (const store of stores.splice(0).toReversed()) await store.stop();
  rmSync(runFolder(), { recursive: true, force: true });
}

/** Stops and removes what belongs to runs that no longer live. */
export async function sweepLeftovers(): Promise<void> {
  if (!existsSync(RUNS)) return;
  for (const name of readdirSync(RUNS)) {
    const folder = join(RUNS, name);
    if (findOwner(folder) !== undefined) continue;
    await stopLeftover(join(folder, 'postgres'));
    await stopLeftoverRedis(join(folder, 'redis.pid'));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function stopLeftoverRedis(pidFile: string): Promise<void> {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  if (commandOf(pid).includes('redis-server')) await endProcess(pid, 'SIGTERM');
}
