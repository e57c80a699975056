/** A lock for commands that change the same files. Plain JavaScript without a dependency, as setup.mjs is. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './outputs.mjs';

/** In the repository, because only within one file system can a folder be renamed. */
export const BUILDS = join(ROOT, '.build');
const BUSY = 5;
const LOOK_EVERY_MS = 200;

/**
 * Waits for the lock of this name, which ends with `close`: the system gives the lock of a database back even when the
 * one that holds it is killed. Node before 22 has no such lock, so no command waits. `onWait` is called once when another command holds it.
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

/** Undefined too where nothing can be written, which whatever comes next says better. */
async function openLock(name) {
  try {
    mkdirSync(BUILDS, { recursive: true });
    const { DatabaseSync } = await import('node:sqlite');
    return new DatabaseSync(join(BUILDS, name), { timeout: 0 });
  } catch {
    return undefined;
  }
}
