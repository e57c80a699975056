import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { NewPassword } from '../schemas/account.js';

export const resetPassword = defineOperation({
  name: 'auth.reset_password',
  summary: 'Set a new password with the token of a link',
  access: 'public',
  tier: 2,
  destructive: false,
  http: { method: 'POST', path: '/auth/password/reset' },
  input: z.strictObject({ token: z.string().min(1).max(200), newPassword: NewPassword }),
  run: (input, { clients }) => clients.accounts.resetPassword(input),
});
