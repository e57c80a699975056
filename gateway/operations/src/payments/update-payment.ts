import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import { Id } from '@svc/chassis/schemas/scalars';
import { defineOperation } from '../registry/define-operation.js';
import { Payment, paymentFields } from './payment.js';

export const updatePayment = defineOperation({
  name: 'payments.update',
  summary: 'Update a payment of a deal',
  description:
    'Returns the payment. Updates only the fields sent; null clears a field. Use it when money has arrived (`status` paid) or is late; payments.list has the ids.',
  tier: 2,
  affects: ['deals', 'activity', 'overview'],
  scope: 'svc.write.sensitive',
  target: { read: 'payments.list', by: ['dealId'], item: 'paymentId' },
  holdsForeignText: ['reference', 'notes'],
  http: { method: 'PATCH', path: '/deals/:dealId/payments/:paymentId', version: 'checked' },
  input: changeInput({ dealId: Id, paymentId: Id }, paymentFields),
  output: Payment,
  run: async ({ dealId, paymentId, ...changes }, { clients, expectedVersion }) => {
    const request = { ...changes, dealId, paymentId, expectedVersion, updateMask: updateMask(changes) };
    return (await clients.payments.updatePayment(request)).payment;
  },
});
