import { verbatim } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { AccountPassword } from '../schemas/account.js';

export const resetPassword = defineOperation({
  name: 'auth.reset_password',
  summary: 'Set a new password with the token from a reset link',
  access: 'public',
  tier: 2,
  http: { method: 'POST', path: '/auth/password/reset', maintenance: 'open' },
  input: z.strictObject({ token: verbatim(200).min(1), newPassword: AccountPassword }),
  run: (input, { clients }) => clients.accounts.resetPassword(input),
});
