import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';
import { AccountPassword, Email, OpenedSession, UserName } from '../schemas/account.js';

export const signUp = defineOperation({
  name: 'auth.sign_up',
  summary: 'Create an account and sign in',
  access: 'public',
  tier: 2,
  http: {
    method: 'POST',
    path: '/auth/signup',
    status: 201,
    location: '/auth/me',
    session: 'opens',
    maintenance: 'open',
  },
  input: z.strictObject({ email: Email, password: AccountPassword, name: UserName }),
  output: OpenedSession,
  run: async (input, context) =>
    (await context.clients.accounts.signUp({ ...input, client: overHttp(context).sender })).session,
});
