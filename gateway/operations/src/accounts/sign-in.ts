import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Email, GivenPassword, OpenedSession } from '../schemas/account.js';

export const signIn = defineOperation({
  name: 'auth.sign_in',
  summary: 'Sign in',
  access: 'public',
  tier: 2,
  destructive: false,
  http: { method: 'POST', path: '/auth/login', session: 'opens' },
  input: z.strictObject({ email: Email, password: GivenPassword }),
  output: OpenedSession,
  run: async (input, { clients, client }) => (await clients.accounts.signIn({ ...input, client })).session,
});
