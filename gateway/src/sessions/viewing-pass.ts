import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';

const PASS_MS = 10 * 60 * 1_000;
const PASS = /^[A-Za-z0-9_-]{43}$/;

/** The viewing pass for the share in the path: from the browser's cookie, or from the header of another client. */
export function readViewingPass(request: Request): string | null {
  const { token } = request.params;
  if (typeof token !== 'string') return null;
  const pass = request.get('x-viewing-pass') ?? parseCookie(request.headers.cookie ?? '')[cookieName(token)] ?? '';
  return PASS.test(pass) ? pass : null;
}

/** Sets the pass as a cookie, the only way in which pages of this origin get it. */
export function keepViewingPass(
  request: Request,
  response: Response,
  origin: string,
  opened: { viewingPass?: string | undefined } | undefined,
): void {
  const { token } = request.params;
  if (typeof token !== 'string' || opened?.viewingPass === undefined) return;
  response.cookie(cookieName(token), opened.viewingPass, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: origin.startsWith('https:'),
    maxAge: PASS_MS,
  });
  if (request.headers['sec-fetch-site'] === 'same-origin') delete opened.viewingPass;
}

/** Each link has its own cookie, so that one pass does not replace another. */
function cookieName(token: string): string {
  return `svc_view_${token.slice(0, 12)}`;
}
