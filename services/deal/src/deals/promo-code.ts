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
