import type { Repetition } from '@svc/chassis/concurrency/repeat';
import type { ObjectStore } from '@svc/chassis/objects/object-store';
import { sweepObjects, type ObjectSweep } from '@svc/chassis/objects/sweep-objects';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { repeatInTurn } from '@svc/chassis/upkeep/repeat-in-turn';
import { deleteForgottenBlobs, deleteUnnamedBlob, listNamedBlobs } from '../images/blob-repo.js';

const EVERY_MS = 6 * 60 * 60 * 1_000;
/** Milliseconds after which an image that no screenshot shows is not on its way any more: as long as its objects would be kept. */
const UNPUT_MS = 7 * 24 * 60 * 60 * 1_000;
/** Rows that one statement deletes at most. */
const BATCH = 1_000;

/** Which images go: those that no screenshot shows. An upload of one waits until it is gone, and puts it again. */
export function imageSweep(pool: Pool, store: ObjectStore): ObjectSweep {
  return {
    store,
    listNamed: (sha256s) => listNamedBlobs(pool, sha256s),
    whileUnclaimed: (sha256, before, remove) =>
      inTransaction(pool, async (tx) => {
        if (await deleteUnnamedBlob(tx, sha256, before)) await remove();
      }),
  };
}

/**
 * Deletes images that no screenshot shows, and what is known of those that could never be put. Throws the signal's reason when it is
 * aborted in between.
 */
export async function sweepImages(pool: Pool, store: ObjectStore, now: Date, signal?: AbortSignal): Promise<void> {
  await sweepObjects(imageSweep(pool, store), now, signal);
  const putBefore = new Date(now.getTime() - UNPUT_MS);
  while ((await deleteForgottenBlobs(pool, putBefore, BATCH)) === BATCH) signal?.throwIfAborted();
}

/** Does it again and again, in one process of all. */
export function startSweepingImages(pool: Pool, store: ObjectStore): Repetition {
  const work = (signal: AbortSignal): Promise<void> => sweepImages(pool, store, new Date(), signal);
  return repeatInTurn('image sweep', work, EVERY_MS, { pool, table: 'screenshot.upkeep_turns' });
}
