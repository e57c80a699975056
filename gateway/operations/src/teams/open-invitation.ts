import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { InvitationSecret, OpenedInvitation } from '../schemas/invitation.js';

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
  output: OpenedInvitation,
  run: async (input, { clients }) => {
    const { invitation, email, hasAccount } = await clients.teams.openInvitation(input);
    // A replica of the previous release answers neither.
    return invitation && { ...invitation, email: email || null, hasAccount: hasAccount ?? null };
  },
});
