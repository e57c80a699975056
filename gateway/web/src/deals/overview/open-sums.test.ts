import { expect, test } from '@jest/globals';
import { openSums } from './open-sums.js';

const payment = (
  amount: number,
  status: 'expected' | 'invoiced' | 'paid' | 'cancelled',
  { currency = 'USD', direction = 'incoming' as 'incoming' | 'outgoing' } = {},
) => ({ amount, status, currency, direction });

test('expected and invoiced payments are added up by direction and currency', () => {
  const payments = [
    payment(0.1, 'expected'),
    payment(0.2, 'invoiced'),
    payment(40, 'expected', { currency: 'EUR' }),
    payment(900, 'paid'),
    payment(900, 'cancelled'),
    payment(900, 'expected', { direction: 'outgoing' }),
  ];

  expect(openSums(payments, 'incoming')).toEqual([
    { currency: 'USD', amount: 0.3 },
    { currency: 'EUR', amount: 40 },
  ]);
  expect(openSums(payments, 'outgoing')).toEqual([{ currency: 'USD', amount: 900 }]);
});
