import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { updateMask, withSomeChange } from '../schemas/changes.js';
import { Id } from '../schemas/scalars.js';
import { Payment, paymentFields, withPaidAt } from './payment.js';

export const updatePayment = defineOperation({
  name: 'payments.update',
  summary: 'Change a payment of a deal',
  tier: 2,
  destructive: false,
  scope: 'svc.write.sensitive',
  http: { method: 'PATCH', path: '/deals/:dealId/payments/:paymentId' },
  input: withSomeChange(
    z.strictObject({
      dealId: Id,
      paymentId: Id,
      ...paymentFields,
      direction: paymentFields.direction.optional(),
      amount: paymentFields.amount.optional(),
    }),
    'dealId',
    'paymentId',
  ),
  output: Payment,
  run: async ({ dealId, paymentId, ...changes }, { clients, expectedVersion }) => {
    const request = { dealId, paymentId, expectedVersion, updateMask: updateMask(changes), ...withPaidAt(changes) };
    return (await clients.payments.updatePayment(request)).payment;
  },
});
