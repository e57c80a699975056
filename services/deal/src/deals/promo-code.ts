import type { AppError } from '@svc/chassis/errors/app-error';
import { dealError } from '../error-codes.js';

/** A promo code as stored: two that look the same are the same. */
export function composedCode(promoCode: string): string {
  return promoCode.normalize('NFC');
}

/** A promo code belongs to one active deal of its owner. */
export function promoCodeInUse(promoCode: string | null): AppError {
  return dealError(
    'PROMO_CODE_IN_USE',
    `Another of your active deals has the promo code ${promoCode}. Use that deal, complete it first, or choose another code.`,
  );
}

/** Most characters of a promo code. */
export const PROMO_CODE_LENGTH_MAX = 64;

/** Whether a deal cannot have the code, because it is too long. Counts code points, as the schemas of requests do. */
export function isTooLongCode(code: string): boolean {
  return code.length > PROMO_CODE_LENGTH_MAX && Array.from(code).length > PROMO_CODE_LENGTH_MAX;
}
