import { changeInput } from '@svc/chassis/schemas/changes';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { ManagedUser } from './managed-user.js';

export const updateUser = defineOperation({
  name: 'admin.update_user',
  summary: "Change an account's role, or disable it",
  description:
    'Disabling ends all sessions and agent connections of the account at once, and switches off its short links, photos and links for people outside until it is enabled again; those of a large account within some seconds.',
  access: 'admin',
  tier: 2,
  affects: ['short_links', 'external_shares'],
  http: { method: 'PATCH', path: '/admin/users/:userId', version: 'checked' },
  input: changeInput({ userId: Id }, { role: z.enum(['user', 'admin']), disabled: z.boolean() }),
  output: ManagedUser,
  run: async (input, { clients, expectedVersion }) =>
    (await clients.users.updateUser({ ...input, expectedVersion })).user,
});
