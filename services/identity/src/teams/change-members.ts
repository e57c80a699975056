import { AppError, notFound } from '@svc/chassis/errors/app-error';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { TeamRole, UserPrincipal } from '@svc/chassis/principal';
import { findUser } from '../accounts/user-repo.js';
import { deleteInvitation, takeInvitation, upsertInvitation } from './invitation-repo.js';
import { announceMembershipEnd } from './membership-end.js';
import {
  countActiveTeams,
  endMembership,
  findMember,
  hasOtherOwner,
  MEMBERSHIPS_MAX,
  updateMemberRole,
  upsertMembership,
  type MemberRow,
} from './membership-repo.js';
import { findTeamForUpdate } from './team-repo.js';
import { lastOwner, requireManager, requireMayAssign, requireTeam } from './team-rules.js';

/**
 * Invites an address. Answers alike whether or not there is an account with it, so that nobody learns who has one. Throws
 * NOT_FOUND, FORBIDDEN.
 */
export async function inviteMember(
  pool: Pool,
  { userId }: UserPrincipal,
  { teamId, email, role }: { teamId: string; email: string; role: TeamRole },
): Promise<string> {
  return inTransaction(pool, async (tx) => {
    const team = requireTeam(await findTeamForUpdate(tx, userId, teamId));
    requireManager(team);
    requireMayAssign(team, role);
    return upsertInvitation(tx, { teamId, email, role, invitedById: userId });
  });
}

/**
 * Accepts an invitation, or declines it. Answers the team's id. Throws NOT_FOUND when it is not open, CONFLICT when the account is
 * in as many teams as it can be.
 */
export async function answerInvitation(
  pool: Pool,
  { userId }: UserPrincipal,
  { invitationId, accept }: { invitationId: string; accept: boolean },
): Promise<string> {
  return inTransaction(pool, async (tx) => {
    // Accepting two invitations at once must not lead past the limit.
    await findUser(tx, userId, true);
    const invitation = await takeInvitation(tx, userId, invitationId);
    if (!invitation) throw notFound('invitation');
    if (!accept) return invitation.teamId;
    const isMember = await findMember(tx, invitation.teamId, userId);
    if (isMember) return invitation.teamId;
    if ((await countActiveTeams(tx, userId)) >= MEMBERSHIPS_MAX) {
      throw new AppError('conflict', 'CONFLICT', `You are in ${MEMBERSHIPS_MAX} teams. Leave one first.`);
    }
    await upsertMembership(tx, invitation.teamId, userId, invitation.role);
    return invitation.teamId;
  });
}

/** Changes a member's role. Throws NOT_FOUND, FORBIDDEN, or CONFLICT when no owner would be left. */
export async function updateMember(
  pool: Pool,
  principal: UserPrincipal,
  { teamId, userId, role }: { teamId: string; userId: string; role: TeamRole },
): Promise<MemberRow> {
  return inTransaction(pool, async (tx) => {
    const team = requireTeam(await findTeamForUpdate(tx, principal.userId, teamId));
    requireManager(team);
    const member = await findMember(tx, teamId, userId);
    if (!member) throw notFound('member');
    requireMayAssign(team, member.role, role);
    if (member.role === 'owner' && role !== 'owner' && !(await hasOtherOwner(tx, teamId, userId))) throw lastOwner();
    await updateMemberRole(tx, teamId, userId, role);
    return { ...member, role };
  });
}

/** Takes a member out; everybody may leave. Throws NOT_FOUND, FORBIDDEN, or CONFLICT when no owner would be left. */
export async function removeMember(
  pool: Pool,
  outbox: Outbox,
  principal: UserPrincipal,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const team = requireTeam(await findTeamForUpdate(tx, principal.userId, teamId));
    if (userId !== principal.userId) requireManager(team);
    const member = await findMember(tx, teamId, userId);
    if (!member) throw notFound('member');
    if (userId !== principal.userId) requireMayAssign(team, member.role);
    if (member.role === 'owner' && !(await hasOtherOwner(tx, teamId, userId))) throw lastOwner();
    await endMembership(tx, teamId, userId);
    await deleteInvitation(tx, teamId, member.email);
    await announceMembershipEnd(tx, outbox, { teamId, userId });
  });
}
