import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';
import { Email, GivenPassword, OpenedSession } from '../schemas/account.js';

export const signIn = defineOperation({
  name: 'auth.sign_in',
  summary: 'Sign in',
  access: 'public',
  tier: 2,
  http: { method: 'POST', path: '/auth/login', session: 'opens', maintenance: 'open' },
  input: z.strictObject({ email: Email, password: GivenPassword }),
  output: OpenedSession,
  run: async (input, context) =>
    (await context.clients.accounts.signIn({ ...input, client: overHttp(context).sender })).session,
});
