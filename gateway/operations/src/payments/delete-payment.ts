import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deletePayment = defineOperation({
  name: 'payments.delete',
  summary: 'Delete a payment of a deal',
  description:
    'Returns nothing, and cannot be undone. Use it for a payment entered by mistake; for one that will not arrive, set the status `cancelled` with payments.update.',
  tier: 2,
  affects: ['deals', 'activity', 'overview'],
  destructive: true,
  scope: 'svc.write.sensitive',
  target: { read: 'payments.list', by: ['dealId'], item: 'paymentId' },
  http: { method: 'DELETE', path: '/deals/:dealId/payments/:paymentId', version: 'checked' },
  input: z.strictObject({ dealId: Id, paymentId: Id }),
  run: (input, { clients, expectedVersion }) => clients.payments.deletePayment({ ...input, expectedVersion }),
});
