import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { isNativeError } from 'node:util/types';
import { checkFolder, checkKey } from './object-keys.js';
import type { ObjectStore } from './object-store.js';
import { readSized, type SizedStream } from './sized-stream.js';
import { storeUnavailable } from './store-unavailable.js';

/** Milliseconds after which an unfinished file belongs to a dead process. */
const UNFINISHED_MS_MAX = 3_600_000;

/**
 * Objects as files. Each file is written under a temporary name, flushed to disk, and only then renamed, so that a file under its key is always
 * complete. Several processes may share one folder.
 */
export async function openFolderStore(folder: string): Promise<ObjectStore> {
  const unfinished = join(folder, 'unfinished');
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await removeLeftovers(unfinished);
  const pathOf = (key: string): string => join(folder, checkKey(key));

  return {
    async put(key, content) {
      const path = pathOf(key);
      const temporary = join(unfinished, randomUUID());
      try {
        await writeSafely(temporary, content);
        await orUnavailable(async () => {
          await mkdir(dirname(path), { recursive: true, mode: 0o700 });
          await rename(temporary, path);
          await syncFolder(dirname(path));
        });
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    read: (key, range) =>
      orUnavailable(() =>
        orNull(async () => {
          const file = await open(pathOf(key));
          return file.createReadStream(range ? { start: range.offset, end: range.offset + range.bytes - 1 } : {});
        }),
      ),
    stat: (key) =>
      orUnavailable(() =>
        orNull(async () => {
          const { size, mtime } = await stat(pathOf(key));
          return { key, bytes: size, modifiedAt: mtime };
        }),
      ),
    delete: (key) => orUnavailable(() => rm(pathOf(key), { force: true })),
    list: (below) => listFiles(folder, join(folder, checkFolder(below))),
    check: () => orUnavailable(() => access(folder, constants.W_OK)),
    close: () => undefined,
  };
}

/** Writes a file. Disk failures become UNAVAILABLE; errors of the source stream are rethrown unchanged. */
async function writeSafely(path: string, content: Uint8Array | SizedStream): Promise<void> {
  const file = await orUnavailable(() => open(path, 'wx', 0o600));
  try {
    if (content instanceof Uint8Array) {
      await orUnavailable(() => file.writeFile(content));
    } else {
      for await (const chunk of readSized(content)) await orUnavailable(() => file.writeFile(chunk));
    }
    await orUnavailable(() => file.sync());
  } finally {
    await file.close();
  }
}

/** Flushes a folder: a renamed file survives a power failure only once its folder is flushed too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function* listFiles(root: string, folder: string): ReturnType<ObjectStore['list']> {
  const entries = await orUnavailable(() => orNull(() => opendir(folder)));
  if (!entries) return;
  try {
    for await (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        yield* listFiles(root, path);
      } else {
        const found = await orNull(() => stat(path));
        const key = relative(root, path).replaceAll(sep, '/');
        if (found) yield { key, bytes: found.size, modifiedAt: found.mtime };
      }
    }
  } catch (error) {
    throw isSystemError(error) ? storeUnavailable(error) : error;
  }
}

async function removeLeftovers(unfinished: string): Promise<void> {
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    const found = await orNull(() => stat(path));
    if (found && Date.now() - found.mtimeMs > UNFINISHED_MS_MAX) await rm(path, { force: true });
  }
}

async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isSystemError(error) ? storeUnavailable(error) : error;
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return isNativeError(error) && 'syscall' in error;
}
