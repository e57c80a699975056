import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Payment } from './payment.js';

export const listPayments = defineOperation({
  name: 'payments.list',
  summary: 'List the payments of a deal, newest first',
  description:
    'Returns the payments of one deal with direction, amount, status and due date. Use it to report what is paid and what is late. For a deal shared with the user, its owner must first grant deal.amount: ask the user to request access to the amounts.',
  tier: 0,
  scope: 'svc.read',
  core: true,
  holdsForeignText: ['reference', 'notes'],
  http: { method: 'GET', path: '/deals/:dealId/payments' },
  input: z.strictObject({ dealId: Id, ...pageInput }),
  output: listOf(Payment),
  run: async (input, { clients }) => {
    const { payments, totalSize } = await clients.payments.listPayments(pageRequest(input));
    return page(payments, totalSize, input);
  },
});
