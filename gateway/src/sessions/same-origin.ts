import type { Request } from 'express';
import { gatewayError } from '../error-codes.js';

/**
 * Whether the browser itself says that a page of this origin sends the request. A page that hides its address (a referrer policy of `no-referrer`)
 * sends `Origin: null`, but no script can forge `Sec-Fetch-Site`.
 */
export function isFromOwnPage(request: Request, origin: string): boolean {
  return request.headers.origin === origin || request.headers['sec-fetch-site'] === 'same-origin';
}

/**
 * Refuses a state-changing request that another site made the browser send. A cookie counts only with proof that the page is of this origin; without
 * a cookie (sign-in, sign-up), the request must only not name a foreign origin.
 */
export function checkSameOrigin(
  request: Request,
  origin: string,
  { hasCookie }: { readonly hasCookie: boolean },
): void {
  if (isFromOwnPage(request, origin)) return;
  const site = request.headers['sec-fetch-site'];
  const isForeign = request.headers.origin !== undefined || site === 'cross-site' || site === 'same-site';
  if (!isForeign && !hasCookie) return;
  throw gatewayError(
    'CSRF_REJECTED',
    `This request did not come from a page of ${origin}. Send its Origin header, or use the token as a bearer token.`,
  );
}
