import { forgetAnswersTo } from '@svc/chassis/idempotency/idempotency-repo';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import { type BatchStep, workInBatches } from '@svc/chassis/postgres/batches';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { forgetStanding } from '@svc/records/sharing/standing-repo';
import { deleteAccessRequestsOf } from '../access-requests/access-request-repo.js';
import { deleteActivityOfOwner } from '../activity/activity-repo.js';
import { PUBLIC_SHARES } from '../external-shares/public-shares.js';
import { deleteOwnerTimeZone } from '../owner-time-zones/owner-time-zone-repo.js';
import { enqueueRemoval } from '../removal-messages/removal-messages.js';
import { unassignFromTasks } from '../tasks/task-repo.js';
import { deleteOwnedRows, deleteVideosOfOwner, type OwnedTable } from './purge-repo.js';

/** Maximum ids per message, so that the messages of one delivery fit in one call. */
const IDS_MAX = 1_000;

/**
 * Deletes every row of a deleted account, shared ones first, and notifies the services whose rows of other users may refer to its deals. A large
 * account takes several calls: until it is done each throws `conflict` UNDER_WAY, and the sender retries. Repeated calls are harmless.
 */
export async function purgeAccount(pool: Pool, outbox: Outbox, ownerId: string): Promise<void> {
  const owned =
    (table: OwnedTable): BatchStep =>
    async (tx, limit) =>
      (await deleteOwnedRows(tx, table, ownerId, limit)).length;
  await workInBatches(pool, `purge ${ownerId}`, [
    owned('external_shares'),
    owned('deal_payments'),
    (tx, limit) => deleteVideosOfOwner(tx, ownerId, limit),
    (tx, limit) => deleteDealsOfOwner(tx, outbox, ownerId, limit),
    owned('contacts'),
    (tx, limit) => deleteActivityOfOwner(tx, ownerId, limit),
    owned('tasks'),
    (tx, limit) => unassignFromTasks(tx, ownerId, limit),
    owned('suggestions'),
    owned('message_templates'),
    owned('deal_templates'),
    (tx, limit) => deleteAccessRequestsOf(tx, ownerId, limit),
    async (tx) => {
      await deleteOwnerTimeZone(tx, ownerId);
      await forgetStanding(tx, PUBLIC_SHARES, ownerId);
      await forgetAnswersTo(tx, ownerId);
      return 0;
    },
  ]);
}

async function deleteDealsOfOwner(tx: Tx, outbox: Outbox, ownerId: string, limit: number): Promise<number> {
  const dealIds = await deleteOwnedRows(tx, 'deals', ownerId, limit);
  for (let from = 0; from < dealIds.length; from += IDS_MAX) {
    await enqueueRemoval(tx, outbox, { dealIds: dealIds.slice(from, from + IDS_MAX), videoIds: [] });
  }
  return dealIds.length;
}
