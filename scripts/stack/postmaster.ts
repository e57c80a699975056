/** The server running on a Postgres data folder, from its pid file. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, endProcess } from './processes.ts';

/**
 * Milliseconds for the last checkpoint: a server killed before it completes needs a recovery at the next start, and leaves children that keep
 * writing.
 */
export const STOP_MS = 30_000;
/** Milliseconds to end without a checkpoint after that; the server takes five seconds to kill children that do not end. */
export const QUIT_MS = 10_000;

/** Lines of `postmaster.pid`: the process id is the first, the port the fourth, the state the eighth. */
export function readPidFile(folder: string): { pid: number; port: number; state: string } | undefined {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]), state: lines[7]?.trim() ?? '' };
}

/** The port of the server running on the folder; undefined when there is none. */
export function findRunningPort(folder: string): number | undefined {
  const found = readPidFile(folder);
  return found && isServerOf(folder, found.pid) ? found.port : undefined;
}

function isServerOf(folder: string, pid: number): boolean {
  return commandOf(pid).includes(`-D ${folder} `);
}

/**
 * Stops a server that a killed start has left running. If only its pid file is left and the id now belongs to another process, removes the file; in
 * all other cases Postgres handles it. Throws when the server does not end.
 */
export async function stopLeftover(folder: string): Promise<void> {
  const leftover = readPidFile(folder);
  if (!leftover) return;
  const { pid } = leftover;
  if (isServerOf(folder, pid)) {
    const hasEnded = (await endProcess(pid, 'SIGINT', STOP_MS)) || (await endProcess(pid, 'SIGQUIT', QUIT_MS));
    if (!hasEnded) throw new Error(`Postgres still runs on ${folder} and does not end: stop process ${pid} first.`);
  } else if (commandOf(pid) !== '') {
    rmSync(join(folder, 'postmaster.pid'), { force: true });
  }
}
