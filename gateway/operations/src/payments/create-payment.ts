import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';
import { Payment, paymentFields, withPaidAt } from './payment.js';

export const createPayment = defineOperation({
  name: 'payments.create',
  summary: 'Add a payment to a deal',
  tier: 2,
  destructive: false,
  scope: 'svc.write.sensitive',
  http: { method: 'POST', path: '/deals/:dealId/payments', status: 201, location: '/deals/:dealId/payments' },
  input: z.strictObject({ dealId: Id, ...paymentFields }),
  output: Payment,
  run: async (input, { clients }) => (await clients.payments.createPayment(withPaidAt(input))).payment,
});
