import { AppError } from '@svc/chassis/errors/app-error';
import type { Request } from 'express';

/**
 * Refuses a state-changing request that another site made the browser send. A cookie counts only with proof that the page is of
 * this origin; without a cookie (sign-in, sign-up) it is enough that no foreign origin is named.
 */
export function checkSameOrigin(request: Request, origin: string, hasCookie: boolean): void {
  const named = request.headers.origin;
  const site = request.headers['sec-fetch-site'];
  const isForeign = (named !== undefined && named !== origin) || site === 'cross-site' || site === 'same-site';
  const isProven = named === origin || site === 'same-origin';
  if (!isForeign && (isProven || !hasCookie)) return;
  throw new AppError(
    'forbidden',
    'CSRF_REJECTED',
    `This request did not come from a page of ${origin}. Send its Origin header, or use the token as a bearer token.`,
  );
}
