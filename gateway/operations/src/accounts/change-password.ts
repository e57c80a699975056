import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { AccountPassword, GivenPassword } from '../schemas/account.js';

export const changePassword = defineOperation({
  name: 'auth.change_password',
  summary: 'Change your password and end your other sessions',
  tier: 2,
  http: { method: 'POST', path: '/auth/password', maintenance: 'open' },
  input: z.strictObject({ currentPassword: GivenPassword, newPassword: AccountPassword }),
  run: (input, { clients }) => clients.accounts.changePassword(input),
});
