import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Team, TeamName } from '../schemas/team.js';

export const createTeam = defineOperation({
  name: 'teams.create',
  summary: 'Create a team',
  tier: 2,
  affects: ['auth'],
  changesCaller: true,
  http: { method: 'POST', path: '/teams', status: 201, location: '/teams/:id' },
  input: z.strictObject({ name: TeamName }),
  output: Team,
  run: async (input, { clients }) => (await clients.teams.createTeam(input)).team,
});
