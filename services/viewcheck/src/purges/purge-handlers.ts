import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { forgetAnswersTo } from '@svc/chassis/idempotency/idempotency-repo';
import { type BatchStep, workInBatches } from '@svc/chassis/postgres/batches';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { PurgeService } from '@svc/proto/purge/v1/purge_service';
import type { RecordRemovalsRequest, RemovalService } from '@svc/proto/removal/v1/removal_service';
import type { RemovalService as FormerRemovalService } from '@svc/proto/viewcheck/v1/view_log_service';
import { deleteViewLogKeys } from '../view-logs/view-log-key-repo.js';
import { deleteRows, forgetCorrector, forgetRecorder, type RemovedBy } from './purge-repo.js';

/** Deletes view logs of deleted deals and videos. Many view logs take several calls: until all are deleted, each throws `conflict` UNDER_WAY. */
export function removalHandlers(pool: Pool): ServiceHandlers<typeof RemovalService> {
  return { recordRemovals: (request) => removeViewLogs(pool, request) };
}

/** The same for replicas of deal from before all services shared one contract. */
export function formerRemovalHandlers(pool: Pool): ServiceHandlers<typeof FormerRemovalService> {
  return { purgeViewLogs: (request) => removeViewLogs(pool, request) };
}

async function removeViewLogs(pool: Pool, { dealIds, videoIds }: RecordRemovalsRequest): Promise<void> {
  const steps = [...removalBy('deal_id', dealIds), ...removalBy('video_id', videoIds)];
  await workInBatches(pool, `removal ${dealIds.join()} ${videoIds.join()}`, steps);
}

/** Purges deleted accounts in the same way. */
export function purgeHandlers(pool: Pool): ServiceHandlers<typeof PurgeService> {
  return {
    purgeAccount: async ({ ownerId }) => {
      await workInBatches(pool, `purge ${ownerId}`, [
        ...removalBy('owner_id', [ownerId]),
        (tx, limit) => forgetRecorder(tx, ownerId, limit),
        (tx, limit) => forgetCorrector(tx, ownerId, limit),
        (tx, limit) => deleteViewLogKeys(tx, ownerId, limit),
        async (tx) => {
          await forgetAnswersTo(tx, ownerId);
          return 0;
        },
      ]);
    },
  };
}

function removalBy(by: RemovedBy, ids: readonly string[]): BatchStep[] {
  if (ids.length === 0) return [];
  return [
    (tx, limit) => deleteRows(tx, 'video_revisions', by, ids, limit),
    (tx, limit) => deleteRows(tx, 'view_logs', by, ids, limit),
  ];
}
