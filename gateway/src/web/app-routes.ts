import { appError } from '@svc/chassis/errors/app-error';
import { sendKept } from '@svc/http-host/discovery/send-document';
import { refuseMethod } from '@svc/http-host/http/operation-routes';
import { APP_PATHS, GUESSED_PATHS, isAppPath, MOVED_PATHS, SIGN_IN_PATHS } from '@svc/web/shared/paths';
import express, { type Request, type Response, type Router } from 'express';
import { readTheme } from '../http/theme.js';
import { readSessionCredential } from '../sessions/session-credential.js';
import type { AppFiles, Shells } from './app-files.js';

/** Allows scripts and styles of this origin only, and keeps scripts from writing markup (Trusted Types). */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

interface AppRouteOptions {
  readonly files: AppFiles;
  readonly originOf: (request: Request) => string;
}

/** The web app: its files, and its start page at each of its paths. */
export function appRoutes({ files, originOf }: AppRouteOptions): Router {
  const routes = express.Router({ caseSensitive: true, strict: true });
  routes.use('/assets', (request, response) => {
    if (!isRead(request)) throw refuseMethod(request, response, ['GET', 'HEAD']);
    // An existing header would override the caching of files.
    response.removeHeader('Cache-Control');
    files.assets(request, response, () => {
      response.setHeader('Cache-Control', 'no-store');
      throw appError('NOT_FOUND', 'There is no such file.');
    });
  });
  routes.all([...SIGN_IN_PATHS], (request, response) => sendShell(files.signInShells, request, response));
  for (const [before, now] of Object.entries(MOVED_PATHS)) redirect(308, before, now);
  for (const [guess, path] of Object.entries(GUESSED_PATHS)) redirect(303, guess, path);
  routes.all([...APP_PATHS], (request, response, next) => {
    // An id is a UUID; anything else is not a page.
    if (!isAppPath(request.path)) return next();
    // The API checks whether the session is still valid.
    const isSignedIn = readSessionCredential(request, originOf(request))?.from === 'cookie';
    if (isSignedIn || !isRead(request)) return sendShell(files.shells, request, response);
    response.redirect(303, `/login?next=${encodeURIComponent(request.originalUrl)}`);
  });
  return routes;

  function redirect(status: 303 | 308, from: string, to: string): void {
    routes.all(from, (request, response) => {
      if (!isRead(request)) throw refuseMethod(request, response, ['GET', 'HEAD']);
      response.redirect(status, to);
    });
  }
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function sendShell(shells: Shells, request: Request, response: Response): void {
  if (!isRead(request)) throw refuseMethod(request, response, ['GET', 'HEAD']);
  response.vary('Cookie');
  response.setHeader('Content-Security-Policy', POLICY);
  response.setHeader('Referrer-Policy', 'same-origin');
  sendKept(shells[readTheme(request)], request, response, 'private, no-cache');
}
