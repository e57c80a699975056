import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';

export const revokeSession = defineOperation({
  name: 'auth.revoke_session',
  summary: 'End one of your sessions',
  tier: 2,
  destructive: false,
  http: { method: 'DELETE', path: '/auth/sessions/:sessionId' },
  input: z.strictObject({ sessionId: Id }),
  run: (input, { clients }) => clients.accounts.revokeSession(input),
});
