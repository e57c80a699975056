import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Email, UserName } from '../schemas/account.js';
import { ManagedUser } from './managed-user.js';

export const createUser = defineOperation({
  name: 'admin.create_user',
  summary: 'Create an account for someone else',
  description:
    'Works even while sign-up is closed. The account has no password: create a password link and pass it on to the user.',
  access: 'admin',
  tier: 2,
  http: { method: 'POST', path: '/admin/users', status: 201 },
  input: z.strictObject({ email: Email, name: UserName }),
  output: ManagedUser,
  run: async (input, { clients }) => (await clients.users.createUser(input)).user,
});
