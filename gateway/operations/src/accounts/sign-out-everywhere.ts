import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const signOutEverywhere = defineOperation({
  name: 'auth.sign_out_everywhere',
  summary: 'End all your sessions',
  tier: 2,
  http: { method: 'POST', path: '/auth/logout-all', session: 'ends', maintenance: 'open' },
  input: z.strictObject({}),
  run: (_input, { clients }) => clients.accounts.signOutEverywhere({}),
});
