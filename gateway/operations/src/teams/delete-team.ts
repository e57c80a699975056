import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deleteTeam = defineOperation({
  name: 'teams.delete',
  summary: 'Delete a team and stop sharing everything with it',
  description: 'Only owners of the team can delete it. The shared records stay with their owners.',
  tier: 2,
  affects: ['auth', 'deals', 'contacts', 'influencers', 'inbox', 'overview'],
  destructive: true,
  http: { method: 'DELETE', path: '/teams/:teamId', version: 'checked' },
  input: z.strictObject({ teamId: Id }),
  run: (input, { clients, expectedVersion }) => clients.teams.deleteTeam({ ...input, expectedVersion }),
});
