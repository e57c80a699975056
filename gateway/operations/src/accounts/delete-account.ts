import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { GivenPassword } from '../schemas/account.js';

export const deleteAccount = defineOperation({
  name: 'auth.delete_account',
  summary: 'Delete your account and everything that belongs to it',
  tier: 2,
  destructive: true,
  http: { method: 'DELETE', path: '/auth/account', idempotencyKey: 'ignored', session: 'ends', maintenance: 'open' },
  input: z.strictObject({ password: GivenPassword }),
  run: (input, { clients }) => clients.accounts.deleteAccount(input),
});
