import type { TeamRole, UserPrincipal } from '@svc/chassis/calls/principal';
import { noSuch } from '@svc/chassis/errors/app-error';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { deleteInvitationsBy } from './invitation-repo.js';
import { announceMembershipEnd } from './membership-end.js';
import { endMembership, findMember, hasOtherOwner, type MemberRow, updateMemberRole } from './membership-repo.js';
import { findTeamForUpdate } from './team-repo.js';
import {
  lastOwner,
  requireManager,
  requireMayAssign,
  requireTeam,
  rolesThatNeedMoreThan,
  TEAM_ROLES,
} from './team-rules.js';

/**
 * Changes a member's role, and ends the member's invitations that the new role does not allow. Throws NOT_FOUND, FORBIDDEN, or CONFLICT when no owner
 * would remain.
 */
export async function updateMember(
  tx: Tx,
  user: UserPrincipal,
  { teamId, userId, role }: { teamId: string; userId: string; role: TeamRole },
): Promise<MemberRow> {
  const team = requireTeam(await findTeamForUpdate(tx, user.userId, teamId));
  requireManager(team);
  const member = await findMember(tx, teamId, userId);
  if (!member) throw noSuch('member');
  requireMayAssign(team, member.role, role);
  if (member.role === 'owner' && role !== 'owner' && !(await hasOtherOwner(tx, teamId, userId))) throw lastOwner();
  await updateMemberRole(tx, teamId, userId, role);
  await deleteInvitationsBy(tx, { teamId, userId, roles: rolesThatNeedMoreThan(role) });
  return { ...member, role };
}

/**
 * Removes a member, and ends the member's invitations; all members may leave. Throws NOT_FOUND, FORBIDDEN, or CONFLICT when no owner would remain.
 */
export async function removeMember(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<void> {
  const team = requireTeam(await findTeamForUpdate(tx, user.userId, teamId));
  if (userId !== user.userId) requireManager(team);
  const member = await findMember(tx, teamId, userId);
  if (!member) throw noSuch('member');
  if (userId !== user.userId) requireMayAssign(team, member.role);
  if (member.role === 'owner' && !(await hasOtherOwner(tx, teamId, userId))) throw lastOwner();
  await endMembership(tx, teamId, userId);
  await deleteInvitationsBy(tx, { teamId, userId, roles: TEAM_ROLES });
  await announceMembershipEnd(tx, outbox, { teamId, userId });
}
