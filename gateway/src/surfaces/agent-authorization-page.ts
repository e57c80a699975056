import { AppError } from '@svc/chassis/errors/app-error';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import { getAccount } from '@svc/operations/accounts/get-account';
import { signIn } from '@svc/operations/accounts/sign-in';
import { approveAgentAuthorization } from '@svc/operations/agent-authorizations/approve-agent-authorization';
import { denyAgentAuthorization } from '@svc/operations/agent-authorizations/deny-agent-authorization';
import { findAgentAuthorization } from '@svc/operations/agent-authorizations/find-agent-authorization';
import { getAgentAuthorization } from '@svc/operations/agent-authorizations/get-agent-authorization';
import { ShownAgentAuthorization } from '@svc/operations/agent-authorizations/agent-authorization';
import type { Operation } from '@svc/operations/define-operation';
import type { Caller } from '@svc/operations/operation-context';
import { runOperation } from '@svc/operations/run-operation';
import { Account, OpenedSession } from '@svc/operations/schemas/account';
import express, { type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import { requestIdOf } from '@svc/chassis/http/begin-request';
import { checkSameOrigin } from '../sessions/same-origin.js';
import { readSessionCredential, setSessionCookie } from '../sessions/session-credential.js';
import {
  renderAuthorization,
  renderCodeForm,
  renderMessage,
  renderSignIn,
  renderUnsupportedFlow,
} from './agent-authorization-page-views.js';
import { operationContext, type DashboardOptions } from './dashboard.js';
import { htmlPage, setPageHeaders } from './html-page.js';

type PageOptions = Pick<DashboardOptions, 'clients' | 'appName' | 'originOf' | 'authenticate'>;

const PATH = '/agent/authorize';

/** Parameters by which an OAuth client asks for a redirect with a code (RFC 6749 section 4.1.1). */
const REDIRECT_FLOW = ['response_type', 'redirect_uri', 'code_challenge'];

/** What the forms of the page send; the fields of one are unknown to the others. */
const Form = z.object({
  action: z.enum(['sign-in', 'find', 'approve', 'deny']).optional(),
  email: z.string().optional(),
  password: z.string().optional(),
  userCode: z.string().optional(),
});

/** One request of the page, by whoever is signed in in this browser. */
interface Visit {
  readonly request: Request;
  readonly response: Response;
  readonly origin: string;
  readonly options: PageOptions;
  readonly caller: Caller | undefined;
}

/** What is shown: HTML with its status, or another place to go to. */
type Shown = { readonly body: string; readonly status?: number } | { readonly location: string };

/**
 * The page where people let an agent in or refuse it (RFC 8628 section 3.3), made on the server and without scripts. It runs the
 * same operations as the public API, and counts a session only from the cookie.
 */
export function agentAuthorizationPage(options: PageOptions): Router {
  const routes = express.Router();
  const parse = express.urlencoded({ extended: false, limit: '4kb' });
  for (const path of [PATH, `${PATH}/:requestId`]) {
    routes.get(path, (request, response) => show(request, response, options, look));
    routes.post(path, parse, (request, response) => show(request, response, options, act));
  }
  return routes;
}

async function show(
  request: Request,
  response: Response,
  options: PageOptions,
  answer: (visit: Visit) => Promise<Shown>,
): Promise<void> {
  // Forms of this page carry their origin, which the browser would hide under `no-referrer`.
  setPageHeaders(response, 'same-origin');
  const origin = options.originOf(request);
  try {
    const credential = readSessionCredential(request, origin);
    const caller = credential?.from === 'cookie' ? await options.authenticate(credential) : undefined;
    send(response, options, await answer({ request, response, origin, options, caller }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    send(response, options, describeError(error));
  }
}

function send(response: Response, options: PageOptions, shown: Shown): void {
  if ('location' in shown) {
    response.redirect(303, shown.location);
    return;
  }
  response.status(shown.status ?? 200).send(htmlPage(options.appName, shown.body));
}

async function look(visit: Visit): Promise<Shown> {
  const { request, options, caller } = visit;
  if (REDIRECT_FLOW.some((name) => name in request.query)) return { body: renderUnsupportedFlow(), status: 400 };
  if (!caller) return { body: renderSignIn(options.appName) };
  return requestIdIn(request) === undefined
    ? { body: renderCodeForm(userCodeIn(request)) }
    : { body: await describeAuthorization(visit) };
}

async function act(visit: Visit): Promise<Shown> {
  const { request, origin, options, caller } = visit;
  checkSameOrigin(request, origin, true);
  const form = Form.safeParse(request.body ?? {}).data ?? {};
  if (form.action === 'sign-in') return actSignIn(visit, { email: form.email, password: form.password });
  if (!caller) return { body: renderSignIn(options.appName), status: 401 };
  if (requestIdIn(request) === undefined) return actFind(visit, form.userCode ?? '');
  return actDecide(visit, form.action, form.password);
}

/** Signs in and goes on to the address that was asked for. */
async function actSignIn(visit: Visit, input: { email: string | undefined; password: string | undefined }) {
  const { response, origin, options } = visit;
  try {
    const { token } = OpenedSession.parse(await run(signIn, input, visit));
    if (token !== undefined) setSessionCookie(response, origin, token);
    return { location: addressOf(visit.request) };
  } catch (error) {
    const { message, status } = readError(error);
    return { body: renderSignIn(options.appName, message), status };
  }
}

async function actFind(visit: Visit, userCode: string): Promise<Shown> {
  try {
    const found = ShownAgentAuthorization.parse(await run(findAgentAuthorization, { userCode }, visit));
    return { location: `${PATH}/${found.requestId}` };
  } catch (error) {
    const { kind, message, status } = readError(error);
    const isNoCode = kind === 'not_found' || kind === 'invalid_input';
    const text = isNoCode
      ? 'No agent shows this code, or the code has expired. Compare it with what the agent shows.'
      : message;
    return { body: renderCodeForm(userCode, text), status: isNoCode ? 404 : status };
  }
}

/** Decides, then shows the request as it is now; a wrong or missing password asks again. */
async function actDecide(visit: Visit, action: string | undefined, password: string | undefined): Promise<Shown> {
  const requestId = requestIdIn(visit.request);
  try {
    if (action === 'approve') {
      await run(approveAgentAuthorization, { requestId, ...(password ? { password } : {}) }, visit);
    } else if (action === 'deny') {
      await run(denyAgentAuthorization, { requestId }, visit);
    }
    return { location: addressOf(visit.request) };
  } catch (error) {
    const { code, message, status } = readError(error);
    if (code !== 'PASSWORD_REQUIRED' && code !== 'INVALID_CREDENTIALS') throw error;
    return { body: await describeAuthorization(visit, message), status };
  }
}

async function describeAuthorization(visit: Visit, problem?: string): Promise<string> {
  const requestId = requestIdIn(visit.request);
  const [shown, account] = await Promise.all([
    run(getAgentAuthorization, { requestId }, visit),
    run(getAccount, {}, visit),
  ]);
  const { user } = Account.parse(account);
  return renderAuthorization(ShownAgentAuthorization.parse(shown), user, visit.options.appName, problem);
}

async function run(operation: Operation, input: object, { request, response, origin, options, caller }: Visit) {
  const { output } = await runOperation({
    operation,
    input,
    caller,
    requestId: requestIdOf(response),
    idempotencyKey: undefined,
    signal: new AbortController().signal,
    context: operationContext(request, origin, options),
  });
  return output;
}

function requestIdIn(request: Request): string | undefined {
  const { requestId } = request.params;
  return typeof requestId === 'string' ? requestId : undefined;
}

function userCodeIn(request: Request): string {
  const { user_code: userCode } = request.query;
  return typeof userCode === 'string' ? userCode.slice(0, 20) : '';
}

/** The address of the page that was asked for, put together anew so that it can lead nowhere else. */
function addressOf(request: Request): string {
  const requestId = requestIdIn(request);
  if (requestId !== undefined) return `${PATH}/${encodeURIComponent(requestId)}`;
  const userCode = userCodeIn(request);
  return userCode === '' ? PATH : `${PATH}?user_code=${encodeURIComponent(userCode)}`;
}

function readError(error: unknown) {
  if (!(error instanceof AppError)) throw error;
  const { kind, code, message } = error;
  return { kind, code, message, status: HTTP_STATUS[kind] };
}

function describeError(error: AppError): Shown {
  const isUnknown = error.kind === 'not_found' || error.kind === 'invalid_input';
  return isUnknown
    ? { body: renderMessage('There is no such request', 'It may have expired. Let the agent ask anew.'), status: 404 }
    : { body: renderMessage('This did not work', error.message), status: HTTP_STATUS[error.kind] };
}
