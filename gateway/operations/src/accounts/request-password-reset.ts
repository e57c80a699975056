import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';
import { Email } from '../schemas/account.js';

export const requestPasswordReset = defineOperation({
  name: 'auth.request_password_reset',
  summary: 'Ask for a link that sets a new password',
  description: 'The answer is the same whether or not there is such an account.',
  access: 'public',
  tier: 2,
  http: { method: 'POST', path: '/auth/password/forgot', status: 202, maintenance: 'open' },
  input: z.strictObject({ email: Email }),
  run: (input, context) =>
    context.clients.accounts.requestPasswordReset({ ...input, client: overHttp(context).sender }),
});
