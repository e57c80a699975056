import { accessSync, constants, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { commandOf } from './processes.ts';

const CLAIM = 'claimed-by';
const LOG_BYTES_MAX = 20_000_000;

/** Creates the data folder; others may pass through it (Postgres runs as another user under root), not look into it. */
export function createDataDir(dataDir: string): void {
  try {
    mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o711 });
    accessSync(dataDir, constants.W_OK);
  } catch (cause) {
    throw new Error(`The data folder ${dataDir} cannot be written to: give yourself the right to, or set DATA_DIR.`, {
      cause,
    });
  }
}

/**
 * Claims the data folder for this process. Two stacks on one folder would run two servers on one database, so the second is
 * refused while the first one lives. Returns what gives the folder free again.
 */
export function claimDataDir(dataDir: string): () => void {
  createDataDir(dataDir);
  const owner = findOwner(dataDir);
  if (owner !== undefined && owner !== process.pid) {
    throw new Error(`Process ${owner} already runs on the data folder ${dataDir}: stop it first, or set DATA_DIR.`);
  }
  const claim = join(dataDir, CLAIM);
  writeFileSync(claim, JSON.stringify({ pid: process.pid, command: commandOf(process.pid) }));
  return () => rmSync(claim, { force: true });
}

/** Id of the living process that has claimed the folder; undefined when there is none. */
export function findOwner(dataDir: string): number | undefined {
  try {
    const { pid, command } = JSON.parse(readFileSync(join(dataDir, CLAIM), 'utf8')) as { pid: number; command: string };
    return commandOf(pid) === command ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** The log file of a process. A start that finds it large sets it aside, so that a folder holds at most two generations. */
export function openLog(dataDir: string, name: string): string {
  const file = join(dataDir, 'logs', `${name}.log`);
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes > LOG_BYTES_MAX) renameSync(file, `${file}.1`);
  return file;
}

/** A path as a person reads it: from the current folder when it lies in there. */
export function displayPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere || '.';
}

/** Why a process has ended, by its log: the message of the last error, else where to look. */
export function readReason(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  const errors = lines.map(parseLogLine).filter(({ level }) => level === 'fatal' || level === 'error');
  return `${errors.at(-1)?.msg ?? 'it says nothing'} (${displayPath(logFile)})`;
}

function parseLogLine(line: string): { level?: string; msg?: string } {
  try {
    return JSON.parse(line) as { level?: string; msg?: string };
  } catch {
    // What Node itself prints when a process ends of an error that nothing caught.
    return /^\w*Error\b/.test(line) ? { level: 'error', msg: line } : {};
  }
}
