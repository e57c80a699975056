import { invalidInput } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { TeamRole } from '@svc/chassis/principal';
import { TeamServiceService, type Member } from '@svc/proto/identity/v1/team_service';
import { answerInvitation, inviteMember, removeMember, updateMember } from './change-members.js';
import { createTeam, endTeam, renameTeam } from './change-team.js';
import { listInvitations } from './invitation-repo.js';
import { listMembers, listTeammates, type MemberRow } from './membership-repo.js';
import { findTeam, listTeams, type TeamRow } from './team-repo.js';
import { requireTeam } from './team-rules.js';

const TEAMMATES_MAX = 500;
const ROLES: readonly string[] = ['owner', 'admin', 'member'] satisfies readonly TeamRole[];

/** Teams. Memberships travel with the caller, so whatever changes one answers only once nobody can still use the old one. */
export function teamService(
  pool: Pool,
  outbox: Outbox,
  untilForgotten: () => Promise<void>,
): ServiceHandlers<typeof TeamServiceService> {
  return {
    createTeam: async (request, { user }) => {
      const write = runWrite(pool, TeamServiceService.createTeam, request, async (tx) => ({
        team: await createTeam(tx, user, request.name),
      }));
      const answer = await write;
      await untilForgotten();
      return answer;
    },
    getTeam: async ({ teamId }, { user }) => ({ team: requireTeam(await findTeam(pool, user.userId, teamId)) }),
    listTeams: async (request, { user }) => {
      const { limit, offset } = pageOf(request);
      const { teams, total } = await listTeams(pool, user.userId, limit, offset);
      return { teams, totalSize: total };
    },
    updateTeam: async (request, { user }) => ({ team: await renameTeam(pool, user, request) }),
    deleteTeam: async (request, { user }) => {
      await endTeam(pool, outbox, user, request);
      await untilForgotten();
      return {};
    },
    listMembers: async (request, { user }) => {
      const { limit, offset } = pageOf(request);
      const team = requireTeam(await findTeam(pool, user.userId, request.teamId));
      const { members, total } = await listMembers(pool, team.id, limit, offset);
      return { members: members.map((member) => toMember(member, team)), totalSize: total };
    },
    inviteMember: async (request, { user }) => ({
      invitationId: await inviteMember(pool, user, { ...request, role: readRole(request.role) }),
    }),
    updateMember: async (request, { user }) => {
      const member = await updateMember(pool, user, { ...request, role: readRole(request.role) });
      await untilForgotten();
      const { email: _email, ...shown } = member;
      return { member: shown };
    },
    removeMember: async (request, { user }) => {
      await removeMember(pool, outbox, user, request);
      await untilForgotten();
      return {};
    },
    listInvitations: async (request, { user }) => {
      const { limit, offset } = pageOf(request);
      const { invitations, total } = await listInvitations(pool, user.userId, limit, offset);
      return { invitations, totalSize: total };
    },
    answerInvitation: async (request, { user }) => {
      const teamId = await answerInvitation(pool, user, request);
      if (!request.accept) return { team: null };
      await untilForgotten();
      return { team: requireTeam(await findTeam(pool, user.userId, teamId)) };
    },
    describeTeammates: async ({ userIds }, { user }) => {
      if (userIds.length > TEAMMATES_MAX) throw invalidInput('userIds', `At most ${TEAMMATES_MAX} at once.`);
      return { teammates: await listTeammates(pool, user.userId, userIds) };
    },
  };
}

function readRole(role: string): TeamRole {
  if (!ROLES.includes(role)) throw invalidInput('role', 'Has to be owner, admin or member.');
  return role as TeamRole;
}

/** Addresses are shown to those who run the team. */
function toMember({ email, ...member }: MemberRow, team: TeamRow): Member {
  return { ...member, email: team.role === 'member' ? null : email };
}
