import type { TokenCredential } from '@svc/chassis/credentials/authenticator';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';

/** Maximum lifetime of a session in milliseconds; identity ends unused ones sooner. */
const SESSION_MS_MAX = 90 * 24 * 60 * 60 * 1_000;

/** A session's token, and its source. Browsers attach cookies automatically, so a cookie needs a same-origin check. */
export interface SessionCredential extends TokenCredential {
  readonly kind: 'session';
  readonly from: 'cookie' | 'bearer';
}

/** Name of the session cookie. Over https the prefix binds it to the host (RFC 6265bis section 4.1.3). */
function sessionCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-svc_session' : 'svc_session';
}

/** The session token of a request; a bearer token takes precedence over a cookie. Undefined without either. */
export function readSessionCredential(request: Request, origin: string): SessionCredential | undefined {
  const bearer = /^Bearer +([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return { kind: 'session', token: bearer, from: 'bearer' };
  if (request.headers.authorization !== undefined || request.headers.cookie === undefined) return undefined;
  const token = parseCookie(request.headers.cookie)[sessionCookieName(origin)];
  return token === undefined || token === '' ? undefined : { kind: 'session', token, from: 'cookie' };
}

export function setSessionCookie(response: Response, origin: string, token: string): void {
  response.cookie(sessionCookieName(origin), token, { ...cookieOptions(origin), maxAge: SESSION_MS_MAX });
}

export function clearSessionCookie(response: Response, origin: string): void {
  response.clearCookie(sessionCookieName(origin), cookieOptions(origin));
}

function cookieOptions(origin: string) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: origin.startsWith('https:') } as const;
}
