import type { AppError } from '@svc/chassis/errors/app-error';
import { dealError } from '../error-codes.js';

/** Normalizes a promo code for storage: two that look the same are equal. */
export function composedCode(promoCode: string): string {
  return promoCode.normalize('NFC');
}

/** The error for a promo code of another active deal of the same owner. */
export function promoCodeInUse(promoCode: string | null): AppError {
  return dealError(
    'PROMO_CODE_IN_USE',
    `Another of your active deals has the promo code ${promoCode}. Use that deal, complete it first, or choose another code.`,
  );
}

/** Maximum characters of a promo code. */
export const PROMO_CODE_LENGTH_MAX = 64;

/** Whether a code is too long for a deal. Counts code points, as request schemas do. */
export function isTooLongCode(code: string): boolean {
  return code.length > PROMO_CODE_LENGTH_MAX && Array.from(code).length > PROMO_CODE_LENGTH_MAX;
}
