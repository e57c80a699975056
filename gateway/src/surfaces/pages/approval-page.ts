import type { Html } from '@svc/chassis/http/html';
import { signIn } from '@svc/operations/accounts/sign-in';
import { approve } from '@svc/operations/approvals/approve';
import { deny } from '@svc/operations/approvals/deny';
import { getApproval } from '@svc/operations/approvals/get-approval';
import { listApprovals } from '@svc/operations/approvals/list-approvals';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { checkSameOrigin } from '../../sessions/same-origin.js';
import { renderApproval, renderApprovals } from './approval-page-views.js';
import { renderMessage, renderSignIn } from './page-parts.js';
import {
  describeErrors,
  enter,
  FOR_SIGNED_IN,
  pageRoutes,
  readError,
  readFields,
  run,
  type PageOptions,
  type Shown,
  type Visit,
} from './page-visit.js';

const PATH = '/approvals';

/** Paths of `approvalPage`. */
export const APPROVAL_PATHS: readonly string[] = [PATH, `${PATH}/:approvalId`];

/** Most approvals on one page; no more can wait. */
const SHOWN_MAX = 100;

/** What the forms of the pages send. */
const FIELDS = {
  action: z.enum(['sign-in', 'approve', 'deny']),
  email: z.string(),
  password: z.string(),
};

/**
 * The pages where people see what agents ask them to approve, and decide; made on the server and without scripts. They run the same
 * operations as the public API.
 */
export function approvalPage(options: PageOptions): Router {
  return pageRoutes(APPROVAL_PATHS, { look, act, describeError, ...FOR_SIGNED_IN }, options);
}

const describeError = describeErrors(
  renderMessage('There is no such approval', 'It may have been removed. Let the agent ask again.'),
);

async function look(visit: Visit): Promise<Shown> {
  if (!visit.caller) return { body: signInPage(visit) };
  return { body: approvalIdIn(visit.request) === undefined ? await describeAll(visit) : await describeOne(visit) };
}

async function act(visit: Visit): Promise<Shown> {
  const { request, origin, caller } = visit;
  checkSameOrigin(request, origin, true);
  const { action, email, password } = (await readFields(request, FIELDS)) ?? {};
  if (action === 'sign-in') {
    return enter(visit, signIn, { email, password }, addressOf(request), (problem) => signInPage(visit, problem));
  }
  if (!caller) return { body: signInPage(visit), status: 401 };
  if (approvalIdIn(request) === undefined || action === undefined) return look(visit);
  return decide(visit, action);
}

/** The sign-in form, saying why somebody should. */
function signInPage({ options: { appName } }: Visit, problem?: string): Html {
  return renderSignIn(appName, 'An agent asks you to approve something. Sign in to see what it is.', problem);
}

/** Decides, then shows the approval as it is now; also when somebody else, or time, has decided before. */
async function decide(visit: Visit, action: 'approve' | 'deny'): Promise<Shown> {
  const approvalId = approvalIdIn(visit.request);
  try {
    await run(action === 'approve' ? approve : deny, { approvalId }, visit);
    return { location: addressOf(visit.request) };
  } catch (error) {
    const { code, message, status } = readError(error);
    if (code !== 'INVALID_TRANSITION') throw error;
    return { body: await describeOne(visit, message), status };
  }
}

async function describeAll(visit: Visit): Promise<Html> {
  const { items } = await run(listApprovals, { status: 'pending', limit: SHOWN_MAX }, visit);
  return renderApprovals(items, PATH);
}

async function describeOne(visit: Visit, problem?: string): Promise<Html> {
  const shown = await run(getApproval, { approvalId: approvalIdIn(visit.request) }, visit);
  const operation = visit.options.catalogue.actions().find(({ name }) => name === shown.operation);
  return renderApproval(shown, { operationSummary: operation?.summary, listPath: PATH, problem });
}

function approvalIdIn(request: Request): string | undefined {
  const { approvalId } = request.params;
  return typeof approvalId === 'string' ? approvalId : undefined;
}

/** The address of the page that was asked for, put together anew so that it can lead nowhere else. */
function addressOf(request: Request): string {
  const approvalId = approvalIdIn(request);
  return approvalId === undefined ? PATH : `${PATH}/${encodeURIComponent(approvalId)}`;
}
