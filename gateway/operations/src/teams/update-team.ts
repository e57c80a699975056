import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';
import { Team, TeamName } from '../schemas/team.js';

export const updateTeam = defineOperation({
  name: 'teams.update',
  summary: 'Rename a team',
  description: 'Owners and administrators of the team may.',
  tier: 2,
  destructive: false,
  http: { method: 'PATCH', path: '/teams/:teamId' },
  input: z.strictObject({ teamId: Id, name: TeamName }),
  output: Team,
  run: async (input, { clients, expectedVersion }) =>
    (await clients.teams.updateTeam({ ...input, expectedVersion })).team,
});
