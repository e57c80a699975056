import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';

export const deletePayment = defineOperation({
  name: 'payments.delete',
  summary: 'Remove a payment from a deal',
  tier: 2,
  destructive: true,
  scope: 'svc.write.sensitive',
  http: { method: 'DELETE', path: '/deals/:dealId/payments/:paymentId' },
  input: z.strictObject({ dealId: Id, paymentId: Id }),
  run: (input, { clients, expectedVersion }) => clients.payments.deletePayment({ ...input, expectedVersion }),
});
