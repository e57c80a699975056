import { forgetAnswersTo } from '@svc/chassis/idempotency/idempotency-repo';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { deleteActivitiesOfOwner } from '../activity/activity-repo.js';
import { deleteDealsOfOwner } from '../deals/deal-repo.js';
import { deleteOwnerTimeZone } from '../readings/time-zone-repo.js';

/** Removes every row of a deleted account. Repeating it is harmless. */
export async function purgeAccount(pool: Pool, ownerId: string): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await deleteDealsOfOwner(tx, ownerId);
    await deleteActivitiesOfOwner(tx, ownerId);
    await deleteOwnerTimeZone(tx, ownerId);
    await forgetAnswersTo(tx, ownerId);
  });
}
