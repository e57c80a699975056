import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { DeleteDealRequest } from '@svc/proto/deal/v1/deal_service';
import { recordActivities } from '../activity/record-activities.js';
import { endExternalSharesOf } from '../external-shares/change-external-share.js';
import { enqueueRemoval } from '../removals/removals.js';
import { unlinkDeal } from '../tasks/task-repo.js';
import { assertOwned } from '@svc/chassis/sharing/team-access';
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
  await unlinkDeal(tx, dealId);
  await deleteStoredDeal(tx, dealId);
  await endExternalSharesOf(tx, user, deal);
  await enqueueRemoval(tx, outbox, { dealIds: [dealId], videoIds: [] });
  await recordActivities(tx, user, [{ deal, action: 'deal.deleted' }]);
}
