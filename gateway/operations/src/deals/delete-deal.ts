import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';

export const deleteDeal = defineOperation({
  name: 'deals.delete',
  summary: 'Delete a deal with its videos and view logs',
  tier: 2,
  destructive: true,
  scope: 'svc.write.sensitive',
  http: { method: 'DELETE', path: '/deals/:dealId' },
  input: z.strictObject({ dealId: Id }),
  run: (input, { clients, expectedVersion }) => clients.deals.deleteDeal({ ...input, expectedVersion }),
});
