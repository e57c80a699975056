import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { TeamInvitation } from '../schemas/invitation.js';

export const listTeamInvitations = defineOperation({
  name: 'teams.list_team_invitations',
  summary: 'List the open invitations to a team you manage, newest first',
  tier: 0,
  http: { method: 'GET', path: '/teams/:teamId/invitations' },
  input: z.strictObject({ teamId: Id, ...pageInput }),
  output: listOf(TeamInvitation),
  run: async (input, { clients }) => {
    const { invitations, totalSize } = await clients.teams.listTeamInvitations(pageRequest(input));
    return page(invitations, totalSize, input);
  },
});
