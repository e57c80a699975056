import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Person } from '../schemas/team.js';

export const listPeople = defineOperation({
  name: 'teams.list_people',
  summary: 'List yourself and everyone you share a team with, by name',
  tier: 0,
  http: { method: 'GET', path: '/teams/people' },
  input: z.strictObject(pageInput),
  output: listOf(Person),
  run: async (input, { clients }) => {
    const { people, totalSize } = await clients.teams.listPeople(pageRequest(input));
    return page(people, totalSize, input);
  },
});
