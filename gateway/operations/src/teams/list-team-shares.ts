import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Id } from '../schemas/scalars.js';
import { TeamShare } from '../schemas/team-share.js';

export const listTeamShares = defineOperation({
  name: 'teams.list_shares',
  summary: 'List what is shared with a team, newest first',
  tier: 0,
  destructive: false,
  http: { method: 'GET', path: '/teams/:teamId/shares' },
  input: z.strictObject({ teamId: Id, ...pageInput }),
  output: listOf(TeamShare),
  run: async ({ teamId, ...paging }, { clients }) => {
    const { shares, totalSize } = await clients.teamShares.listTeamShares({ teamId, ...pageRequest(paging) });
    return page(shares, totalSize, paging);
  },
});
