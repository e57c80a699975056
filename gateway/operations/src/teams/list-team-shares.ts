import { listOf, page, pageInput } from '@svc/chassis/schemas/paging';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { TeamShare } from '../schemas/team-share.js';
import { listAllShares } from './team-share-services.js';

export const listTeamShares = defineOperation({
  name: 'teams.list_shares',
  summary: 'List the records shared with a team, newest first',
  tier: 0,
  http: { method: 'GET', path: '/teams/:teamId/shares' },
  input: z.strictObject({ teamId: Id, ...pageInput, offset: z.int().min(0).max(10_000).default(0) }),
  output: listOf(TeamShare).extend({
    degraded: z.array(z.string()).optional().describe('Record types that cannot be listed right now.'),
  }),
  run: async ({ teamId, ...paging }, { clients }) => {
    const { shares, totalSize, ...rest } = await listAllShares(clients, teamId, paging);
    return { ...page(shares, totalSize, paging), ...rest };
  },
});
