import { z } from 'zod';

/** By which sums of many amounts, such as 0.1 + 0.2, miss their two decimals in floating-point arithmetic: a share of the sum, at most this. */
const SUM_ERROR = { share: 5e-13, most: 1e-4 };

/** Amount of money, with at most two decimals; the error of a sum is rounded away. */
export const Money = z
  .number()
  .min(0)
  .max(999_999_999_999.99)
  .refine(
    (value) => Math.abs(value - inHundredths(value)) <= Math.min(SUM_ERROR.share * value, SUM_ERROR.most),
    'must have at most two decimals.',
  )
  .overwrite(inHundredths);

function inHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** ISO 4217 code. */
export const Currency = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => CURRENCIES.has(code), 'must be an ISO 4217 currency code, such as USD.');

/** View count that JavaScript and JSON represent exactly. */
export const ViewCount = z.int().min(0);

/** Days after posting on which views are checked. */
export const ViewCheckDays = z
  .array(z.int().min(0).max(3_650))
  .min(1)
  .max(10)
  .refine(
    (days) => days.every((day, index) => index === 0 || day > (days[index - 1] ?? day)),
    'must ascend, such as 1, 7, 30.',
  );

/** Whose records a list contains: the caller's own, or also those shared through teams. */
export const Scope = z.enum(['mine', 'mine-and-shared']).default('mine');
