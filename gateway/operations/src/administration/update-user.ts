import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { withSomeChange } from '../schemas/changes.js';
import { Id } from '../schemas/scalars.js';
import { ManagedUser } from './managed-user.js';

export const updateUser = defineOperation({
  name: 'admin.update_user',
  summary: "Change an account's role, or disable it",
  description: 'Disabling ends all sessions of the account at once.',
  access: 'admin',
  tier: 2,
  destructive: false,
  http: { method: 'PATCH', path: '/admin/users/:userId' },
  input: withSomeChange(
    z.strictObject({ userId: Id, role: z.enum(['user', 'admin']).optional(), disabled: z.boolean().optional() }),
    'userId',
  ),
  output: ManagedUser,
  run: async (input, { clients, expectedVersion }) =>
    (await clients.users.updateUser({ ...input, expectedVersion })).user,
});
