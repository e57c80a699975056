import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Id } from '../schemas/scalars.js';
import { Payment } from './payment.js';

export const listPayments = defineOperation({
  name: 'payments.list',
  summary: 'List the payments of a deal, newest first',
  description:
    'Of a deal that is shared with you, payments are seen once the owner has granted deal.amount. Ask with POST /api/access-requests.',
  tier: 0,
  destructive: false,
  scope: 'svc.read',
  http: { method: 'GET', path: '/deals/:dealId/payments' },
  input: z.strictObject({ dealId: Id, ...pageInput }),
  output: listOf(Payment),
  run: async (input, { clients }) => {
    const { payments, totalSize } = await clients.payments.listPayments({
      dealId: input.dealId,
      ...pageRequest(input),
    });
    return page(payments, totalSize, input);
  },
});
