import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Team } from '../schemas/team.js';

export const getTeam = defineOperation({
  name: 'teams.get',
  summary: 'Get one team',
  tier: 0,
  http: { method: 'GET', path: '/teams/:teamId' },
  input: z.strictObject({ teamId: Id }),
  output: Team,
  run: async (input, { clients }) => (await clients.teams.getTeam(input)).team,
});
