import { forgetAnswersTo } from '@svc/chassis/idempotency/idempotency-repo';
import { type BatchStep, workInBatches } from '@svc/chassis/postgres/batches';
import type { Pool } from '@svc/chassis/postgres/pool';
import { forgetStanding } from '@svc/records/sharing/standing-repo';
import { deleteAccessRequestsOf } from '../access-requests/access-request-repo.js';
import { deleteActivityOfOwner } from '../activity/activity-repo.js';
import { OPENED_SHARES } from '../external-shares/opened-shares.js';
import { deleteOwnerTimeZone } from '../owner-time-zones/owner-time-zone-repo.js';
import { takeFromTasksOfOthers } from '../tasks/task-repo.js';
import { deleteOwnedRows, deleteVideosOfOwner, type OwnedTable } from './purge-repo.js';

/**
 * Deletes every row of a deleted account, shared ones first. A large account takes several calls: until it is done
 * each throws `conflict` UNDER_WAY, and the sender retries. Repeating it is harmless.
 */
export async function purgeAccount(pool: Pool, ownerId: string): Promise<void> {
  const owned =
    (table: OwnedTable): BatchStep =>
    (tx, limit) =>
      deleteOwnedRows(tx, table, ownerId, limit);
  await workInBatches(pool, `purge ${ownerId}`, [
    owned('external_shares'),
    owned('deal_payments'),
    (tx, limit) => deleteVideosOfOwner(tx, ownerId, limit),
    owned('deals'),
    owned('contacts'),
    (tx, limit) => deleteActivityOfOwner(tx, ownerId, limit),
    owned('tasks'),
    (tx, limit) => takeFromTasksOfOthers(tx, ownerId, limit),
    owned('suggestions'),
    owned('message_templates'),
    owned('deal_templates'),
    (tx, limit) => deleteAccessRequestsOf(tx, ownerId, limit),
    async (tx) => {
      await deleteOwnerTimeZone(tx, ownerId);
      await forgetStanding(tx, OPENED_SHARES, ownerId);
      await forgetAnswersTo(tx, ownerId);
      return 0;
    },
  ]);
}
