import { endBody } from '@svc/chassis/bodies/request-body';
import { AppError } from '@svc/chassis/errors/app-error';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import { requestIdOf } from '@svc/http-host/http/begin-request';
import { retryHeaders, setHeaders } from '@svc/http-host/http/error-answer';
import { readForm } from '@svc/http-host/http/read-body';
import type { Html } from '@svc/http-host/pages/html';
import { framed, type Width } from '@svc/http-host/pages/page-look';
import type { signIn } from '@svc/operations/accounts/sign-in';
import type { signUp } from '@svc/operations/accounts/sign-up';
import type { Operation, OutputOf } from '@svc/operations/registry/define-operation';
import type { Caller } from '@svc/operations/run/operation-context';
import { runOperation } from '@svc/operations/run/run-operation';
import express, { type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import { readTheme } from '../../http/theme.js';
import { readSessionCredential, type SessionCredential, setSessionCookie } from '../../sessions/session-credential.js';
import type { DashboardOptions } from '../dashboard.js';
import { operationContext } from '../operation-calls.js';
import { describeRefusal, type Refusal } from './form-refusal.js';
import { renderMessage } from './page-parts.js';
import { openGraph, SHELL } from './shell.js';

export type PageOptions = Pick<
  DashboardOptions,
  'clients' | 'catalog' | 'appName' | 'shortenerOrigin' | 'documentation' | 'originOf' | 'authenticate'
>;

/** Maximum bytes of a form. */
const FORM_BYTES_MAX = 4_096;

/** One request of a page. */
export interface Visit {
  readonly request: Request;
  readonly response: Response;
  readonly origin: string;
  readonly options: PageOptions;
  readonly caller: Caller | undefined;
  /** Absent without a session. */
  readonly forgetCaller: (() => void) | undefined;
}

/** The response: a body with its status and title, or a redirect. */
export type Shown =
  { readonly body: Html; readonly status?: number; readonly title?: string } | { readonly location: string };

/** A page rendered on the server and without scripts, over the same operations as the public API. */
interface Page {
  readonly look: (visit: Visit) => Promise<Shown>;
  /** Handles a form of the page. */
  readonly act: (visit: Visit) => Promise<Shown>;
  /** The view for an error that `look` and `act` throw. */
  readonly describeError: (error: AppError) => Shown;
  /** The visitor's credential. */
  readonly credentialOf: (request: Request, origin: string) => SessionCredential | undefined;
  /** The page's `Referrer-Policy`. */
  readonly referrerPolicy: 'no-referrer' | 'same-origin';
  /** Adds a link preview for other sites: the page's title, with the picture of the product. */
  readonly hasPreview?: true;
  /** `narrow` when unset. */
  readonly width?: Width;
}

/**
 * Options of pages that need a session: it counts only from the cookie, and their forms need the `Origin`, which browsers hide under `no-referrer`.
 */
export const FOR_SIGNED_IN = {
  referrerPolicy: 'same-origin',
  credentialOf(request, origin) {
    const credential = readSessionCredential(request, origin);
    return credential?.from === 'cookie' ? credential : undefined;
  },
} as const satisfies Partial<Page>;

/** Serves a page: its view, and its forms. */
export function pageRoutes(paths: readonly string[], page: Page, options: PageOptions): Router {
  const { width = 'narrow', hasPreview } = page;
  const routes = express.Router();
  routes.get([...paths], (request, response) => answerVisit(request, response, page.look));
  routes.post([...paths], (request, response) => answerVisit(request, response, page.act));
  return routes;

  async function answerVisit(request: Request, response: Response, answer: Page['look']): Promise<void> {
    response.setHeader('Cache-Control', 'private, no-store');
    response.setHeader('Referrer-Policy', page.referrerPolicy);
    response.setHeader('Content-Security-Policy', SHELL.csp);
    const origin = options.originOf(request);
    try {
      const credential = page.credentialOf(request, origin);
      const caller = credential && (await options.authenticate(credential));
      const forgetCaller = credential && (() => options.authenticate.forget(credential));
      send(request, response, await answer({ request, response, origin, options, caller, forgetCaller }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await endBody(request, response);
      setHeaders(response, retryHeaders(error));
      send(request, response, page.describeError(error));
    }
  }

  function send(request: Request, response: Response, shown: Shown): void {
    const { appName, originOf } = options;
    if ('location' in shown) response.redirect(303, shown.location);
    else
      response
        .status(shown.status ?? 200)
        .type('html')
        .send(
          SHELL.render(titleOf(shown.title, appName), framed(appName, width, shown.body), {
            theme: readTheme(request),
            ...(hasPreview && { head: openGraph(appName, shown.title ?? appName, originOf(request)) }),
          }),
        );
  }
}

function titleOf(title: string | undefined, appName: string): string {
  return title === undefined ? appName : `${title} · ${appName}`;
}

/** The fields of a form; none when it is malformed. */
export async function readFields<Fields extends z.ZodRawShape>(request: Request, fields: Fields) {
  return z
    .object(fields)
    .partial()
    .safeParse(await readForm(request, FORM_BYTES_MAX)).data;
}

/** Runs an operation of the public API for the visitor; returns its output. */
export async function run<Called extends Operation>(
  operation: Called,
  input: object,
  { request, response, origin, options, caller, forgetCaller }: Visit,
): Promise<OutputOf<Called>> {
  const running = runOperation({
    operation,
    input,
    caller,
    forgetCaller,
    catalog: options.catalog,
    requestId: requestIdOf(response),
    idempotencyKey: undefined,
    signal: new AbortController().signal,
    context: operationContext(request, origin, options),
  });
  running.catch((error: unknown) => {
    if (error instanceof AppError) setHeaders(response, retryHeaders(error));
  });
  return (await running).output;
}

/** Operations that open a session. */
export type SessionOpener = typeof signIn | typeof signUp;

/** What follows the form that opens a session. */
export interface Entering {
  /** Where the browser is redirected. */
  readonly location: string;
  /** The form again, after a refusal. */
  readonly ask: (refusal: Refusal) => Html | Promise<Html>;
  /** Continues in the session instead of redirecting. */
  readonly goOn?: (entered: Visit) => Promise<Shown>;
}

/** Opens a session in this browser. */
export async function enter(
  visit: Visit,
  operation: SessionOpener,
  input: object,
  { location, ask, goOn }: Entering,
): Promise<Shown> {
  let token: string | undefined;
  try {
    ({ token } = await run(operation, input, visit));
  } catch (error) {
    const { status, ...refusal } = readError(error);
    return { body: await ask(describeRefusal(refusal, input)), status };
  }
  if (token === undefined) return { location };
  setSessionCookie(visit.response, visit.origin, token);
  return goOn ? goOn(await inSession(visit, token)) : { location };
}

/** The visit as the holder of a session that it has just opened. */
async function inSession(visit: Visit, token: string): Promise<Visit> {
  const { authenticate } = visit.options;
  const credential: SessionCredential = { kind: 'session', token, from: 'cookie' };
  return { ...visit, caller: await authenticate(credential), forgetCaller: () => authenticate.forget(credential) };
}

/** Describes a failure on a page. Rethrows anything but an AppError. */
export function readError(error: unknown) {
  if (!(error instanceof AppError)) throw error;
  const { kind, code, message, details } = error;
  return { kind, code, message, details, status: HTTP_STATUS[kind] };
}

/** How a page describes failures: `unknown` is shown for missing records and malformed addresses. */
export function describeErrors(unknown: Html): Page['describeError'] {
  return ({ kind, message }) =>
    kind === 'not_found' || kind === 'invalid_input'
      ? { body: unknown, status: 404 }
      : { body: renderMessage("That didn't work", message), status: HTTP_STATUS[kind] };
}
