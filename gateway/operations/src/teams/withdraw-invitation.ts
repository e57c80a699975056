import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const withdrawInvitation = defineOperation({
  name: 'teams.withdraw_invitation',
  summary: 'Withdraw an open invitation to a team you manage',
  tier: 2,
  destructive: true,
  http: { method: 'DELETE', path: '/teams/:teamId/invitations/:invitationId' },
  input: z.strictObject({ teamId: Id, invitationId: Id }),
  run: (input, { clients }) => clients.teams.withdrawInvitation(input),
});
