import { forbidden, notFound } from '@svc/chassis/errors/app-error';
import { requireMembership } from '@svc/chassis/errors/require-membership';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { EndTeamShareRequest } from '@svc/proto/deal/v1/team_share_service';
import { recordActivities } from '../activity/record-activities.js';
import { deleteShare, findShare } from './share-repo.js';

/** Ends a share, for its next request on. Throws NOT_FOUND, or FORBIDDEN for ordinary members who do not own the record. */
export async function endTeamShare(
  tx: Tx,
  user: UserPrincipal,
  { teamId, shareId }: EndTeamShareRequest,
): Promise<void> {
  requireMembership(user, teamId);
  const share = await findShare(tx, teamId, shareId);
  if (!share) throw notFound('share');
  const runsTeam = user.teams.some(({ id, role }) => id === teamId && role !== 'member');
  if (share.ownerId !== user.userId && !runsTeam) {
    throw forbidden('Only the owner of the record, and owners and administrators of the team, may end this share.');
  }
  await deleteShare(tx, share);
  if (share.entityType === 'deal') {
    const deal = { id: share.entityId, ownerId: share.ownerId, name: share.title };
    await recordActivities(tx, user, [{ deal, action: 'deal.unshared' }]);
  }
}
