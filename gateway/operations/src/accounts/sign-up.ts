import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Email, NewPassword, OpenedSession, UserName } from '../schemas/account.js';

export const signUp = defineOperation({
  name: 'auth.sign_up',
  summary: 'Create an account and sign in',
  access: 'public',
  tier: 2,
  destructive: false,
  http: { method: 'POST', path: '/auth/signup', status: 201, session: 'opens' },
  input: z.strictObject({ email: Email, password: NewPassword, name: UserName }),
  output: OpenedSession,
  run: async (input, { clients, client }) => (await clients.accounts.signUp({ ...input, client })).session,
});
