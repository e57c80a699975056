import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { TeamRole } from '@svc/chassis/calls/principal';
import { AppError, appError, notFound } from '@svc/chassis/errors/app-error';
import { startTestGateway, type StubHandlers, type TestGateway } from '../../testing/test-gateway.js';

const SECRET = 's'.repeat(43);
const PAGE = `/invitations/${SECRET}`;
const TEAM_ID = '01900000-0000-7000-8000-000000000003';
const ACCOUNT = {
  id: '01900000-0000-7000-8000-000000000002',
  email: 'dana@example.com',
  name: 'Dana <b>',
  role: 'user',
  createdAt: new Date(),
  updatedAt: new Date(),
  version: 1,
  emailConfirmed: false,
};
const INVITATION = {
  id: '01900000-0000-7000-8000-000000000004',
  teamId: TEAM_ID,
  teamName: 'Team <i>',
  role: 'admin' satisfies TeamRole,
  invitedByName: '<script>alert(1)</script>',
  createdAt: new Date('2026-05-01T10:15:00.000Z'),
  expiresAt: new Date('2026-05-15T10:15:00.000Z'),
};

const TEAM = { ...INVITATION, id: TEAM_ID, name: 'Team', memberCount: 2, updatedAt: new Date(), version: 1 };
const JOINED = `${PAGE}?joined=${TEAM_ID}`;
const NEWCOMER = { action: 'sign-up', name: 'Dana', email: 'dana@example.com', password: 'long enough' };

/** Calls that identity received, with their callers. */
let answers: object[];
let shownBy: (string | undefined)[];
let isFull: boolean;
let isTaken: boolean;
let isMember: boolean;
let signUps: number;
let isSignUpOpen: boolean;
let invitedEmail: string;
/** Unknown for the inviter's link. */
let hasAccount: boolean | null;
let newSession: string;
let gateway: TestGateway;

const handlers: StubHandlers = {
  systemSettings: {
    getPublicSettings: async () => ({
      allowPublicSignup: isSignUpOpen,
      maintenanceMode: false,
      sendsMail: true,
    }),
  },
  accounts: {
    getAccount: async () => ({ user: ACCOUNT, teams: [] }),
    signIn: async ({ password }) => {
      if (password !== 'right')
        throw AppError.restore({ kind: 'unauthenticated', code: 'INVALID_CREDENTIALS', message: 'Wrong <password>.' });
      return { session: { user: ACCOUNT, token: newSession, expiresAt: new Date() } };
    },
    signUp: async () => {
      signUps += 1;
      if (isTaken) throw appError('CONFLICT', 'There is an account with this address.');
      return { session: { user: ACCOUNT, token: newSession, expiresAt: new Date() } };
    },
  },
  teams: {
    getTeam: async () => {
      if (!isMember) throw notFound('team');
      return { team: { ...TEAM, name: INVITATION.teamName } };
    },
    inviteMember: async () => ({ invitationId: INVITATION.id, secret: SECRET }),
    openInvitation: async ({ secret }, { context: { principal } }) => {
      if (secret !== SECRET || answers.length > 0) throw notFound('invitation');
      shownBy.push(principal?.kind === 'user' ? principal.userId : undefined);
      return { invitation: INVITATION, email: invitedEmail, hasAccount };
    },
    answerInvitation: async (request) => {
      if (isFull) throw appError('CONFLICT', 'You are in 50 teams, the maximum. Leave one first.');
      answers.push(request);
      return { team: TEAM };
    },
  },
};

beforeAll(async () => {
  gateway = await startTestGateway({ handlers });
});

beforeEach(() => {
  answers = [];
  shownBy = [];
  isFull = false;
  isTaken = false;
  isMember = true;
  signUps = 0;
  isSignUpOpen = true;
  invitedEmail = 'robin@example.com';
  hasAccount = null;
  newSession = gateway.signIn().token;
});

afterAll(() => gateway.stop());

const cookie = (token = gateway.signIn().token) => ({ cookie: `svc_session=${token}` });

const open = (headers: Record<string, string> = {}, path = PAGE) => gateway.fetch(path, { headers });

const submit = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  gateway.fetch(PAGE, {
    method: 'POST',
    headers: { origin: gateway.url, ...headers },
    body: new URLSearchParams(fields),
  });

/** The values in the fields of a page. */
const filledIn = (page: string): string[] =>
  [...page.matchAll(/<input[^>]* value="([^"]+)"/g)].map(([, value = '']) => value);

/** The problems at the fields of a page, by their names. */
const problemsIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<span id="(\w+)-note" class="bad" role="alert">([^<]*)/g)].map(([, name = '', text = '']) => [
      name,
      text,
    ]),
  );

/** The name of the field that gets the focus. */
const focused = (page: string): string | undefined => /<input name="(\w+)"[^>]* autofocus>/.exec(page)?.[1];

test('a created invitation has the link to the page', async () => {
  const response = await gateway.fetch(`/api/teams/${TEAM_ID}/members`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.signIn().token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'robin@example.com' }),
  });

  expect([response.status, await response.json()]).toEqual([
    201,
    { invitationId: INVITATION.id, link: `${gateway.url}${PAGE}` },
  ]);
});

test('the link shows who invites to what, and offers to sign up or, behind a link, to sign in', async () => {
  const response = await open();
  const html = await response.text();

  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  // A password reset leads back here.
  expect(response.headers.get('set-cookie')).toContain(
    `svc_next=${encodeURIComponent(PAGE)}; Max-Age=3600; Path=/reset-password`,
  );
  expect(html).toContain('Join Team &lt;i&gt;?');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; invites you as an administrator');
  expect(html).toContain('expires on May 15, 2026');
  expect(html).toContain('value="sign-up"');
  expect(html).not.toMatch(/value="(?:sign-in|accept)"/);
  expect(html).toContain('Already have an account? <a href="?form=sign-in">Sign in</a>');
  expect(filledIn(html)).toEqual(['robin@example.com']);
  expect(focused(html)).toBe('name');
  const other = await (await open({}, `${PAGE}?form=sign-in`)).text();
  expect(other).toContain('value="sign-in"');
  expect(other).not.toContain('value="sign-up"');
  expect(other).toContain('<a href="?form=sign-up">Create an account</a>');
  expect(filledIn(other)).toEqual(['robin@example.com']);
  expect(focused(other)).toBe('password');
  expect(shownBy).toEqual([undefined, undefined]);
});

test('the mailed link starts with signing in where the invited email has an account, and with signing up where it has none', async () => {
  hasAccount = true;
  expect(await (await open()).text()).toContain('value="sign-in"');

  hasAccount = false;
  expect(await (await open()).text()).toContain('value="sign-up"');
});

test('where sign-up is closed, the page only offers to sign in', async () => {
  isSignUpOpen = false;

  for (const path of [PAGE, `${PAGE}?form=sign-up`]) {
    const html = await (await open({}, path)).text();
    expect(html).toContain('value="sign-in"');
    expect(html).toContain('Sign-up is closed.');
    expect(html).not.toContain('form=sign-up"');
  }
});

test('what a browser would refuse in a bubble is reported at the fields', async () => {
  const html = await (await submit({ action: 'sign-up', name: '', email: 'robin', password: 'short' })).text();

  expect(html).toContain('<form method="post" novalidate>');
  expect(problemsIn(html)).toEqual({
    name: 'This field is required.',
    email: 'Enter an email address, like name@example.com.',
    password: 'Use at least 8 characters.',
  });
  expect(focused(html)).toBe('name');
  expect(html).not.toContain('class="notice"');
  const signingIn = await (await submit({ action: 'sign-in', email: '', password: '' })).text();
  expect(problemsIn(signingIn)).toEqual({ email: 'This field is required.', password: 'This field is required.' });
});

test('signing in leads back to the invitation, because the account may be another one', async () => {
  const { status, headers } = await submit({ action: 'sign-in', email: 'dana@example.com', password: 'right' });

  expect([status, headers.get('location')]).toEqual([303, PAGE]);
  expect(headers.get('set-cookie')).toContain(`svc_session=${newSession}`);
  expect(answers).toEqual([]);
});

test('creating an account to join accepts the invitation', async () => {
  const { status, headers } = await submit(NEWCOMER);

  expect([status, headers.get('location')]).toEqual([303, JOINED]);
  expect(headers.get('set-cookie')).toContain(`svc_session=${newSession}`);
  expect(answers).toEqual([{ invitationId: INVITATION.id, secret: SECRET, accept: true }]);
  expect(await (await open(cookie(newSession), JOINED)).text()).toContain('You joined Team &lt;i&gt;.');
});

test('a newcomer who cannot join sees why at the invitation, and a reload creates no second account', async () => {
  isFull = true;
  const response = await submit(NEWCOMER);
  const html = await response.text();
  const reloaded = await submit(NEWCOMER, cookie(newSession));

  expect(response.status).toBe(409);
  expect(response.headers.get('set-cookie')).toContain(`svc_session=${newSession}`);
  expect(html).toContain('You are in 50 teams, the maximum. Leave one first.');
  expect(html).toContain('<strong>Dana &lt;b&gt;</strong> (dana@example.com)');
  expect(html).toContain('value="accept"');
  expect([reloaded.status, reloaded.headers.get('location')]).toEqual([303, PAGE]);
  expect(signUps).toBe(1);
});

test('an outcome is shown only to members of the team', async () => {
  isMember = false;

  expect(await (await open(cookie(), JOINED)).text()).toContain('value="accept"');
  expect(await (await open({}, JOINED)).text()).toContain('value="sign-up"');
});

test('a wrong password is reported on the page of the invitation', async () => {
  const response = await submit({ action: 'sign-in', email: 'dana@example.com', password: 'wrong' });
  const html = await response.text();

  expect(response.status).toBe(401);
  expect(html).toContain('Wrong &lt;password&gt;.');
  expect(html).toContain('Join Team');
});

test('a refused form keeps its values, except the password, and the plain link has those of the invitation', async () => {
  isTaken = true;
  const typed = { name: 'Dana "D"', email: 'dana@example.com' };
  const signedIn = await (await submit({ action: 'sign-in', email: typed.email, password: 'wrong' })).text();
  const signedUp = await (await submit({ action: 'sign-up', ...typed, password: 'long enough' })).text();
  const opened = await (await open()).text();

  expect(filledIn(signedIn)).toEqual(['dana@example.com']);
  expect(filledIn(signedUp)).toEqual(['Dana &quot;D&quot;', 'dana@example.com']);
  expect(filledIn(opened)).toEqual(['robin@example.com']);
});

test('a signed-in user sees their account, accepts, and sees the outcome', async () => {
  const { token, user } = gateway.signIn();

  const html = await (await open(cookie(token))).text();
  const accepted = await submit({ action: 'accept' }, cookie(token));

  expect(html).toContain('<strong>Dana &lt;b&gt;</strong> (dana@example.com)');
  expect(html).toContain('The invitation was sent to robin@example.com.');
  expect(html).toContain('value="accept"');
  expect(new Set(shownBy)).toEqual(new Set([user.userId]));
  expect([accepted.status, accepted.headers.get('location')]).toEqual([303, JOINED]);
  const joined = await (await open(cookie(token), JOINED)).text();
  expect(joined).toContain("You joined Team &lt;i&gt;. See what's shared with you.");
  expect(joined).toContain(`<a class="button main" href="/teams/${TEAM_ID}">Open Dealbridge</a>`);
  expect(answers).toEqual([{ invitationId: INVITATION.id, secret: SECRET, accept: true }]);
});

test('a user who declines sees the outcome', async () => {
  const declined = await submit({ action: 'decline' }, cookie());

  expect(await declined.text()).toContain('t join Team');
  expect(answers).toEqual([{ invitationId: INVITATION.id, secret: SECRET, accept: false }]);
});

test('an invitation cannot be answered without signing in, for which there is a form, or from another origin', async () => {
  const anonymous = await submit({ action: 'accept' });
  const foreign = await submit({ action: 'accept' }, { ...cookie(), origin: 'https://evil.example' });

  expect([anonymous.status, foreign.status]).toEqual([401, 403]);
  expect(await anonymous.text()).toContain('<button name="action" value="sign-in">');
  expect(answers).toEqual([]);
});

test('a user in too many teams gets an explanation', async () => {
  isFull = true;

  const response = await submit({ action: 'accept' }, cookie());

  expect(response.status).toBe(409);
  expect(await response.text()).toContain('You are in 50 teams, the maximum. Leave one first.');
});

test('an invalid secret leads to a page that says what to do', async () => {
  for (const path of [`/invitations/${'x'.repeat(43)}`, '/invitations/short']) {
    const response = await open(cookie(), path);
    expect(response.status).toBe(404);
    expect(await response.clone().text()).toContain('<a class="button main" href="/">Open Dealbridge</a>');
    expect(await response.text()).toContain('Ask the person who invited you for a new link.');
  }
});
