import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Member } from '../schemas/team.js';

export const listMembers = defineOperation({
  name: 'teams.list_members',
  summary: 'List the members and invited people of a team, longest-standing first',
  tier: 0,
  http: { method: 'GET', path: '/teams/:teamId/members' },
  input: z.strictObject({ teamId: Id, ...pageInput }),
  output: listOf(Member),
  run: async (input, { clients }) => {
    const { members, totalSize } = await clients.teams.listMembers(pageRequest(input));
    return page(members, totalSize, input);
  },
});
