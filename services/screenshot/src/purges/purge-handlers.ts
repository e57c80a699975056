import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { forgetAnswersTo } from '@svc/chassis/idempotency/idempotency-repo';
import { workInBatches } from '@svc/chassis/postgres/batches';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { PurgeService } from '@svc/proto/purge/v1/purge_service';
import type { RemovalService } from '@svc/proto/removal/v1/removal_service';
import { deleteLogo } from '../logos/logo-repo.js';
import { deleteUsage } from '../usage/usage-repo.js';
import { deleteScreenshotsOf, unlinkDeals, unlinkVideos } from './purge-repo.js';

/** Deletes the data of deleted accounts. Throws UNDER_WAY until all screenshots are gone; images are swept later. */
export function purgeHandlers(pool: Pool): ServiceHandlers<typeof PurgeService> {
  return {
    purgeAccount: async ({ ownerId }) => {
      await workInBatches(pool, `purge ${ownerId}`, [
        (tx, limit) => deleteScreenshotsOf(tx, ownerId, limit),
        async (tx) => {
          await deleteLogo(tx, ownerId);
          await deleteUsage(tx, ownerId);
          await forgetAnswersTo(tx, ownerId);
          return 0;
        },
      ]);
    },
  };
}

/** Unlinks screenshots from deals and videos that deal deleted. */
export function removalHandlers(pool: Pool): ServiceHandlers<typeof RemovalService> {
  return {
    recordRemovals: async ({ dealIds, videoIds }) => {
      await workInBatches(pool, `removal ${dealIds.join()} ${videoIds.join()}`, [
        (tx, limit) => unlinkDeals(tx, dealIds, limit),
        (tx, limit) => unlinkVideos(tx, videoIds, limit),
      ]);
    },
  };
}
