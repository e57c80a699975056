import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Id, Timestamp } from '../schemas/scalars.js';
import { TeamRole } from '../schemas/team.js';

const Invitation = z
  .object({
    id: Id,
    teamId: Id,
    teamName: z.string(),
    role: TeamRole,
    invitedByName: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Invitation' });

export const listInvitations = defineOperation({
  name: 'teams.list_invitations',
  summary: 'List open invitations to you, newest first',
  tier: 0,
  destructive: false,
  http: { method: 'GET', path: '/teams/invitations' },
  input: z.strictObject(pageInput),
  output: listOf(Invitation),
  run: async (input, { clients }) => {
    const { invitations, totalSize } = await clients.teams.listInvitations(pageRequest(input));
    return page(invitations, totalSize, input);
  },
});
