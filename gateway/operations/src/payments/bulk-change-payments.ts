import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { BULK_DESCRIPTION, bulkInput, BulkResults, bulkResults, DeleteAction } from '../schemas/bulk.js';
import { PaymentStatus } from './payment.js';

const Action = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), status: PaymentStatus }),
  DeleteAction,
]);

export const bulkChangePayments = defineOperation({
  name: 'payments.bulk_change',
  summary: 'Update or delete up to 500 payments at once',
  description: BULK_DESCRIPTION,
  tier: 2,
  affects: ['deals', 'activity', 'overview'],
  http: { method: 'POST', path: '/payments/bulk' },
  input: bulkInput(Action),
  output: BulkResults,
  run: async ({ ids, action }, { clients }) =>
    bulkResults(await clients.payments.bulkChangePayments({ ids, ...action })),
});
