import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Payment, paymentFields } from './payment.js';

export const createPayment = defineOperation({
  name: 'payments.create',
  summary: 'Create a payment for a deal',
  description:
    'Returns the payment. Use it for money expected, invoiced or paid for one deal, to (`incoming`) or from (`outgoing`) the user. To set the price of the deal itself, use deals.update.',
  tier: 2,
  affects: ['deals', 'activity', 'overview'],
  scope: 'svc.write.sensitive',
  holdsForeignText: false,
  http: { method: 'POST', path: '/deals/:dealId/payments', status: 201, location: '/deals/:dealId/payments' },
  input: z.strictObject({ dealId: Id, ...paymentFields }),
  output: Payment,
  run: async (input, { clients }) => (await clients.payments.createPayment(input)).payment,
});
