import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';

export const declineInvitation = defineOperation({
  name: 'teams.decline_invitation',
  summary: 'Decline an invitation',
  tier: 2,
  destructive: false,
  http: { method: 'POST', path: '/teams/invitations/:invitationId/decline' },
  input: z.strictObject({ invitationId: Id }),
  run: (input, { clients }) => clients.teams.answerInvitation({ ...input, accept: false }),
});
