import { AppError } from '@svc/chassis/errors/app-error';

/** A promo code leads to one active deal of its owner. */
export function promoCodeInUse(promoCode: string | null): AppError {
  return new AppError(
    'conflict',
    'PROMO_CODE_IN_USE',
    `Another of your active deals has the promo code ${promoCode}. Use that deal, complete it first, or choose another code.`,
  );
}
