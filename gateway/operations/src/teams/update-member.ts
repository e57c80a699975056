import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Member, TeamRole } from '../schemas/team.js';

export const updateMember = defineOperation({
  name: 'teams.update_member',
  summary: "Update a member's role",
  tier: 2,
  http: { method: 'PATCH', path: '/teams/:teamId/members/:userId' },
  input: z.strictObject({ teamId: Id, userId: Id, role: TeamRole }),
  output: Member,
  run: async (input, { clients }) => (await clients.teams.updateMember(input)).member,
});
