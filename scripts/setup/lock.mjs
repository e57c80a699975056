/** Locks for commands that change the same files. Plain JavaScript without dependencies, like setup.mjs. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './outputs.mjs';

/** Folder for builds; in the repository, because folders can only be renamed within one file system. */
export const BUILDS = join(ROOT, '.build');
const BUSY = 5;
const LOOK_EVERY_MS = 200;

/**
 * Waits for the lock with this name, released by `close`. It is an SQLite file lock, which the system releases even if the holder is killed. Node
 * before 22 has no SQLite, so there every call succeeds at once. `onWait` is called once if the lock is taken.
 */
export async function takeLock(name, onWait = () => undefined) {
  const lock = await openLock(name);
  if (lock === undefined) return { close: () => undefined };
  for (let isFirst = true; ; isFirst = false) {
    try {
      lock.exec('begin exclusive');
      return lock;
    } catch (error) {
      if (error.errcode !== BUSY) throw error;
      if (isFirst) onWait();
      await sleep(LOOK_EVERY_MS);
    }
  }
}

/** Opens the lock file; undefined also if the folder is not writable, which the next step reports better. */
async function openLock(name) {
  try {
    mkdirSync(BUILDS, { recursive: true });
    const { DatabaseSync } = await import('node:sqlite');
    return new DatabaseSync(join(BUILDS, name), { timeout: 0 });
  } catch {
    return undefined;
  }
}
