import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Email, GivenPassword } from '../schemas/account.js';

export const changeEmail = defineOperation({
  name: 'auth.change_email',
  summary: 'Change the email address of your account',
  description:
    'You sign in with the new address from now on. It counts as not confirmed: where mail is configured, a link that confirms it is mailed to it, and the previous address gets a notice.',
  tier: 2,
  affects: ['teams', 'inbox'],
  changesCaller: true,
  http: { method: 'PUT', path: '/auth/email', maintenance: 'open' },
  input: z.strictObject({ password: GivenPassword, email: Email }),
  run: (input, { clients }) => clients.accounts.changeEmail(input),
});
