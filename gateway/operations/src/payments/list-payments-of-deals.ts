import { CalendarDate, Id, Search, text } from '@svc/chassis/schemas/scalars';
import { sortedListOf, sortedPage, sortedPageInput, sortedPageRequest } from '@svc/chassis/schemas/sorting';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Access } from '../schemas/deal.js';
import { Currency, Scope } from '../schemas/scalars.js';
import { Direction, Payment, PaymentStatus } from './payment.js';

const Instant = text(40);

const PaymentOfDeal = Payment.extend({
  deal: z.object({ id: Id, name: z.string() }),
  access: Access.describe('Your rights on the deal.'),
}).meta({ id: 'PaymentOfDeal' });

const PaymentTotals = z
  .object({
    currency: z.string(),
    expected: z.number().describe('Incoming payments, by their status.'),
    invoiced: z.number(),
    paid: z.number(),
    overdue: z.number().describe('Overdue part of the expected and invoiced payments.'),
    outgoingExpected: z.number().describe('Outgoing payments, by their status.'),
    outgoingInvoiced: z.number(),
    outgoingPaid: z.number(),
    outgoingOverdue: z.number().describe('Overdue part of the expected and invoiced payments.'),
  })
  .meta({ id: 'PaymentTotals' });

export const listPaymentsOfDeals = defineOperation({
  name: 'payments.list_all',
  summary: 'List the payments of all deals with totals, newest first unless sorted',
  description: 'With scope=mine-and-shared, includes deals shared with you whose owners have granted deal.amount.',
  tier: 0,
  http: { method: 'GET', path: '/payments' },
  input: z.strictObject({
    ...sortedPageInput('-createdAt', ['createdAt', 'amount', 'status', 'dueDate', 'paidAt']),
    scope: Scope,
    direction: Direction.optional(),
    status: PaymentStatus.optional(),
    overdue: z
      .boolean()
      .optional()
      .describe('true: expected or invoiced, and due before today in your time zone; false: all others.'),
    open: z.boolean().optional().describe('true: expected or invoiced; false: paid or cancelled.'),
    dueFrom: CalendarDate.optional().describe('Due on or after this date.'),
    dueTo: CalendarDate.optional().describe('Due on or before this date.'),
    paidFrom: Instant.optional().describe('Paid at or after: a date covers its whole day in your time zone.'),
    paidTo: Instant.optional().describe('Paid at or before: a date covers its whole day in your time zone.'),
    currency: Currency.optional(),
    brand: text(200).optional().describe('Of deals of exactly this brand, ignoring case and accents.'),
    q: Search.optional().describe('Searches reference and notes, and name and brand of the deal.'),
    contactId: Id.optional().describe('Of deals with this contact.'),
    influencerId: Id.optional().describe('Of deals with this influencer.'),
  }),
  output: sortedListOf(PaymentOfDeal).extend({
    totals: z.array(PaymentTotals).describe('Sums over all pages, by currency; cancelled payments are omitted.'),
  }),
  run: async (input, { clients }) => {
    const response = await clients.payments.listPaymentsOfDeals(sortedPageRequest(input));
    const items = response.payments.flatMap(({ payment, dealName: name, access }) =>
      payment ? [{ ...payment, deal: { id: payment.dealId, name }, access }] : [],
    );
    return { ...sortedPage(items, response, input), totals: response.totals };
  },
});
