import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Team } from '../schemas/team.js';

export const listTeams = defineOperation({
  name: 'teams.list',
  summary: 'List the teams that you are a member of, newest first',
  tier: 0,
  destructive: false,
  http: { method: 'GET', path: '/teams' },
  input: z.strictObject(pageInput),
  output: listOf(Team),
  run: async (input, { clients }) => {
    const { teams, totalSize } = await clients.teams.listTeams(pageRequest(input));
    return page(teams, totalSize, input);
  },
});
