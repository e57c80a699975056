import { invalidInput } from '@svc/chassis/errors/app-error';
import { requireMembership } from '@svc/chassis/errors/require-membership';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { ShareWithTeamRequest, ShareWithTeamResponse } from '@svc/proto/deal/v1/team_share_service';
import { recordActivities } from '../activity/record-activities.js';
import { assertOwned } from '../visibility/access.js';
import { SHARE_TABLES } from '../visibility/sight.js';
import type { Entity } from '../visibility/visibility-table.js';
import { findShareable, insertShare } from './share-repo.js';

/**
 * Shares an owned record with a team of the caller's; again answers the same share. Throws NOT_FOUND for a hidden record or team,
 * FORBIDDEN for a record that is only shared with the caller.
 */
export async function shareWithTeam(
  tx: Tx,
  user: UserPrincipal,
  { teamId, entityType, entityId }: ShareWithTeamRequest,
): Promise<ShareWithTeamResponse> {
  if (!isShareable(entityType)) throw invalidInput('entityType', `Cannot be shared: ${entityType}.`);
  requireMembership(user, teamId);
  const record = await findShareable(tx, user, entityType, entityId);
  assertOwned(entityType.replace('_', ' '), user, record);
  const { id, createdAt, created } = await insertShare(tx, entityType, { entityId, teamId, sharedBy: user.userId });
  if (created && entityType === 'deal') {
    await recordActivities(tx, user, [{ deal: { ...record, name: record.title }, action: 'deal.shared' }]);
  }
  const { title, ownerId } = record;
  return { share: { id, teamId, entityType, entityId, title, ownerId, createdAt }, created };
}

function isShareable(entityType: string): entityType is Entity {
  return Object.hasOwn(SHARE_TABLES, entityType);
}
