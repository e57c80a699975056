import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Id } from '../schemas/scalars.js';
import { Member } from '../schemas/team.js';

export const listMembers = defineOperation({
  name: 'teams.list_members',
  summary: 'List the members of a team and those invited to it, longest-standing first',
  tier: 0,
  destructive: false,
  http: { method: 'GET', path: '/teams/:teamId/members' },
  input: z.strictObject({ teamId: Id, ...pageInput }),
  output: listOf(Member),
  run: async ({ teamId, ...paging }, { clients }) => {
    const { members, totalSize } = await clients.teams.listMembers({ teamId, ...pageRequest(paging) });
    return page(members, totalSize, paging);
  },
});
