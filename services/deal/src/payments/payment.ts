import { invalidInput } from '@svc/chassis/errors/app-error';

/** In the order in which lists sort them. */
export const PAYMENT_STATUSES = ['expected', 'invoiced', 'paid', 'cancelled'] as const;

/** The fields of a payment that the owner of its deal sets. */
export interface PaymentFields {
  /** `incoming` or `outgoing`. */
  readonly direction: string;
  /** Amount, in `currency`. */
  readonly amount: number;
  readonly currency: string;
  /** `expected`, `invoiced`, `paid` or `cancelled`. */
  readonly status: string;
  /** YYYY-MM-DD. */
  readonly dueDate: string | null;
  /** Set exactly while the status is `paid`. */
  readonly paidAt: Date | null;
  readonly reference: string | null;
  readonly notes: string | null;
}

export interface PaymentRow extends PaymentFields {
  readonly id: string;
  readonly dealId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/**
 * Makes status and payment time consistent: a paid payment without a time is paid now, and one that is no longer paid loses its time. Throws
 * `invalid_input` for a `givenPaidAt` with another status.
 */
export function settle(fields: PaymentFields, givenPaidAt: Date | null): PaymentFields {
  if (fields.status === 'paid') return { ...fields, paidAt: givenPaidAt ?? fields.paidAt ?? new Date() };
  if (givenPaidAt) throw invalidInput('paidAt', 'must come with the status paid. Set the status as well.');
  return { ...fields, paidAt: null };
}

/** Returns the payment with `overdue`; `today` is YYYY-MM-DD. */
export function toPayment(payment: PaymentRow, today: string) {
  const isOpen = payment.status === 'expected' || payment.status === 'invoiced';
  return { ...payment, overdue: isOpen && payment.dueDate !== null && payment.dueDate < today };
}
