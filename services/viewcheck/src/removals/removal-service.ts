import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { forgetAnswersTo } from '@svc/chassis/idempotency/idempotency-repo';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { PurgeServiceService } from '@svc/proto/purge/v1/purge_service';
import type { RemovalServiceService } from '@svc/proto/viewcheck/v1/view_log_service';
import { deleteAccountRows, deleteViewLogsOf } from './removal-repo.js';

/** Follows what deal removed. */
export function removalService(pool: Pool): ServiceHandlers<typeof RemovalServiceService> {
  return {
    purgeViewLogs: async ({ dealIds, videoIds }) => {
      await inTransaction(pool, (tx) => deleteViewLogsOf(tx, dealIds, videoIds));
      return {};
    },
  };
}

/** Follows the deletion of accounts. */
export function purgeService(pool: Pool): ServiceHandlers<typeof PurgeServiceService> {
  return {
    purgeAccount: async ({ ownerId }) => {
      await inTransaction(pool, async (tx) => {
        await deleteAccountRows(tx, ownerId);
        await forgetAnswersTo(tx, ownerId);
      });
      return {};
    },
  };
}
