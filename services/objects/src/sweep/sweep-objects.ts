import { CLAIM_PROBLEMS } from '@svc/chassis/dependencies/claim-problems';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import {
  type DueImage,
  forgetImage,
  forgetStaleMarks,
  type ImageTables,
  listDueMarks,
  listDueReleases,
  markUnnamed,
  takeDue,
  unmarkNamed,
} from '../claim/image-tables.js';
import type { ObjectClaim } from '../claim/object-claim.js';
import { derivedFolder, IMAGE_FOLDERS, originalKey, sha256Of } from '../store/object-keys.js';
import type { StoredObject } from '../store/object-store.js';

/** Objects, or images, checked by one statement. */
const BATCH = 500;
/** Maximum deletions of a run, not counting released images: this number of objects or this share of all, whichever is larger. */
const DELETED_MAX = 100;
const DELETED_SHARE_MAX = 0.01;

export interface ObjectSweep extends ImageTables {
  readonly claim: ObjectClaim;
  /** Deletes other data of an image stored before a time, in the transaction that deletes its objects; false keeps the image. */
  readonly forget?: (tx: Tx, sha256: string, putBefore: Date) => Promise<boolean>;
}

/**
 * Deletes released images after a day, and images that this database has seen without a row in every sweep for a week, by its own clock. Limits the
 * latter per run, so that a wrong or restored database can be noticed in time. Returns the number of deleted objects; none while the objects are not
 * ours. Rejects with the signal's reason when aborted.
 */
export async function sweepObjects(sweep: ObjectSweep, signal?: AbortSignal): Promise<number> {
  const { log } = sweep.pool;
  const problem = await sweep.claim.look();
  if (problem !== null) {
    log.warn({ schema: sweep.schema, reason: CLAIM_PROBLEMS[problem] }, 'stored images are not swept');
    return 0;
  }
  const released = await deleteReleased(sweep, signal);
  await forgetStaleMarks(sweep);
  const total = await markAll(sweep, signal);
  return released + (await deleteMarked(sweep, Math.max(DELETED_MAX, Math.floor(total * DELETED_SHARE_MAX)), signal));
}

async function deleteReleased(sweep: ObjectSweep, signal: AbortSignal | undefined): Promise<number> {
  let deleted = 0;
  for (;;) {
    const due = await listDueReleases(sweep, BATCH);
    for (const image of due) {
      signal?.throwIfAborted();
      deleted += await deleteDue(sweep, 'released_objects', image);
    }
    if (due.length < BATCH) return deleted;
  }
}

/** Checks and marks all objects, and returns their number. */
async function markAll(sweep: ObjectSweep, signal: AbortSignal | undefined): Promise<number> {
  let total = 0;
  for (const folder of IMAGE_FOLDERS) {
    let batch: StoredObject[] = [];
    for await (const object of sweep.claim.store.list(folder)) {
      signal?.throwIfAborted();
      total += 1;
      batch.push(object);
      if (batch.length < BATCH) continue;
      await mark(sweep, batch);
      batch = [];
    }
    await mark(sweep, batch);
  }
  return total;
}

async function mark(sweep: ObjectSweep, batch: readonly StoredObject[]): Promise<void> {
  if (batch.length === 0) return;
  const putAt = new Map<string, Date>();
  for (const { key, modifiedAt } of batch) {
    const sha256 = sha256Of(key);
    const before = putAt.get(sha256);
    if (!before || before < modifiedAt) putAt.set(sha256, modifiedAt);
  }
  const named = await sweep.listNamed(sweep.pool, [...putAt.keys()]);
  const unnamed = [...putAt].filter(([sha256]) => !named.has(sha256));
  if (unnamed.length > 0)
    await markUnnamed(
      sweep,
      unnamed.map(([sha256, at]) => ({ sha256, putAt: at })),
    );
  if (named.size > 0) await unmarkNamed(sweep, [...named]);
}

async function deleteMarked(sweep: ObjectSweep, max: number, signal: AbortSignal | undefined): Promise<number> {
  let deleted = 0;
  for (const image of await listDueMarks(sweep, max + 1)) {
    signal?.throwIfAborted();
    if (deleted >= max) {
      sweep.pool.log.warn(
        { schema: sweep.schema, deleted },
        'more images have no row than one sweep deletes: check that this is the right database',
      );
      break;
    }
    deleted += await deleteDue(sweep, 'unnamed_objects', image);
  }
  return deleted;
}

function deleteDue(sweep: ObjectSweep, table: 'unnamed_objects' | 'released_objects', due: DueImage): Promise<number> {
  const { sha256, since } = due;
  return inTransaction(sweep.pool, async (tx) => {
    if (!(await takeDue(tx, sweep, table, due))) return 0;
    const objects = await objectsOf(sweep, sha256);
    // Some object was stored again since, perhaps by a restore of the store: keep the whole image.
    if (objects.some(({ modifiedAt }) => modifiedAt >= since)) return 0;
    if (sweep.forget && !(await sweep.forget(tx, sha256, since))) return 0;
    for (const { key } of objects) await sweep.claim.store.delete(key);
    await forgetImage(tx, sweep.schema, sha256);
    return objects.length;
  });
}

async function objectsOf({ claim: { store } }: ObjectSweep, sha256: string): Promise<StoredObject[]> {
  const original = await store.stat(originalKey(sha256));
  const objects = original ? [original] : [];
  for await (const derived of store.list(derivedFolder(sha256))) objects.push(derived);
  return objects;
}
