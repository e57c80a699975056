import { Id, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Account, withVersion } from '../schemas/account.js';
import { readUsage, Usage } from './usage.js';

export const getAccount = defineOperation({
  name: 'auth.get_account',
  summary: 'Get your account, teams, storage usage and current session',
  tier: 0,
  http: { method: 'GET', path: '/auth/me', maintenance: 'open' },
  input: z.strictObject({}),
  output: Account.extend({
    session: z
      .object({
        id: Id,
        signedInAt: Timestamp,
        expiresAt: Timestamp.describe('When it expires unless used before then.'),
      })
      .nullable()
      .describe('The current session; null when it has just ended.'),
    usage: Usage,
  }),
  run: async (_input, { clients }) => {
    const [account, usage] = await Promise.all([clients.accounts.getAccount({}), readUsage(clients)]);
    return { ...withVersion(account), usage };
  },
});
