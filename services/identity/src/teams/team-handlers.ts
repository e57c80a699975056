import type { TeamRole } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { type Member, TeamService as methods } from '@svc/proto/identity/v1/team_service';
import { hashToken } from '../sessions/session-token.js';
import { removeMember, updateMember } from './change-members.js';
import { createTeam, deleteTeam, renameTeam } from './change-team.js';
import type { InvitationLimit } from './invitation-limit.js';
import { listInvitations, listTeamInvitations } from './invitation-repo.js';
import { answerInvitation, inviteMember, openInvitation, withdrawInvitation } from './invitations.js';
import { sealInvitationMail } from './mail-invitation.js';
import { listMembers, listPeople, listTeammates, type MemberRow } from './membership-repo.js';
import { findTeam, listTeams, type TeamRow } from './team-repo.js';
import { requireManager, requireTeam, TEAM_ROLES } from './team-rules.js';

const TEAMMATES_MAX = 500;

/** The client address is not part of the request's identity, so a retry from another network is the same request. */
const INVITE: typeof methods.inviteMember = {
  ...methods.inviteMember,
  requestSerialize: (request) => methods.inviteMember.requestSerialize({ ...request, clientAddress: null }),
};

export interface TeamDependencies {
  readonly pool: Pool;
  readonly write: Write;
  readonly outbox: Outbox;
  /** Limits the invitations, and so the mails, of a user. */
  readonly invitationLimit: Pick<InvitationLimit, 'countTry'>;
  /** Whether mail is configured. */
  readonly sendsMail: boolean;
  /** Seals waiting mails. */
  readonly sealingSecret: Uint8Array;
  /** Resolves when no gateway still caches the revoked permission. */
  readonly untilForgotten: () => Promise<void>;
}

/** Teams. Memberships are part of the principal, so a method that revokes a permission returns only when it can no longer be used. */
export function teamHandlers({
  pool,
  write,
  outbox,
  invitationLimit,
  sendsMail,
  sealingSecret,
  untilForgotten,
}: TeamDependencies): ServiceHandlers<typeof methods> {
  return {
    createTeam: write(methods.createTeam, async (tx, { name }, { user }) => ({
      team: await createTeam(tx, user, name),
    })),
    getTeam: async ({ teamId }, { user }) => ({ team: requireTeam(await findTeam(pool, user.userId, teamId)) }),
    listTeams: async (request, { user }) => {
      const { rows: teams, total } = await listTeams(pool, user.userId, pageOf(request));
      return { teams, totalSize: total };
    },
    updateTeam: write(methods.updateTeam, async (tx, request, { user }) => ({
      team: await renameTeam(tx, user, request),
    })),
    deleteTeam: write(methods.deleteTeam, {
      work: (tx, request, { user }) => deleteTeam(tx, outbox, user, request),
      after: untilForgotten,
    }),
    listMembers: async (request, { user }) => {
      const page = pageOf(request);
      const team = requireTeam(await findTeam(pool, user.userId, request.teamId));
      const { rows: members, total } = await listMembers(pool, team.id, page);
      return { members: members.map((member) => toMember(member, team)), totalSize: total };
    },
    listPeople: async (request, { user }) => {
      const { rows: people, total } = await listPeople(pool, user.userId, pageOf(request));
      return { people, totalSize: total };
    },
    inviteMember: write(INVITE, {
      before: ({ clientAddress, email }, { user }) =>
        invitationLimit.countTry({ userId: user.userId, address: clientAddress ?? '', email }),
      work: async (tx, request, { user }) => {
        const role = readRole(request.role);
        const { teamName, mailedSecret, ...answer } = await inviteMember(tx, user, { ...request, role });
        const mailing = { email: request.email, teamName, invitedByName: user.name, secret: mailedSecret };
        const sealing = { secretHash: hashToken(answer.secret), sealingSecret };
        if (sendsMail) await outbox.enqueue(tx, await sealInvitationMail(mailing, sealing));
        return answer;
      },
    }),
    openInvitation: write(methods.openInvitation, async (tx, { secret }, { context: { principal } }) => {
      const userId = principal?.kind === 'user' ? principal.userId : undefined;
      const { email, hasAccount, ...invitation } = await openInvitation(tx, userId, secret);
      return { invitation, email, hasAccount };
    }),
    listTeamInvitations: async (request, { user }) => {
      const page = pageOf(request);
      const team = requireTeam(await findTeam(pool, user.userId, request.teamId));
      requireManager(team);
      const { rows: invitations, total } = await listTeamInvitations(pool, team.id, page);
      return { invitations, totalSize: total };
    },
    withdrawInvitation: write(methods.withdrawInvitation, (tx, request, { user }) =>
      withdrawInvitation(tx, user, request),
    ),
    updateMember: write(methods.updateMember, {
      work: async (tx, request, { user }) => {
        const role = readRole(request.role);
        const { email: _email, ...member } = await updateMember(tx, user, { ...request, role });
        return { member };
      },
      after: untilForgotten,
    }),
    removeMember: write(methods.removeMember, {
      work: (tx, request, { user }) => removeMember(tx, outbox, user, request),
      after: untilForgotten,
    }),
    listInvitations: async (request, { user }) => {
      const { rows: invitations, total } = await listInvitations(pool, user.userId, pageOf(request));
      return { invitations, totalSize: total };
    },
    answerInvitation: write(methods.answerInvitation, async (tx, request, { user }) => {
      const teamId = await answerInvitation(tx, outbox, user, request);
      return { team: request.accept ? requireTeam(await findTeam(tx, user.userId, teamId)) : null };
    }),
    describeTeammates: async ({ userIds }, { user }) => {
      if (userIds.length > TEAMMATES_MAX) throw invalidInput('userIds', `must have at most ${TEAMMATES_MAX} entries.`);
      return { teammates: await listTeammates(pool, user.userId, userIds) };
    },
  };
}

function readRole(role: string): TeamRole {
  const known = TEAM_ROLES.find((each) => each === role);
  if (!known) throw invalidInput('role', 'must be owner, admin or member.');
  return known;
}

/** Only owners and admins see addresses. */
function toMember({ email, ...member }: MemberRow, team: TeamRow): Member {
  return { ...member, email: team.role === 'member' ? null : email };
}
