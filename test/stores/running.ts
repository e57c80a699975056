/** Stores that this test run started, and cleanup of those that killed runs left behind. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findOwner } from '@svc/scripts/stack/data-dir';
import { stopLeftover } from '@svc/scripts/stack/postmaster';
import { commandOf, endProcess } from '@svc/scripts/stack/processes';

interface Store {
  stop(): Promise<void> | void;
}

const RUNS_NAME = `dealbridge-tests-${userInfo().username}`;
const RUNS = join(tmpdir(), RUNS_NAME);
const MEMORY = '/dev/shm';
const RUNS_IN_MEMORY = join(MEMORY, RUNS_NAME);
const MEMORY_NEEDED_BYTES = 4 * 1_024 ** 3;

// Jest loads the setup and teardown files separately, so shared state lives on the global object.
const shared = globalThis as typeof globalThis & { testStores?: Store[] };

/** Running stores, in start order. */
export const stores: Store[] = (shared.testStores ??= []);

/** Folder of this run: databases, logs, process ids. */
export function runFolder(): string {
  return join(RUNS, String(process.pid));
}

/**
 * Folder for the databases of this run, in memory if the machine has enough: tests copy hundreds of databases, and a
 * copy takes 30 ms in memory but 200 ms on disk.
 */
export function databaseFolder(): string {
  return hasMemoryToSpare() ? join(RUNS_IN_MEMORY, String(process.pid)) : runFolder();
}

function hasMemoryToSpare(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) > MEMORY_NEEDED_BYTES;
}

export async function stopStores(): Promise<void> {
  for (const store of stores.splice(0).toReversed()) await store.stop();
  removeFolders(String(process.pid));
}

function removeFolders(run: string): void {
  for (const runs of [RUNS_IN_MEMORY, RUNS]) rmSync(join(runs, run), { recursive: true, force: true });
}

/** Stops and removes the stores of runs that have ended. */
export async function sweepLeftovers(): Promise<void> {
  if (!existsSync(RUNS)) return;
  for (const name of readdirSync(RUNS)) {
    const folder = join(RUNS, name);
    if (findOwner(folder) !== undefined) continue;
    for (const runs of [RUNS_IN_MEMORY, RUNS]) await stopLeftover(join(runs, name, 'postgres'));
    await stopLeftoverProcess(join(folder, 'redis.pid'), 'redis-server');
    await stopLeftoverProcess(join(folder, 'minio.pid'), 'minio');
    removeLeftoverContainer(join(folder, 'minio.container'));
    removeFolders(name);
  }
}

async function stopLeftoverProcess(pidFile: string, command: string): Promise<void> {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  if (commandOf(pid).includes(command)) await endProcess(pid, 'SIGTERM');
}

/** Removes a container left by a killed run; the file contains the engine and the generated container name. */
function removeLeftoverContainer(file: string): void {
  if (!existsSync(file)) return;
  const [engine = '', name = ''] = readFileSync(file, 'utf8').split(' ');
  spawnSync(engine, ['rm', '--force', name]);
}
