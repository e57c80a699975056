import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { InvitationSecret } from '../schemas/invitation.js';
import { Team } from '../schemas/team.js';

export const acceptInvitation = defineOperation({
  name: 'teams.accept_invitation',
  summary: 'Accept an invitation and join the team',
  description: 'Send the secret from the link, or omit it for an invitation on your list.',
  tier: 2,
  affects: ['inbox', 'auth', 'deals', 'contacts', 'influencers', 'overview'],
  changesCaller: true,
  http: { method: 'POST', path: '/teams/invitations/:invitationId/accept' },
  input: z.strictObject({ invitationId: Id, secret: InvitationSecret.optional() }),
  output: Team,
  run: async (input, { clients }) => (await clients.teams.answerInvitation({ ...input, accept: true })).team,
});
