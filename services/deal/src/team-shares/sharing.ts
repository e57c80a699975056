import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ShareRow } from '@svc/records/sharing/share-repo';
import type { Sharing } from '@svc/records/sharing/sharing-handlers';
import { recordActivities } from '../activity/record-activities.js';
import { endAssignmentsThrough } from '../tasks/task-repo.js';
import { SHARE_TABLES } from '../visibility/share-tables.js';

/** Sharing with teams: shares of deals are recorded as activity, and assignments end with the membership they depend on. */
export const SHARING: Sharing = {
  tables: SHARE_TABLES,
  onShared: (tx, user, share) => recordOfDeal(tx, user, share, 'deal.shared'),
  onUnshared: (tx, user, share) => recordOfDeal(tx, user, share, 'deal.unshared'),
  onMembershipEnd: (tx, { teamId, userId, sharedUntil }) => endAssignmentsThrough(tx, teamId, userId, sharedUntil),
};

async function recordOfDeal(tx: Tx, user: UserPrincipal, share: ShareRow, action: string): Promise<void> {
  if (share.entityType !== 'deal') return;
  const deal = { id: share.entityId, ownerId: share.ownerId, name: share.title };
  await recordActivities(tx, user, [{ deal, action }]);
}
