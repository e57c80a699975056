import type { TeamRole, UserPrincipal } from '@svc/chassis/calls/principal';
import { appError, noSuch } from '@svc/chassis/errors/app-error';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { findUserForUpdate } from '../accounts/user-repo.js';
import { hashToken, newToken } from '../sessions/session-token.js';
import {
  confirmInvitedAddress,
  deleteInvitation,
  findAnswerableInvitation,
  findInvitationBySecret,
  findOfferedRole,
  findTeamInvitation,
  insertShownInvitation,
  type OpenedInvitation,
  upsertInvitation,
} from './invitation-repo.js';
import { announceReturn, REPEAT_MS } from './membership-end.js';
import {
  countActiveTeams,
  findMember,
  hasLeftWithin,
  hasMemberWithAddress,
  MEMBERSHIPS_MAX,
  upsertMembership,
} from './membership-repo.js';
import { findTeamForUpdate, lockTeam } from './team-repo.js';
import { requireManager, requireMayAssign, requireTeam } from './team-rules.js';

/**
 * Invites a user, who must present one of two secrets: that of the response, or that of the mail, which proves the address. Otherwise the address is
 * only a label. A new invitation replaces an open one to the same address. Throws NOT_FOUND, FORBIDDEN, or CONFLICT for a member's address.
 */
export async function inviteMember(
  tx: Tx,
  { userId }: UserPrincipal,
  { teamId, email, role }: { teamId: string; email: string; role: TeamRole },
): Promise<{ invitationId: string; secret: string; mailedSecret: string; teamName: string }> {
  const team = requireTeam(await findTeamForUpdate(tx, userId, teamId));
  requireManager(team);
  if (await hasMemberWithAddress(tx, teamId, email)) {
    throw appError('CONFLICT', 'A member of the team already has this address. Change their role instead.');
  }
  const offered = await findOfferedRole(tx, teamId, email);
  requireMayAssign(team, role, ...(offered === null ? [] : [offered]));
  const [secret, mailedSecret] = [newToken(), newToken()];
  const hashes = { secretHash: hashToken(secret), mailedSecretHash: hashToken(mailedSecret) };
  const invitationId = await upsertInvitation(tx, { teamId, email, role, invitedById: userId, ...hashes });
  return { invitationId, secret, mailedSecret, teamName: team.name };
}

/**
 * Returns the invitation with this secret, and adds it to the list of the signed-in user, if any; the mailed link confirms their address. Throws
 * NOT_FOUND.
 */
export async function openInvitation(tx: Tx, userId: string | undefined, secret: string): Promise<OpenedInvitation> {
  const secretHash = hashToken(secret);
  const invitation = await findInvitationBySecret(tx, secretHash);
  if (!invitation) throw noSuch('invitation');
  if (userId === undefined) return invitation;
  await insertShownInvitation(tx, userId, { invitationId: invitation.id, secretHash });
  await confirmInvitedAddress(tx, userId, secretHash);
  return invitation;
}

/**
 * Accepts or declines an invitation. Returns the team's id. Throws NOT_FOUND when it is not open or the secret does not match, CONFLICT when the
 * account already has the maximum number of teams.
 */
export async function answerInvitation(
  tx: Tx,
  outbox: Outbox,
  { userId }: UserPrincipal,
  { invitationId, secret, accept }: { invitationId: string; secret?: string | null | undefined; accept: boolean },
): Promise<string> {
  const asked = { invitationId, secretHash: typeof secret === 'string' ? hashToken(secret) : null };
  // Serializes concurrent accepts, which must not exceed the limit.
  await findUserForUpdate(tx, userId);
  if (asked.secretHash) await confirmInvitedAddress(tx, userId, asked.secretHash);
  const { teamId, role } = await takeInvitation(tx, userId, asked);
  if (accept) await join(tx, outbox, { teamId, userId, role });
  return teamId;
}

/** Locks the team before the invitation, like all code that ends invitations. */
async function takeInvitation(tx: Tx, userId: string, asked: { invitationId: string; secretHash: Buffer | null }) {
  const seen = await findAnswerableInvitation(tx, userId, asked);
  if (seen) await lockTeam(tx, seen.teamId);
  const invitation = seen && (await findAnswerableInvitation(tx, userId, asked));
  if (!invitation) throw noSuch('invitation');
  await deleteInvitation(tx, asked.invitationId);
  return invitation;
}

async function join(
  tx: Tx,
  outbox: Outbox,
  { teamId, userId, role }: { teamId: string; userId: string; role: TeamRole },
): Promise<void> {
  if (await findMember(tx, teamId, userId)) return;
  if ((await countActiveTeams(tx, userId)) >= MEMBERSHIPS_MAX) {
    throw appError('CONFLICT', `You are in ${MEMBERSHIPS_MAX} teams, the maximum. Leave one first.`);
  }
  if (await hasLeftWithin(tx, teamId, userId, REPEAT_MS)) await announceReturn(tx, outbox, { teamId, userId });
  await upsertMembership(tx, teamId, userId, role);
}

/** Withdraws an open invitation. Throws NOT_FOUND, FORBIDDEN. */
export async function withdrawInvitation(
  tx: Tx,
  { userId }: UserPrincipal,
  { teamId, invitationId }: { teamId: string; invitationId: string },
): Promise<void> {
  const team = requireTeam(await findTeamForUpdate(tx, userId, teamId));
  requireManager(team);
  const invitation = await findTeamInvitation(tx, teamId, invitationId);
  if (!invitation) throw noSuch('invitation');
  requireMayAssign(team, invitation.role);
  await deleteInvitation(tx, invitationId);
}
