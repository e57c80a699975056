import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Team } from '../schemas/team.js';

export const listTeams = defineOperation({
  name: 'teams.list',
  summary: 'List your teams, newest first',
  tier: 0,
  http: { method: 'GET', path: '/teams' },
  input: z.strictObject(pageInput),
  output: listOf(Team),
  run: async (input, { clients }) => {
    const { teams, totalSize } = await clients.teams.listTeams(pageRequest(input));
    return page(teams, totalSize, input);
  },
});
