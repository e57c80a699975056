import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const revokeSession = defineOperation({
  name: 'auth.revoke_session',
  summary: 'End one of your sessions',
  tier: 2,
  http: { method: 'DELETE', path: '/auth/sessions/:sessionId', maintenance: 'open' },
  input: z.strictObject({ sessionId: Id }),
  run: (input, { clients }) => clients.accounts.revokeSession(input),
});
