import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Invitation, InvitationSecret } from '../schemas/invitation.js';

export const openInvitation = defineOperation({
  name: 'teams.open_invitation',
  summary: 'Get an invitation by its secret',
  description: 'The secret is the last part of the link. Opening it while signed in adds the invitation to your list.',
  access: 'anyone',
  tier: 1,
  affects: ['inbox'],
  http: {
    method: 'POST',
    path: '/public/invitations/open',
    formerPath: '/teams/invitations/open',
    idempotencyKey: 'ignored',
  },
  input: z.strictObject({ secret: InvitationSecret }),
  output: Invitation,
  run: async (input, { clients }) => (await clients.teams.openInvitation(input)).invitation,
});
