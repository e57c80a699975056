import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DeleteDealRequest } from '@svc/proto/deal/v1/deal_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { recordActivities } from '../activity/record-activities.js';
import { endExternalSharesOf } from '../external-shares/change-external-share.js';
import { enqueueRemoval } from '../removal-messages/removal-messages.js';
import { unlinkDeals } from '../tasks/task-repo.js';
import type { DealRow } from './deal.js';
import { deleteDeals, findDealForUpdate } from './deal-repo.js';

/** Deletes a deal with its videos, and notifies viewcheck to delete their view logs. Throws VERSION_CONFLICT. */
export async function deleteDeal(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  { dealId, expectedVersion }: DeleteDealRequest,
): Promise<void> {
  const deal = await findDealForUpdate(tx, user, dealId);
  assertOwned('deal', user, deal);
  checkVersion(deal.version, expectedVersion);
  await deleteLockedDeals(tx, outbox, user, [deal]);
}

/** Deletes deals of the caller that are locked. */
export async function deleteLockedDeals(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  deals: readonly DealRow[],
): Promise<void> {
  const dealIds = deals.map(({ id }) => id);
  await unlinkDeals(tx, dealIds);
  await deleteDeals(tx, dealIds);
  await endExternalSharesOf(tx, user, deals);
  await enqueueRemoval(tx, outbox, { dealIds, videoIds: [] });
  await recordActivities(
    tx,
    user,
    deals.map((deal) => ({ deal, action: 'deal.deleted' })),
  );
}
