import type { Tx } from '@svc/chassis/postgres/transaction';
import { deleteAllInvitationsBy } from './invitation-repo.js';
import { appointOwners, deleteMemberships, listTeamIds } from './membership-repo.js';
import { deleteTeamsWithoutMembers, lockTeams } from './team-repo.js';

/**
 * Removes a user, whose row the transaction has locked, from all teams, and ends the user's invitations. A team without an owner passes to its
 * longest-standing admin, else member; an empty team is deleted.
 */
export async function handOverTeams(tx: Tx, userId: string): Promise<void> {
  const teamIds = await listTeamIds(tx, userId);
  if (teamIds.length === 0) return;
  // Locks teams before their members, like every change of members.
  await lockTeams(tx, teamIds);
  await deleteMemberships(tx, userId);
  await deleteAllInvitationsBy(tx, userId);
  await appointOwners(tx, teamIds);
  await deleteTeamsWithoutMembers(tx, teamIds);
}
