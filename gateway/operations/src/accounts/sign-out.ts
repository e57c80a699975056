import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const signOut = defineOperation({
  name: 'auth.sign_out',
  summary: 'End this session',
  tier: 2,
  http: { method: 'POST', path: '/auth/logout', session: 'ends', maintenance: 'open' },
  input: z.strictObject({}),
  run: (_input, { clients }) => clients.accounts.signOut({}),
});
