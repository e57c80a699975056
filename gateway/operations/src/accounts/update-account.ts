import { changeInput } from '@svc/chassis/schemas/changes';
import { defineOperation } from '../registry/define-operation.js';
import { Account, UserName, withVersion } from '../schemas/account.js';

export const updateAccount = defineOperation({
  name: 'auth.update_account',
  summary: 'Update your name',
  tier: 2,
  affects: ['teams'],
  changesCaller: true,
  http: { method: 'PATCH', path: '/auth/me', version: 'checked', maintenance: 'open' },
  input: changeInput({}, { name: UserName }),
  output: Account,
  run: async (input, { clients, expectedVersion }) =>
    withVersion(await clients.accounts.updateAccount({ ...input, expectedVersion })),
});
