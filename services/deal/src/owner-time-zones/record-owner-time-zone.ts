import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { RecordOwnerTimeZoneRequest } from '@svc/proto/deal/v1/reading_service';
import { lockDealsOfOwner } from '../deals/deal-repo.js';
import { updateCountedDays, updateDueChecks } from '../deals/due-check-repo.js';
import { upsertOwnerTimeZone } from './owner-time-zone-repo.js';

/** Stores the time zone of an owner and recomputes due dates and paces. Late and repeated calls change nothing. */
export async function recordOwnerTimeZone(
  pool: Pool,
  { ownerId, timeZone, settingsVersion }: RecordOwnerTimeZoneRequest,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    // Locked first, so that a view log being stored with the old time zone is included.
    const dealIds = await lockDealsOfOwner(tx, ownerId);
    const isNews = await upsertOwnerTimeZone(tx, ownerId, timeZone, settingsVersion);
    if (!isNews) return;
    await updateDueChecks(tx, dealIds);
    await updateCountedDays(tx, dealIds);
  });
}
