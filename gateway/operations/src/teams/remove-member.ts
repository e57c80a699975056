import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const removeMember = defineOperation({
  name: 'teams.remove_member',
  summary: 'Remove a member from a team, or leave it',
  description: 'All rights through the team end before the call returns. The last owner cannot leave.',
  tier: 2,
  affects: ['auth', 'deals', 'contacts', 'influencers', 'inbox', 'overview'],
  destructive: true,
  http: { method: 'DELETE', path: '/teams/:teamId/members/:userId' },
  input: z.strictObject({ teamId: Id, userId: Id }),
  run: (input, { clients }) => clients.teams.removeMember(input),
});
