import { requestPasswordReset } from '@svc/operations/accounts/request-password-reset';
import { resetPassword } from '@svc/operations/accounts/reset-password';
import type { Router } from 'express';
import { z } from 'zod';
import { describeRefusal } from './form-refusal.js';
import { takeSignInPath } from './kept-next.js';
import { renderMessage } from './page-parts.js';
import {
  describeErrors,
  type PageOptions,
  pageRoutes,
  readError,
  readFields,
  run,
  type Shown,
  type Visit,
} from './page-visit.js';
import { renderLinkForm, renderPasswordForm } from './reset-password-page-views.js';

/** Path of links that set a new password: `?token=…`. */
const PATH = '/reset-password';
/** Target of the redirect, so that a reload does not resend the password and no address in the browser's history has the token. */
const [DONE, ASKED] = [`${PATH}/done`, `${PATH}/asked`];

/** Paths of `resetPasswordPage`. */
export const RESET_PASSWORD_PATHS: readonly string[] = [PATH, DONE, ASKED];

/** Fields of each of the page's forms. */
const FIELDS = { action: z.enum(['set', 'ask']), token: z.string(), newPassword: z.string(), email: z.string() };

/**
 * The page behind the link that sets a new password, rendered on the server and without scripts: no script sees the token, and the browser sends the
 * address to no other site. Without a token it asks for the address to send a link to. It runs the same operations as the public API.
 */
export function resetPasswordPage(options: PageOptions): Router {
  const title = 'Set a new password';
  const titled = (answer: (visit: Visit) => Promise<Shown>) => async (visit: Visit) => ({
    title,
    ...(await answer(visit)),
  });
  return pageRoutes(
    RESET_PASSWORD_PATHS,
    {
      look: titled(look),
      act: titled(act),
      describeError,
      credentialOf: () => undefined,
      referrerPolicy: 'no-referrer',
    },
    options,
  );
}

const describeError = describeErrors(
  renderMessage("That didn't work", 'Open the link from your email again, or request a new one at /reset-password.'),
);

async function look({ request, response, options: { appName } }: Visit): Promise<Shown> {
  if (request.path === DONE) {
    return {
      body: renderMessage(
        'Password updated',
        `Sign in to ${appName} with it. All other sessions and agents were signed out.`,
        { path: takeSignInPath(request, response), label: 'Sign in' },
      ),
    };
  }
  if (request.path === ASKED) {
    return {
      body: renderMessage(
        'Check your email',
        `If an account exists for this address and ${appName} sends email, a link is on its way. If none arrives, ask your administrator for one.`,
      ),
    };
  }
  const { token } = request.query;
  return { body: typeof token === 'string' && token !== '' ? renderPasswordForm(token) : renderLinkForm(appName) };
}

async function act(visit: Visit): Promise<Shown> {
  const { action, token = '', newPassword, email } = (await readFields(visit.request, FIELDS)) ?? {};
  return action === 'ask' ? ask(visit, email) : set(visit, token, newPassword);
}

async function set(visit: Visit, token: string, newPassword: string | undefined): Promise<Shown> {
  try {
    await run(resetPassword, { token, newPassword }, visit);
    return { location: DONE };
  } catch (error) {
    const { kind, status, ...refusal } = readError(error);
    // The link has expired or was truncated: the user needs a new one.
    if (kind === 'unauthenticated' || token === '') {
      return {
        body: renderLinkForm(visit.options.appName, {
          problem: token === '' ? 'The link is incomplete.' : refusal.message,
        }),
        status,
      };
    }
    return { body: renderPasswordForm(token, describeRefusal(refusal, { newPassword })), status };
  }
}

async function ask(visit: Visit, email: string | undefined): Promise<Shown> {
  try {
    await run(requestPasswordReset, { email }, visit);
    return { location: ASKED };
  } catch (error) {
    const { status, ...refusal } = readError(error);
    return { body: renderLinkForm(visit.options.appName, describeRefusal(refusal, { email }), email), status };
  }
}
