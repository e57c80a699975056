import { derivedFolder, originalKey } from './object-keys.js';
import type { ObjectStore, StoredObject } from './object-store.js';

/** Days for which an object may lie there without a row that names it: its upload may still be under way. */
const UNNAMED_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Objects that are asked about with one statement. */
const BATCH = 500;

/** Images as they came, and what was made of them. */
const FOLDERS = ['sha256/', 'derived/'];

export interface ObjectSweep {
  readonly store: ObjectStore;
  /** Those of these images, by their SHA-256, that a row names. */
  readonly listNamed: (sha256s: readonly string[]) => Promise<ReadonlySet<string>>;
  /**
   * Runs `remove` under a lock that uploads of the image wait for before they put it, unless somebody has begun to put it since
   * `before` or names it now. Without it an upload in the very moment of the removal loses its object.
   */
  readonly whileUnclaimed?: (sha256: string, before: Date, remove: () => Promise<void>) => Promise<void>;
}

/**
 * Deletes the objects of images that no row names and that have not been put for a week, and answers how many. Putting an image
 * again makes it new. Throws the signal's reason when it is aborted in between.
 */
export async function sweepObjects(sweep: ObjectSweep, now: Date, signal?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - UNNAMED_DAYS * DAY_MS);
  let deleted = 0;
  for (const folder of FOLDERS) {
    let batch: StoredObject[] = [];
    for await (const object of sweep.store.list(folder)) {
      signal?.throwIfAborted();
      if (object.modifiedAt < before) batch.push(object);
      if (batch.length < BATCH) continue;
      deleted += await deleteUnnamed(sweep, batch, before, signal);
      batch = [];
    }
    deleted += await deleteUnnamed(sweep, batch, before, signal);
  }
  return deleted;
}

async function deleteUnnamed(
  { store, listNamed, whileUnclaimed }: ObjectSweep,
  batch: readonly StoredObject[],
  before: Date,
  signal: AbortSignal | undefined,
): Promise<number> {
  if (batch.length === 0) return 0;
  const sha256s = [...new Set(batch.map(({ key }) => sha256Of(key)))];
  const named = await listNamed(sha256s);
  let deleted = 0;
  for (const sha256 of sha256s) {
    signal?.throwIfAborted();
    if (named.has(sha256)) continue;
    const remove = async (): Promise<void> => void (deleted += await deleteImage(store, sha256, before));
    await (whileUnclaimed ? whileUnclaimed(sha256, before, remove) : remove());
  }
  return deleted;
}

/** Listing everything takes minutes, in which somebody may have put the image again: then it stays as a whole. */
async function deleteImage(store: ObjectStore, sha256: string, before: Date): Promise<number> {
  const original = await store.stat(originalKey(sha256));
  const objects = original ? [original] : [];
  for await (const derived of store.list(derivedFolder(sha256))) objects.push(derived);
  if (objects.some(({ modifiedAt }) => modifiedAt >= before)) return 0;
  for (const { key } of objects) await store.delete(key);
  return objects.length;
}

/** Every key has the hash of the image in it. */
function sha256Of(key: string): string {
  return /[0-9a-f]{64}/.exec(key)?.[0] ?? '';
}
