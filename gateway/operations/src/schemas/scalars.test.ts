import { expect, test } from '@jest/globals';
import { Money } from './scalars.js';

test.each([0, 0.01, 12.34, 0.29, 1.1, 999_999_999_999.99])('%d is an amount of money', (amount) => {
  expect(Money.parse(amount)).toBe(amount);
});

test.each([
  [0.1 + 0.2, 0.3],
  [1.1 * 3, 3.3],
  [0.07 * 100, 7],
  [504_213.999_999_999_8, 504_214],
])('the sum %d, off by an error of floating-point arithmetic, is an amount', (sum, amount) => {
  expect(Money.parse(sum)).toBe(amount);
});

test.each([1e-7, 0.001, 12.345, 12.340009, 0.3000001, 1_000_000.000_001, 999_999_999_999.985])(
  '%d has more than two decimals and is refused',
  (amount) => {
    expect(Money.safeParse(amount).error?.issues[0]?.message).toBe('must have at most two decimals.');
  },
);
