import { CalendarDate, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { BULK_DESCRIPTION, bulkInput, BulkResults, bulkResults, DeleteAction } from '../schemas/bulk.js';
import { DealStatus } from '../schemas/deal.js';

const Action = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), status: DealStatus }),
  z.strictObject({ kind: z.literal('addTag'), tag: text(50) }),
  z.strictObject({ kind: z.literal('removeTag'), tag: text(50) }),
  z.strictObject({ kind: z.literal('addTask'), title: text(200), dueDate: CalendarDate.optional() }),
  DeleteAction,
]);

export const bulkChangeDeals = defineOperation({
  name: 'deals.bulk_change',
  summary: 'Change or delete up to 500 deals at once',
  description: BULK_DESCRIPTION,
  tier: 2,
  affects: ['videos', 'payments', 'tasks', 'activity', 'teams', 'external_shares', 'inbox', 'overview'],
  http: { method: 'POST', path: '/deals/bulk' },
  input: bulkInput(Action),
  output: BulkResults,
  run: async ({ ids, action: { kind, ...fields } }, { clients }) =>
    bulkResults(await clients.deals.bulkChangeDeals({ ids, kind, ...fields })),
});
