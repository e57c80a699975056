import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Search } from '../schemas/scalars.js';
import { ManagedUser } from './managed-user.js';

export const listUsers = defineOperation({
  name: 'admin.list_users',
  summary: 'List accounts, newest first',
  access: 'admin',
  tier: 0,
  destructive: false,
  http: { method: 'GET', path: '/admin/users' },
  input: z.strictObject({ ...pageInput, q: Search.optional().describe('Searches e-mail and name.') }),
  output: listOf(ManagedUser),
  run: async ({ q, ...input }, { clients }) => {
    const { users, totalSize } = await clients.users.listUsers({ ...pageRequest(input), query: q });
    return page(users, totalSize, input);
  },
});
