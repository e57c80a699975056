import { describe, expect, test } from '@jest/globals';
import { type PaymentRow, settle, toPayment } from './payment.js';

const PAID_AT = new Date('2026-05-01T10:00:00.000Z');

function payment(fields: Partial<PaymentRow> = {}): PaymentRow {
  return {
    id: 'p',
    dealId: 'd',
    direction: 'incoming',
    amount: 100,
    currency: 'USD',
    status: 'expected',
    dueDate: '2026-05-01',
    paidAt: null,
    reference: null,
    notes: null,
    createdAt: PAID_AT,
    updatedAt: PAID_AT,
    version: 1,
    ...fields,
  };
}

describe('overdue', () => {
  test.each([
    ['expected', '2026-05-02', true],
    ['invoiced', '2026-05-02', true],
    ['expected', '2026-05-01', false],
    ['paid', '2026-05-02', false],
    ['cancelled', '2026-05-02', false],
  ])('of a payment that is %s and due on 2026-05-01 is, on %s: %s', (status, today, overdue) => {
    expect(toPayment(payment({ status }), today)).toMatchObject({ overdue });
  });

  test('is false for a payment without a due date', () => {
    expect(toPayment(payment({ dueDate: null }), '2030-01-01')).toMatchObject({ overdue: false });
  });
});

describe('the payment time', () => {
  test('is the given or the stored one', () => {
    expect(settle(payment({ status: 'paid' }), PAID_AT)).toMatchObject({ paidAt: PAID_AT });
    expect(settle(payment({ status: 'paid', paidAt: PAID_AT }), null)).toMatchObject({ paidAt: PAID_AT });
  });

  test('is now when neither is known', () => {
    expect(settle(payment({ status: 'paid' }), null).paidAt).toBeInstanceOf(Date);
  });

  test('is cleared when the payment is no longer paid, and cannot be set for an unpaid one', () => {
    expect(settle(payment({ status: 'invoiced', paidAt: PAID_AT }), null)).toMatchObject({ paidAt: null });
    expect(() => settle(payment(), PAID_AT)).toThrow('`paidAt` must come with the status paid');
  });
});
