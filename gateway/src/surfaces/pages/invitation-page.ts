import type { Html } from '@svc/http-host/pages/html';
import { getAccount } from '@svc/operations/accounts/get-account';
import { signIn } from '@svc/operations/accounts/sign-in';
import { signUp } from '@svc/operations/accounts/sign-up';
import { getPublicConfig } from '@svc/operations/public/get-public-config';
import type { OutputOf } from '@svc/operations/registry/define-operation';
import { acceptInvitation } from '@svc/operations/teams/accept-invitation';
import { declineInvitation } from '@svc/operations/teams/decline-invitation';
import { getTeam } from '@svc/operations/teams/get-team';
import { openInvitation } from '@svc/operations/teams/open-invitation';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { checkSameOrigin } from '../../sessions/same-origin.js';
import type { Refusal } from './form-refusal.js';
import {
  type Entrance,
  type EntranceForm,
  renderDecision,
  renderEntrance,
  renderJoined,
} from './invitation-page-views.js';
import { keepNext } from './kept-next.js';
import { renderMessage } from './page-parts.js';
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

const PATH = '/invitations';

/** Paths of `invitationPage`. */
export const INVITATION_PATHS: readonly string[] = [`${PATH}/:secret`];

/** Query of the redirect after a visitor joins a team. */
const JOINED = 'joined';

const ENTRANCES: readonly Entrance[] = ['sign-in', 'sign-up'];

/** Fields of each of the page's forms. */
const FIELDS = {
  action: z.enum(['sign-in', 'sign-up', 'accept', 'decline']),
  name: z.string(),
  email: z.string(),
  password: z.string(),
};

/**
 * The page behind the link of an invitation, rendered on the server and without scripts: a visitor signs in, and accepts or declines; one who
 * creates an account to join accepts with that. It runs the same operations as the public API.
 */
export function invitationPage(options: PageOptions): Router {
  const notFound = renderMessage(
    'Invitation not found',
    'It was answered, replaced or withdrawn, or has expired. Ask the person who invited you for a new link.',
    { path: '/', label: `Open ${options.appName}` },
  );
  const describeError = describeErrors(notFound);
  return pageRoutes(INVITATION_PATHS, { look, act, describeError, ...FOR_SIGNED_IN }, options);
}

async function look(visit: Visit): Promise<Shown> {
  return { body: (await describeJoined(visit)) ?? (await describe(visit)) };
}

/** The outcome of accepting, after its redirect: a reload must not send the form again. */
async function describeJoined(visit: Visit): Promise<Html | undefined> {
  const { [JOINED]: teamId } = visit.request.query;
  if (!visit.caller || teamId === undefined) return undefined;
  try {
    const { id, name } = await run(getTeam, { teamId }, visit);
    return renderJoined(visit.options.appName, { teamId: id, teamName: name });
  } catch (error) {
    const { kind } = readError(error);
    if (kind === 'not_found' || kind === 'invalid_input') return undefined;
    throw error;
  }
}

async function act(visit: Visit): Promise<Shown> {
  const { request, origin, caller } = visit;
  checkSameOrigin(request, origin, { hasCookie: true });
  const { action, name = '', email = '', password } = (await readFields(request, FIELDS)) ?? {};
  if (action === 'sign-in') {
    const ask = askAgain(visit, { entrance: action, email });
    return enter(visit, signIn, { email, password }, { location: pathOf(visit), ask });
  }
  if (action === 'sign-up') {
    // A reload resends the form, after it has created the account.
    if (caller) return { location: pathOf(visit) };
    const ask = askAgain(visit, { entrance: action, email, name });
    const goOn = (entered: Visit): Promise<Shown> => decide(entered, 'accept');
    return enter(visit, signUp, { name, email, password }, { location: pathOf(visit), ask, goOn });
  }
  if (!caller) return { body: await describe(visit, { problem: 'Sign in first.', entrance: 'sign-in' }), status: 401 };
  if (action === 'accept' || action === 'decline') return decide(visit, action);
  return look(visit);
}

/** A refused form keeps the `typed` values. */
function askAgain(visit: Visit, typed: Typed): (refusal: Refusal) => Promise<Html> {
  return (refusal) => describe(visit, { ...refusal, ...typed });
}

async function decide(visit: Visit, action: 'accept' | 'decline'): Promise<Shown> {
  const { id: invitationId, teamName } = await open(visit);
  const answer = { invitationId, secret: secretIn(visit.request) };
  if (action === 'decline') {
    await run(declineInvitation, answer, visit);
    return { body: renderMessage('Declined', `You didn't join ${teamName}. You can close this page.`) };
  }
  try {
    const { id: teamId } = await run(acceptInvitation, answer, visit);
    return { location: `${pathOf(visit)}?${JOINED}=${teamId}` };
  } catch (error) {
    const { kind, message, status } = readError(error);
    if (kind === 'not_found') throw error;
    return { body: await describe(visit, { problem: message }), status };
  }
}

/** The values of a refused form. */
type Typed = Pick<EntranceForm, 'entrance' | 'email' | 'name'>;

/** The invitation, with the form for the visitor. */
async function describe(visit: Visit, refused: Partial<Typed> & Refusal = {}): Promise<Html> {
  const { options, caller, request } = visit;
  const invitation = await open(visit);
  if (caller) {
    const { user } = await run(getAccount, {}, visit);
    return renderDecision(invitation, user, refused.problem);
  }
  keepNext(visit.response, visit.origin, pathOf(visit));
  // If that cannot be read, the page offers to sign up, and a closed sign-up is refused later.
  const config = await run(getPublicConfig, {}, visit).catch(() => undefined);
  const isSignUpOpen = config?.signupOpen !== false;
  const wanted = ENTRANCES.find((each) => each === request.query['form']);
  const suggested = isSignUpOpen && invitation.hasAccount !== true ? 'sign-up' : 'sign-in';
  return renderEntrance(options.appName, invitation, {
    email: invitation.email ?? '',
    isSignUpOpen,
    ...refused,
    entrance: isSignUpOpen ? (refused.entrance ?? wanted ?? suggested) : 'sign-in',
  });
}

function open(visit: Visit): Promise<OutputOf<typeof openInvitation>> {
  return run(openInvitation, { secret: secretIn(visit.request) }, visit);
}

function pathOf({ request }: Visit): string {
  return `${PATH}/${encodeURIComponent(secretIn(request))}`;
}

function secretIn(request: Request): string {
  const { secret } = request.params;
  return typeof secret === 'string' ? secret : '';
}
