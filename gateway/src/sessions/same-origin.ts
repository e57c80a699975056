import type { Request } from 'express';
import { gatewayError } from '../error-codes.js';

/**
 * Whether the browser confirms that a page of this origin sent the request. A page with a referrer policy of `no-referrer` sends `Origin: null`, but
 * no script can forge `Sec-Fetch-Site`.
 */
export function isFromOwnPage(request: Request, origin: string): boolean {
  return request.headers.origin === origin || request.headers['sec-fetch-site'] === 'same-origin';
}

/**
 * Refuses state-changing requests that another site made the browser send (CSRF). A cookie counts only with proof that the page is of this origin;
 * without a cookie (sign-in, sign-up), it suffices that the request names no foreign origin.
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
