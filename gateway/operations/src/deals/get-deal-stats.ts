import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

const DealStats = z
  .object({
    dealsByStatus: z.object({ draft: z.int(), active: z.int(), completed: z.int(), cancelled: z.int() }),
    money: z
      .array(
        z.object({
          currency: z.string(),
          dealsTotal: z.number().describe('Sum of deal prices.'),
          expected: z.number().describe('Incoming payments, by their status.'),
          invoiced: z.number(),
          paid: z.number(),
          outgoingExpected: z.number().describe('Outgoing payments, by their status.'),
          outgoingInvoiced: z.number(),
          outgoingPaid: z.number(),
        }),
      )
      .describe('By currency; cancelled deals and payments are omitted.'),
    views: z
      .object({ target: z.int(), actual: z.int(), dealsWithTarget: z.int() })
      .describe('Of deals with a target that are not cancelled.'),
    overdueChecks: z.int().describe('View checks that were due before today.'),
    stalledDeals: z
      .object({ count: z.int(), deals: z.array(z.object({ dealId: Id, name: z.string() })) })
      .describe(
        'Active deals without a new video or view log for 14 days: all are counted, and the ten oldest listed.',
      ),
  })
  .meta({ id: 'DealStats' });

export const getDealStats = defineOperation({
  name: 'deals.stats',
  summary: 'Summarize your own deals: status, money, views against targets, overdue checks',
  description:
    'Returns deals by status, money by currency, views against targets, `overdueChecks` and the longest inactive deals (`stalledDeals`). Use it for an overview; deals.list returns the deals themselves.',
  tier: 0,
  scope: 'svc.read',
  holdsForeignText: false,
  http: { method: 'GET', path: '/deals/stats' },
  input: z.strictObject({}),
  output: DealStats,
  run: (_input, { clients }) => clients.dealStats.getDealStats({}),
});
