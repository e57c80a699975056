import { CalendarDate, clearable, Id, InstantInput, NullableTimestamp, stamps } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { Currency, Money } from '../schemas/scalars.js';

export const Direction = z.enum(['incoming', 'outgoing']);
export const PaymentStatus = z.enum(['expected', 'invoiced', 'paid', 'cancelled']);

export const Payment = z
  .object({
    id: Id,
    dealId: Id,
    direction: Direction,
    amount: z.number().describe('In `currency`.'),
    currency: z.string(),
    status: PaymentStatus,
    dueDate: CalendarDate.nullable(),
    paidAt: NullableTimestamp,
    reference: z.string().nullable(),
    notes: z.string().nullable(),
    overdue: z.boolean().describe('Expected or invoiced, and due before today in your time zone.'),
    ...stamps,
  })
  .meta({ id: 'Payment' });

/** Input fields of creating and updating a payment. */
export const paymentFields = {
  direction: Direction,
  amount: Money,
  currency: Currency.optional().describe("Default: the deal's."),
  status: PaymentStatus.optional().describe('Default: expected.'),
  dueDate: CalendarDate.nullable().optional(),
  paidAt: InstantInput.nullable()
    .optional()
    .describe('Only with the status paid; default: when the payment became paid.'),
  reference: clearable(200).optional(),
  notes: clearable(2_000).optional(),
};
