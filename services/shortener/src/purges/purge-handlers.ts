import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { forgetAnswersTo } from '@svc/chassis/idempotency/idempotency-repo';
import { type BatchStep, workInBatches } from '@svc/chassis/postgres/batches';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { forgetStanding } from '@svc/records/sharing/standing-repo';
import { PUBLIC_LINKS } from '../administration/public-links.js';
import { forgetClicks } from '../clicks/upkeep/forget-clicks.js';
import { insertForgottenLinks } from '../clicks/upkeep/forgotten-link-repo.js';
import { deleteSourcesOfOwner } from '../photos/photo-source-repo.js';
import { deletePhotoUsage } from '../photos/photo-usage-repo.js';
import { deleteLinksOfOwner } from './purge-repo.js';

/** Maximum milliseconds of work per call; its caller retries until all is done. */
const WORK_MS = 2_000;

/**
 * Handles the deletion of accounts: deletes links, photos, shares and reports in batches, then clicks while time permits; the remaining clicks are
 * deleted in the background, and images are swept later.
 */
export function purgeHandlers(pool: Pool): ServiceHandlers<typeof PurgeService> {
  return {
    purgeAccount: async ({ ownerId }) => {
      const endsAt = performance.now() + WORK_MS;
      const steps = [deleteSources(ownerId), deleteLinks(ownerId), forgetOwner(ownerId)];
      await workInBatches(pool, `purge ${ownerId}`, steps, WORK_MS);
      await forgetClicks(pool, { timeMs: Math.max(endsAt - performance.now(), 0) });
    },
  };
}

/** Runs before the links are deleted, because ending a source locks it before its link. */
function deleteSources(ownerId: string): BatchStep {
  return (tx, limit) => deleteSourcesOfOwner(tx, ownerId, limit);
}

function deleteLinks(ownerId: string): BatchStep {
  return async (tx, limit) => {
    const linkIds = await deleteLinksOfOwner(tx, ownerId, limit);
    await insertForgottenLinks(tx, linkIds);
    return linkIds.length;
  };
}

/** Deletes the account's own rows, of which there are only a few. */
function forgetOwner(ownerId: string): BatchStep {
  return async (tx) => {
    await deletePhotoUsage(tx, ownerId);
    await forgetStanding(tx, PUBLIC_LINKS, ownerId);
    await forgetAnswersTo(tx, ownerId);
    return 0;
  };
}
