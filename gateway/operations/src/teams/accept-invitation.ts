import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';
import { Team } from '../schemas/team.js';

export const acceptInvitation = defineOperation({
  name: 'teams.accept_invitation',
  summary: 'Accept an invitation and become a member',
  tier: 2,
  destructive: false,
  http: { method: 'POST', path: '/teams/invitations/:invitationId/accept' },
  input: z.strictObject({ invitationId: Id }),
  output: Team,
  run: async (input, { clients }) => (await clients.teams.answerInvitation({ ...input, accept: true })).team,
});
