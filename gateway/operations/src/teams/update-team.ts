import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Team, TeamName } from '../schemas/team.js';

export const updateTeam = defineOperation({
  name: 'teams.update',
  summary: 'Update the name of a team',
  description: 'Only owners and administrators of the team can rename it.',
  tier: 2,
  affects: ['auth'],
  http: { method: 'PATCH', path: '/teams/:teamId', version: 'checked' },
  input: z.strictObject({ teamId: Id, name: TeamName }),
  output: Team,
  run: async (input, { clients, expectedVersion }) =>
    (await clients.teams.updateTeam({ ...input, expectedVersion })).team,
});
