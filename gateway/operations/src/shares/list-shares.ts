import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ShareableType } from '../schemas/team-share.js';
import { SHARE_OWNERS } from '../teams/team-share-services.js';

/** Page size for teams: more than a user can join. */
const ALL_TEAMS = { pageSize: 200, skip: 0 };

export const listShares = defineOperation({
  name: 'shares.list',
  summary: 'List the teams one of your records is shared with, newest first',
  tier: 0,
  http: { method: 'GET', path: '/shares' },
  input: z.strictObject({ entityType: ShareableType, entityId: Id, ...pageInput }),
  output: listOf(
    z.object({
      shareId: Id,
      teamId: Id,
      teamName: z.string().nullable().describe('Null when you have just left the team.'),
      permission: z.literal('view').describe('What the team may do: view the record without its sensitive fields.'),
      since: Timestamp,
    }),
  ),
  run: async (input, { clients }) => {
    const [{ shares, totalSize }, { teams }] = await Promise.all([
      clients[SHARE_OWNERS[input.entityType]].listSharesOfRecord(pageRequest(input)),
      clients.teams.listTeams(ALL_TEAMS),
    ]);
    const names = new Map(teams.map(({ id, name }) => [id, name]));
    const items = shares.map(({ id, teamId, createdAt }) => ({
      shareId: id,
      teamId,
      teamName: names.get(teamId) ?? null,
      permission: 'view',
      since: createdAt,
    }));
    return page(items, totalSize, input);
  },
});
