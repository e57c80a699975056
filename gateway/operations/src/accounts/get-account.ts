import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Account, withVersion } from '../schemas/account.js';

export const getAccount = defineOperation({
  name: 'auth.get_account',
  summary: 'Read your account and teams',
  tier: 0,
  http: { method: 'GET', path: '/auth/me', maintenance: 'open' },
  input: z.strictObject({}),
  output: Account,
  run: async (_input, { clients }) => withVersion(await clients.accounts.getAccount({})),
});
