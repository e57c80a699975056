import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ShareRow } from '@svc/records/sharing/share-repo';
import type { Sharing } from '@svc/records/sharing/sharing-handlers';
import { revokeBetweenFormerTeammates } from '../access-requests/access-request-repo.js';
import { recordActivities } from '../activity/record-activities.js';
import { endAssignmentsThrough } from '../tasks/task-repo.js';
import { SHARE_TABLES } from '../visibility/share-tables.js';

/** Sharing with teams: shares of deals are recorded as activity; assignments and granted access end with the membership that they depend on. */
export const SHARING: Sharing = {
  tables: SHARE_TABLES,
  onShared: (tx, user, share) => recordOfDeal(tx, user, share, 'deal.shared'),
  onUnshared: (tx, user, share) => recordOfDeal(tx, user, share, 'deal.unshared'),
  async onMembershipEnd(tx, ended) {
    await endAssignmentsThrough(tx, ended.teamId, ended.userId, ended.sharedUntil);
    await revokeBetweenFormerTeammates(tx, ended);
  },
};

async function recordOfDeal(tx: Tx, user: UserPrincipal, share: ShareRow, action: string): Promise<void> {
  if (share.entityType !== 'deal') return;
  const deal = { id: share.entityId, ownerId: share.ownerId, name: share.title };
  await recordActivities(tx, user, [{ deal, action }]);
}
