import type { Repetition } from '@svc/chassis/concurrency/repeat';
import type { Pool } from '@svc/chassis/postgres/pool';
import { startSingletonJob } from '@svc/chassis/upkeep/singleton-job';
import type { ObjectClaim } from '@svc/objects/claim/object-claim';
import { type ObjectSweep, sweepObjects } from '@svc/objects/sweep/sweep-objects';
import { deleteForgottenBlobs, deleteUnnamedBlob, imageTables } from '../images/blob-repo.js';

const EVERY_MS = 6 * 60 * 60 * 1_000;
/** Days after which an unused image can no longer be part of an upload; its objects are kept as long. */
const UNPUT_DAYS = 7;
/** Maximum rows one statement deletes. */
const BATCH = 1_000;

/** Deletes images used by neither a screenshot nor a logo. A concurrent upload of one waits for its deletion, then stores it again. */
export function imageSweep(pool: Pool, claim: ObjectClaim): ObjectSweep {
  return { ...imageTables(pool), claim, forget: deleteUnnamedBlob };
}

/** Deletes unused images, and rows of images that were never stored. Throws the signal's reason when aborted. */
export async function sweepImages(pool: Pool, claim: ObjectClaim, signal?: AbortSignal): Promise<void> {
  await sweepObjects(imageSweep(pool, claim), signal);
  while ((await deleteForgottenBlobs(pool, UNPUT_DAYS, BATCH)) === BATCH) signal?.throwIfAborted();
}

/** Sweeps images periodically, in one process at a time. */
export function startSweepingImages(pool: Pool, claim: ObjectClaim): Repetition {
  const work = (signal: AbortSignal): Promise<void> => sweepImages(pool, claim, signal);
  return startSingletonJob('image sweep', work, EVERY_MS, { pool, schema: 'screenshot' });
}
