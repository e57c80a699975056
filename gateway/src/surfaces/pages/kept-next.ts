import { isPageToReturnTo, signsInItself } from '@svc/web/shared/paths';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';

/** Cookie with the page that a visitor wanted before resetting the password. The page "Forgot password" of the app sets it too. */
const COOKIE = 'svc_next';

/** As long as the mailed link is valid, and only for the pages behind it. */
const OPTIONS = { path: '/reset-password', maxAge: 60 * 60 * 1_000, sameSite: 'lax' } as const;

/** Keeps the page to return to after a password reset in this browser. */
export function keepNext(response: Response, origin: string, next: string): void {
  // The app's page replaces it from its script.
  response.cookie(COOKIE, next, { ...OPTIONS, httpOnly: false, secure: origin.startsWith('https:') });
}

/**
 * Where the visitor signs in after a password reset: the page that was kept, if it has its own form, else the sign-in page, which then leads to it.
 * The page is forgotten, because the next visitor of this browser may be someone else.
 */
export function takeSignInPath({ headers }: Request, response: Response): string {
  const next = parseCookie(headers.cookie ?? '')[COOKIE];
  if (next !== undefined) response.clearCookie(COOKIE, { path: OPTIONS.path });
  if (next === undefined || !isPageToReturnTo(next)) return '/login';
  return signsInItself(next) ? next : `/login?next=${encodeURIComponent(next)}`;
}
