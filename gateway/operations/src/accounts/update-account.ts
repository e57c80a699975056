import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { withSomeChange } from '../schemas/changes.js';
import { Account, UserName, withVersion } from '../schemas/account.js';

export const updateAccount = defineOperation({
  name: 'auth.update_account',
  summary: 'Change your name',
  tier: 2,
  destructive: false,
  http: { method: 'PATCH', path: '/auth/me' },
  input: withSomeChange(z.strictObject({ name: UserName.optional() })),
  output: Account,
  run: async (input, { clients, expectedVersion }) =>
    withVersion(await clients.accounts.updateAccount({ ...input, expectedVersion })),
});
