import { type Html, html } from '@svc/http-host/pages/html';
import { getAccount } from '@svc/operations/accounts/get-account';
import { signIn } from '@svc/operations/accounts/sign-in';
import { approveAgentAuthorization } from '@svc/operations/agent-authorizations/approve-agent-authorization';
import { denyAgentAuthorization } from '@svc/operations/agent-authorizations/deny-agent-authorization';
import { findAgentAuthorization } from '@svc/operations/agent-authorizations/find-agent-authorization';
import { getAgentAuthorization } from '@svc/operations/agent-authorizations/get-agent-authorization';
import { getPublicConfig } from '@svc/operations/public/get-public-config';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { checkSameOrigin } from '../../sessions/same-origin.js';
import { renderAuthorization, renderCodeForm, renderUnsupportedFlow } from './agent-authorization-page-views.js';
import type { Refusal } from './form-refusal.js';
import { keepNext } from './kept-next.js';
import { renderMessage, renderSignIn, type SignInStart } from './page-parts.js';
import {
  describeErrors,
  enter,
  FOR_SIGNED_IN,
  type PageOptions,
  pageRoutes,
  readError,
  readFields,
  run,
  type Shown,
  type Visit,
} from './page-visit.js';

const PATH = '/agent/authorize';

/** Paths of `agentAuthorizationPage`. */
export const AGENT_AUTHORIZATION_PATHS: readonly string[] = [PATH, `${PATH}/:requestId`];

/** Parameters of an OAuth client that expects a redirect with a code (RFC 6749 section 4.1.1). */
const REDIRECT_FLOW = ['response_type', 'redirect_uri', 'code_challenge'];

/** Fields of each of the page's forms. */
const FIELDS = {
  action: z.enum(['sign-in', 'find', 'approve', 'deny']),
  email: z.string(),
  password: z.string(),
  userCode: z.string(),
};

/**
 * The page where users approve or deny an agent (RFC 8628 section 3.3), rendered on the server and without scripts. It runs the same operations as
 * the public API.
 */
export function agentAuthorizationPage(options: PageOptions): Router {
  return pageRoutes(AGENT_AUTHORIZATION_PATHS, { look, act, describeError, ...FOR_SIGNED_IN }, options);
}

const describeError = describeErrors(
  renderMessage('Request not found', 'It may have expired. Ask the agent to try again.'),
);

async function look(visit: Visit): Promise<Shown> {
  const { request, caller } = visit;
  if (REDIRECT_FLOW.some((name) => name in request.query)) return { body: renderUnsupportedFlow(), status: 400 };
  if (!caller) return { body: await signInPage(visit) };
  return requestIdIn(request) === undefined
    ? { body: renderCodeForm(userCodeIn(request)) }
    : { body: await describeAuthorization(visit) };
}

async function act(visit: Visit): Promise<Shown> {
  const { request, origin, caller } = visit;
  checkSameOrigin(request, origin, { hasCookie: true });
  const form = (await readFields(request, FIELDS)) ?? {};
  const { action, email = '', password } = form;
  if (action === 'sign-in') {
    const again = (refusal: Refusal) => signInPage(visit, { ...refusal, email });
    return enter(visit, signIn, { email, password }, { location: addressOf(request), ask: again });
  }
  if (!caller) return { body: await signInPage(visit), status: 401 };
  if (requestIdIn(request) === undefined) return actFind(visit, form.userCode ?? '');
  return actDecide(visit, action, password);
}

/** The sign-in form, with the reason for it, and a link to sign up where that is open. */
async function signInPage(visit: Visit, start?: SignInStart): Promise<Html> {
  const { appName } = visit.options;
  keepNext(visit.response, visit.origin, addressOf(visit.request));
  // Without it the page lacks a link, but works.
  const config = await run(getPublicConfig, {}, visit).catch(() => undefined);
  const signIn = renderSignIn(appName, 'An agent is asking for access. Sign in to see the request.', start);
  if (config?.signupOpen !== true) return signIn;
  const next = new URLSearchParams({ next: addressOf(visit.request) });
  return html`${signIn}
<p>New here? <a href="/signup?${next.toString()}">Create an account</a></p>`;
}

async function actFind(visit: Visit, userCode: string): Promise<Shown> {
  try {
    const found = await run(findAgentAuthorization, { userCode }, visit);
    return { location: `${PATH}/${found.requestId}` };
  } catch (error) {
    const { kind, message, status } = readError(error);
    const isNoCode = kind === 'not_found' || kind === 'invalid_input';
    const text = isNoCode ? 'This code is wrong or has expired. Compare it with the one the agent shows.' : message;
    return { body: renderCodeForm(userCode, text), status: isNoCode ? 404 : status };
  }
}

/** Decides, then shows the updated request; asks again after a wrong or missing password. */
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

async function describeAuthorization(visit: Visit, problem?: string): Promise<Html> {
  const requestId = requestIdIn(visit.request);
  const [shown, { user }] = await Promise.all([
    run(getAgentAuthorization, { requestId }, visit),
    run(getAccount, {}, visit),
  ]);
  const { appName, catalog } = visit.options;
  return renderAuthorization(shown, { user, appName, rules: catalog.rules, problem });
}

function requestIdIn(request: Request): string | undefined {
  const { requestId } = request.params;
  return typeof requestId === 'string' ? requestId : undefined;
}

function userCodeIn(request: Request): string {
  const { user_code: userCode } = request.query;
  return typeof userCode === 'string' ? userCode.slice(0, 20) : '';
}

/** The address of the requested page, rebuilt so that it cannot lead to another site. */
function addressOf(request: Request): string {
  const requestId = requestIdIn(request);
  if (requestId !== undefined) return `${PATH}/${encodeURIComponent(requestId)}`;
  const userCode = userCodeIn(request);
  return userCode === '' ? PATH : `${PATH}?user_code=${encodeURIComponent(userCode)}`;
}
