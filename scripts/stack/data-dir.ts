import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { commandOf } from './processes.ts';

/** File that names the holder of the lock, for people. */
const CLAIM = 'claimed-by';
const LOCK = 'lock';
const SQLITE_BUSY = 5;

/** Contents of a data folder; anything else in one without secrets is foreign. */
const OWN_ENTRIES = new Set(['logs', 'objects', 'postgres', 'postgres.unfinished', 'postgres-password', CLAIM, LOCK]);
const NOBODYS_ENTRIES = /^(\..*|lost\+found)$/;

/**
 * Creates the data folder; other users may traverse it (under root Postgres runs as another user), but not list it. Throws an error with a
 * one-sentence message, before writing anything, when it cannot be created or belongs to another user.
 */
export function createDataDir(dataDir: string): void {
  checkDataDir(dataDir);
  try {
    makeFolder(join(dataDir, 'logs'));
    accessSync(dataDir, constants.W_OK);
  } catch (cause) {
    throw new Error(`The data folder ${dataDir} ${describeRefusal(cause)}`, { cause });
  }
}

function checkDataDir(dataDir: string): void {
  const found = statSync(dataDir, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) throw new Error(`DATA_DIR is the file ${dataDir}: set it to a folder.`);
  if (process.getuid?.() === 0 && found.uid !== 0) {
    throw new Error(
      `The data folder ${dataDir} belongs to user ${found.uid}, who could not use files that root writes there: ` +
        'run the command as that user, or set DATA_DIR.',
    );
  }
  if (existsSync(join(dataDir, 'secrets.json'))) return;
  const foreign = listEntries(dataDir).find((name) => !OWN_ENTRIES.has(name) && !NOBODYS_ENTRIES.test(name));
  if (foreign === undefined) return;
  throw new Error(`The folder ${dataDir} contains other files ("${foreign}"): set DATA_DIR to an empty or new folder.`);
}

/** Lists a folder; empty when it cannot be read: then it cannot be written either, which the next step reports. */
function listEntries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Creates parents one by one: Node's recursive mkdir never returns on file systems such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o711 });
}

function describeRefusal(error: unknown): string {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'cannot be made: the disk is full.';
  if (code === 'ENOTDIR') return 'cannot be made, as something above it is a file: set DATA_DIR to another one.';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return 'is not writable: run the command as the user that owns it, make it writable, or set DATA_DIR.';
  }
  return `cannot be made there (${code}): set DATA_DIR to another one.`;
}

/** This process's claims, counted: SQLite does not let one process lock a file twice. */
const claims = new Map<string, { readonly lock: DatabaseSync; holders: number }>();

/**
 * Claims the data folder for this process; repeated claims are allowed. Two stacks on one folder would run two servers on one database, so a second
 * process is refused while the first one lives, even in another container: the claim is a file lock, which the system releases when the process ends.
 * Returns the function that releases the claim.
 */
export function claimDataDir(dataDir: string): () => void {
  createDataDir(dataDir);
  const path = realpathSync(dataDir);
  const claim = claims.get(path) ?? { lock: lockDataDir(dataDir), holders: 0 };
  claims.set(path, claim);
  claim.holders += 1;
  return () => {
    claim.holders -= 1;
    if (claim.holders > 0) return;
    claims.delete(path);
    rmSync(join(dataDir, CLAIM), { force: true });
    claim.lock.close();
  };
}

function lockDataDir(dataDir: string): DatabaseSync {
  const lock = new DatabaseSync(join(dataDir, LOCK), { timeout: 0 });
  try {
    // In memory, because a killed process would leave a journal file behind.
    lock.exec('pragma journal_mode = memory');
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new Error(
        `The data folder ${dataDir} cannot be locked (${String(cause)}): set DATA_DIR to one on a disk of this machine.`,
        { cause },
      );
    }
    const owner = findOwner(dataDir);
    const who = owner === undefined ? 'A process of another container' : `Process ${owner}`;
    throw new Error(`${who} already runs on the data folder ${dataDir}: stop it first, or set DATA_DIR.`, { cause });
  }
  writeFileSync(join(dataDir, CLAIM), JSON.stringify({ pid: process.pid, command: commandOf(process.pid) }));
  return lock;
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

/** The log file of a process. */
export function logFileOf(dataDir: string, name: string): string {
  return join(dataDir, 'logs', `${name}.log`);
}

/** A path for display: relative to the current folder if below it. */
export function displayPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere || '.';
}

/** The reason why a process ended, from its log: the message of the last error, else where to look. */
export function readReason(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  const errors = lines.map(parseLogLine).filter(({ level }) => level === 'fatal' || level === 'error');
  return `${errors.at(-1)?.msg ?? 'it says nothing'} (${displayPath(logFile)})`;
}

function parseLogLine(line: string): { level?: string; msg?: string } {
  try {
    return JSON.parse(line) as { level?: string; msg?: string };
  } catch {
    // Node's own output when a process ends with an uncaught error.
    return /^\w*Error\b/.test(line) ? { level: 'error', msg: line } : {};
  }
}
