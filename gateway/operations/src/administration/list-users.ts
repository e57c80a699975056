import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Search } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ManagedUser } from './managed-user.js';

export const listUsers = defineOperation({
  name: 'admin.list_users',
  summary: 'List accounts, newest first',
  access: 'admin',
  tier: 0,
  http: { method: 'GET', path: '/admin/users' },
  input: z.strictObject({ ...pageInput, q: Search.optional().describe('Searches email and name.') }),
  output: listOf(ManagedUser),
  run: async (input, { clients }) => {
    const { users, totalSize } = await clients.users.listUsers(pageRequest(input));
    return page(users, totalSize, input);
  },
});
