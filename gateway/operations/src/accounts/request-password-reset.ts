import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';
import { Email } from '../schemas/account.js';

export const requestPasswordReset = defineOperation({
  name: 'auth.request_password_reset',
  summary: 'Request a password reset link',
  description: 'The response is the same whether or not the account exists.',
  access: 'public',
  tier: 2,
  http: { method: 'POST', path: '/auth/password/forgot', status: 202, maintenance: 'open' },
  input: z.strictObject({ email: Email }),
  run: (input, context) =>
    context.clients.accounts.requestPasswordReset({ ...input, client: overHttp(context).sender }),
});
