import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deleteDeal = defineOperation({
  name: 'deals.delete',
  summary: 'Delete a deal with its videos and view counts',
  description:
    'Returns nothing. Only the owner can delete it, and this cannot be undone. Use it for a deal created by mistake; for one that fell through, set the status `cancelled` with deals.update instead.',
  tier: 2,
  affects: ['videos', 'payments', 'tasks', 'activity', 'teams', 'external_shares', 'inbox', 'overview'],
  destructive: true,
  scope: 'svc.write.sensitive',
  target: { read: 'deals.get', by: ['dealId'] },
  http: { method: 'DELETE', path: '/deals/:dealId', version: 'checked' },
  input: z.strictObject({ dealId: Id }),
  run: (input, { clients, expectedVersion }) => clients.deals.deleteDeal({ ...input, expectedVersion }),
});
