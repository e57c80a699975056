import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { InvitationSecret } from '../schemas/invitation.js';

export const declineInvitation = defineOperation({
  name: 'teams.decline_invitation',
  summary: 'Decline an invitation',
  description: 'Send the secret from the link, or omit it for an invitation on your list.',
  tier: 2,
  affects: ['inbox'],
  http: { method: 'POST', path: '/teams/invitations/:invitationId/decline' },
  input: z.strictObject({ invitationId: Id, secret: InvitationSecret.optional() }),
  run: (input, { clients }) => clients.teams.answerInvitation({ ...input, accept: false }),
});
