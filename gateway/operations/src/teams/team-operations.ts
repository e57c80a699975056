import { acceptInvitation } from './accept-invitation.js';
import { createTeam } from './create-team.js';
import { declineInvitation } from './decline-invitation.js';
import { deleteTeam } from './delete-team.js';
import { endTeamShare } from './end-team-share.js';
import { getTeam } from './get-team.js';
import { inviteMember } from './invite-member.js';
import { listInvitations } from './list-invitations.js';
import { listMembers } from './list-members.js';
import { listPeople } from './list-people.js';
import { listTeamInvitations } from './list-team-invitations.js';
import { listTeamShares } from './list-team-shares.js';
import { listTeamTemplates } from './list-team-templates.js';
import { listTeams } from './list-teams.js';
import { openInvitation } from './open-invitation.js';
import { removeMember } from './remove-member.js';
import { shareWithTeam } from './share-with-team.js';
import { updateMember } from './update-member.js';
import { updateTeam } from './update-team.js';
import { withdrawInvitation } from './withdraw-invitation.js';

export const teamOperations = [
  acceptInvitation,
  createTeam,
  declineInvitation,
  deleteTeam,
  endTeamShare,
  getTeam,
  inviteMember,
  listInvitations,
  listMembers,
  listPeople,
  listTeamInvitations,
  listTeamShares,
  listTeamTemplates,
  listTeams,
  openInvitation,
  removeMember,
  shareWithTeam,
  updateMember,
  updateTeam,
  withdrawInvitation,
] as const;
