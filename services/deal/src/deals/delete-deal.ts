import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { DeleteDealRequest } from '@svc/proto/deal/v1/deal_service';
import { recordActivities } from '../activity/record-activities.js';
import { deleteExternalSharesOf } from '../external-shares/external-share-repo.js';
import { enqueueRemoval } from '../removals/removals.js';
import { assertOwned } from '../visibility/access.js';
import { deleteDeal as deleteStoredDeal, findDealForUpdate } from './deal-repo.js';

/** Deletes a deal with its videos, and tells viewcheck to remove the readings. Throws VERSION_CONFLICT. */
export async function deleteDeal(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  { dealId, expectedVersion }: DeleteDealRequest,
): Promise<void> {
  const deal = await findDealForUpdate(tx, user, dealId);
  assertOwned('deal', user, deal);
  checkVersion(deal.version, expectedVersion);
  await deleteStoredDeal(tx, dealId);
  await deleteExternalSharesOf(tx, dealId);
  await enqueueRemoval(tx, outbox, { dealIds: [dealId], videoIds: [] });
  await recordActivities(tx, user, [{ deal, action: 'deal.deleted' }]);
}
