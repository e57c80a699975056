import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { appError, forbidden } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DeleteTeamRequest, UpdateTeamRequest } from '@svc/proto/identity/v1/team_service';
import { findUserForUpdate } from '../accounts/user-repo.js';
import { announceMembershipEnd } from './membership-end.js';
import { countActiveTeams, MEMBERSHIPS_MAX, upsertMembership } from './membership-repo.js';
import { deleteTeamRow, findTeam, findTeamForUpdate, insertTeam, type TeamRow, updateTeamName } from './team-repo.js';
import { requireManager, requireTeam } from './team-rules.js';

/** Creates a team with the caller as its owner. Throws CONFLICT when the caller already has the maximum number of teams. */
export async function createTeam(tx: Tx, { userId }: UserPrincipal, name: string): Promise<TeamRow> {
  await findUserForUpdate(tx, userId);
  if ((await countActiveTeams(tx, userId)) >= MEMBERSHIPS_MAX) {
    throw appError('CONFLICT', `You are in ${MEMBERSHIPS_MAX} teams, the maximum. Leave one first.`);
  }
  const teamId = await insertTeam(tx, name);
  await upsertMembership(tx, teamId, userId, 'owner');
  return requireTeam(await findTeam(tx, userId, teamId));
}

/** Renames a team. Throws NOT_FOUND, FORBIDDEN, VERSION_CONFLICT. */
export async function renameTeam(tx: Tx, { userId }: UserPrincipal, request: UpdateTeamRequest): Promise<TeamRow> {
  const team = requireTeam(await findTeamForUpdate(tx, userId, request.teamId));
  requireManager(team);
  checkVersion(team.version, request.expectedVersion);
  if (request.name !== team.name) await updateTeamName(tx, team.id, request.name);
  return requireTeam(await findTeam(tx, userId, team.id));
}

/** Deletes a team. Throws NOT_FOUND, FORBIDDEN for callers who are not owners, VERSION_CONFLICT. */
export async function deleteTeam(
  tx: Tx,
  outbox: Outbox,
  { userId }: UserPrincipal,
  request: DeleteTeamRequest,
): Promise<void> {
  const team = requireTeam(await findTeamForUpdate(tx, userId, request.teamId));
  if (team.role !== 'owner') throw forbidden('Only owners of the team may delete it.');
  checkVersion(team.version, request.expectedVersion);
  await announceMembershipEnd(tx, outbox, { teamId: team.id, userId: null });
  await deleteTeamRow(tx, team.id);
}
