import type { Repetition } from '@svc/chassis/concurrency/repeat';
import type { ObjectClaim } from '@svc/objects/claim/object-claim';
import { sweepObjects, type ObjectSweep } from '@svc/objects/sweep/sweep-objects';
import type { Pool } from '@svc/chassis/postgres/pool';
import { startSingletonJob } from '@svc/chassis/upkeep/singleton-job';
import { deleteForgottenBlobs, deleteUnnamedBlob, imageTables } from '../images/blob-repo.js';

const EVERY_MS = 6 * 60 * 60 * 1_000;
/** Days after which an image that nothing shows is not on its way any more: as long as its objects would be kept. */
const UNPUT_DAYS = 7;
/** Rows that one statement deletes at most. */
const BATCH = 1_000;

/** Which images go: those that neither a screenshot nor a logo shows. An upload of one waits until it is gone, and puts it again. */
export function imageSweep(pool: Pool, claim: ObjectClaim): ObjectSweep {
  return { ...imageTables(pool), claim, forget: deleteUnnamedBlob };
}

/**
 * Deletes unused images, and rows of images that were never stored. Throws the signal's reason when it is
 * aborted in between.
 */
export async function sweepImages(pool: Pool, claim: ObjectClaim, signal?: AbortSignal): Promise<void> {
  await sweepObjects(imageSweep(pool, claim), signal);
  while ((await deleteForgottenBlobs(pool, UNPUT_DAYS, BATCH)) === BATCH) signal?.throwIfAborted();
}

/** Does it again and again, in one process of all. */
export function startSweepingImages(pool: Pool, claim: ObjectClaim): Repetition {
  const work = (signal: AbortSignal): Promise<void> => sweepImages(pool, claim, signal);
  return startSingletonJob('image sweep', work, EVERY_MS, { pool, table: 'screenshot.upkeep_turns' });
}
