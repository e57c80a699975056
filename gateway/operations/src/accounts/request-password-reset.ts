import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Email } from '../schemas/account.js';

export const requestPasswordReset = defineOperation({
  name: 'auth.request_password_reset',
  summary: 'Ask for a link that sets a new password',
  description: 'The answer is the same whether or not there is such an account.',
  access: 'public',
  tier: 2,
  destructive: false,
  http: { method: 'POST', path: '/auth/password/forgot', status: 202 },
  input: z.strictObject({ email: Email }),
  run: (input, { clients, client }) => clients.accounts.requestPasswordReset({ ...input, client }),
});
