import { changeInput } from '@svc/chassis/schemas/changes';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ManagedUser } from './managed-user.js';

export const updateUser = defineOperation({
  name: 'admin.update_user',
  summary: "Update an account's role, or disable it",
  description:
    "Disabling immediately ends the account's sessions and agent connections, and disables its short links, photos and shared links until it is enabled again; for a large account within a few seconds.",
  access: 'admin',
  tier: 2,
  affects: ['short_links', 'external_shares'],
  http: { method: 'PATCH', path: '/admin/users/:userId', version: 'checked' },
  input: changeInput({ userId: Id }, { role: z.enum(['user', 'admin']), disabled: z.boolean() }),
  output: ManagedUser,
  run: async (input, { clients, expectedVersion }) =>
    (await clients.users.updateUser({ ...input, expectedVersion })).user,
});
