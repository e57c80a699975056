import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { AppError, appError, notFound } from '@svc/chassis/errors/app-error';
import type { AuthorizationRequest } from '@svc/proto/identity/v1/agent_authorization_service';
import { DANA, signInOfDana, visitPages } from '../../testing/page-visitor.js';
import { startTestGateway, type StubHandlers, type TestGateway } from '../../testing/test-gateway.js';

const REQUEST_ID = '01900000-0000-7000-8000-000000000009';
const PAGE = `/agent/authorize/${REQUEST_ID}`;
/** The fake identity's only request, whether approving it needs a password, and the decision. */
let authorization: AuthorizationRequest;
let passwordRequired: boolean;
let approvals: object[];
let newSession: string;
let gateway: TestGateway;

const handlers: StubHandlers = {
  accounts: {
    getAccount: async () => ({ user: DANA, teams: [] }),
    signIn: signInOfDana(() => newSession),
  },
  agentAuthorizations: {
    getAuthorizationRequest: async ({ request }) => {
      const isKnown = request?.value === REQUEST_ID || request?.value === authorization.userCode;
      if (!isKnown) throw notFound('authorization request');
      return { request: authorization, passwordRequired };
    },
    approveAuthorizationRequest: async (request) => {
      if (passwordRequired && request.password !== 'right') {
        const code = request.password ? 'INVALID_CREDENTIALS' : 'PASSWORD_REQUIRED';
        throw AppError.restore({ kind: 'unauthenticated', code, message: `Refused: ${code}.` });
      }
      if (authorization.status !== 'pending') throw appError('INVALID_TRANSITION', 'Decided.');
      approvals.push(request);
      authorization = { ...authorization, status: 'approved' };
      return { request: authorization };
    },
    denyAuthorizationRequest: async () => {
      authorization = { ...authorization, status: 'denied' };
      return { request: authorization };
    },
  },
};

beforeAll(async () => {
  gateway = await startTestGateway({ handlers });
});

beforeEach(() => {
  approvals = [];
  passwordRequired = false;
  newSession = gateway.signIn().token;
  authorization = {
    id: REQUEST_ID,
    family: 'shortener',
    status: 'pending',
    userCode: 'WDJB-MJHT',
    clientName: '<script>alert(1)</script>',
    clientUri: 'https://cli.example:8443/"><img src=x>',
    scopes: ['shortener.links:write', 'shortener.stats:read'],
    // Less than the twelfth minute, so that the test may take a while.
    expiresAt: new Date(Date.now() + 11.9 * 60_000),
    tokenLifetimeSeconds: 30 * 24 * 60 * 60,
    tokenExpiresAt: null,
  };
});

afterAll(() => gateway.stop());

const { cookie, open, submit } = visitPages(() => gateway);

test('the page runs no scripts, appears in no frame, cache or search, and loads nothing from elsewhere', async () => {
  const { headers } = await open(PAGE);

  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-\S+'; img-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
  );
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(headers.get('content-type')).toContain('text/html');
});

test('a user sees who requests which access, in plain words, with the code, the host and their own account', async () => {
  const html = await (await open(PAGE)).text();

  expect(html).toContain('Let &lt;script&gt;alert(1)&lt;/script&gt; act for you?');
  expect(html).toContain('<p class="large"><strong>cli.example:8443</strong></p>');
  expect(html).toContain('<code>https://cli.example:8443/%22%3E%3Cimg%20src=x%3E</code>');
  expect(html).toContain('<p class="large"><code>WDJB-MJHT</code></p>');
  expect(html).toContain('Create, change and delete short links in your name');
  expect(html).toContain('See how often the short links that it has made are opened');
  expect(html).toContain('<strong>Dana &lt;b&gt;</strong> (dana@example.com)');
  expect(html).toContain('The access lasts 30 days');
  expect(html).toContain('expires in 12 minutes');
  expect(html).toContain('Make sure your agent shows the same code.');
  expect(html).not.toMatch(/<script|<img(?! src="\/brand\/icon\.svg")|full agent bridge|type="password"/);
});

test('a request for all scopes shows a warning, and an unknown scope is shown verbatim', async () => {
  authorization = { ...authorization, family: 'bridge', scopes: ['mcp', 'svc.<new>'], clientUri: null };

  const html = await (await open(PAGE)).text();

  expect(html).toContain('This is the full agent bridge.');
  expect(html).toContain('<li>svc.&lt;new&gt;</li>');
  expect(html).toContain('This app is unverified');
});

test('approving gives the agent access and says so', async () => {
  const headers = cookie();

  const decided = await submit(PAGE, { action: 'approve' }, headers);
  const result = await (await open(PAGE, headers)).text();

  expect([decided.status, decided.headers.get('location')]).toEqual([303, PAGE]);
  expect(approvals).toMatchObject([{ requestId: REQUEST_ID, clientAddress: '127.0.0.1' }]);
  expect(result).toContain('Agent connected');
  expect(result).not.toContain('<form');
});

test('denying gives the agent no access and says so', async () => {
  await submit(PAGE, { action: 'deny' });

  expect(await (await open(PAGE)).text()).toContain('Agent not connected');
  expect(approvals).toEqual([]);
});

test('a form without a decision has no effect', async () => {
  const response = await submit(PAGE, { action: 'else' });

  expect(response.status).toBe(303);
  expect(authorization.status).toBe('pending');
});

test('an old session needs the password, and after a wrong one the page asks again', async () => {
  passwordRequired = true;

  const html = await (await open(PAGE)).text();
  const missing = await submit(PAGE, { action: 'approve', password: '' });
  const wrong = await submit(PAGE, { action: 'approve', password: 'guessed' });
  const right = await submit(PAGE, { action: 'approve', password: 'right' });

  expect(html).toContain('<input type="password" name="password"');
  expect([missing.status, wrong.status, right.status]).toEqual([401, 401, 303]);
  expect(await missing.text()).toContain('Refused: PASSWORD_REQUIRED.');
  const again = await wrong.text();
  expect(again).toContain('Refused: INVALID_CREDENTIALS.');
  expect(again).toContain('<input type="password" name="password"');
  expect(again).not.toContain('guessed');
});

test('a decided or expired request cannot be decided', async () => {
  authorization = { ...authorization, status: 'expired' };

  const decided = await submit(PAGE, { action: 'approve' });

  expect(decided.status).toBe(409);
  expect(await (await open(PAGE)).text()).toContain('The request has expired');
});

test('a signed-out user signs in first, and returns to the page', async () => {
  const shown = await open(PAGE, {});
  const wrong = await submit(PAGE, { action: 'sign-in', email: 'dana@example.com', password: 'guessed' }, {});
  const right = await submit(PAGE, { action: 'sign-in', email: 'dana@example.com', password: 'right' }, {});

  const html = await shown.text();
  expect(html).toContain('Sign in to Dealbridge');
  expect(html).not.toContain('WDJB');
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get('set-cookie')).not.toContain('svc_session');
  const again = await wrong.text();
  expect(again).toContain('Wrong.');
  expect(again).toContain('name="email" value="dana@example.com"');
  expect(again).not.toContain('guessed');
  expect([right.status, right.headers.get('location')]).toEqual([303, PAGE]);
  const session = /^svc_session=[^;]+/.exec(right.headers.get('set-cookie') ?? '')?.[0] ?? '';
  expect(await (await open(PAGE, { cookie: session })).text()).toContain('WDJB-MJHT');
});

test('a decision of a signed-out user leads to the sign-in', async () => {
  const response = await submit(PAGE, { action: 'approve' }, {});

  expect(response.status).toBe(401);
  expect(await response.text()).toContain('Sign in to Dealbridge');
  expect(approvals).toEqual([]);
});

test("a bearer token is not accepted as a session: only the user's browser may decide", async () => {
  const { token } = gateway.signIn();

  const response = await submit(PAGE, { action: 'approve' }, { authorization: `Bearer ${token}` });

  expect(response.status).toBe(401);
  expect(approvals).toEqual([]);
});

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a page that hides where it is', { origin: 'null' }],
  ['a sibling', { origin: 'null', 'sec-fetch-site': 'same-site' }],
])('a form from %s has no effect and signs no user in', async (_what, headers) => {
  const decided = await submit(PAGE, { action: 'approve' }, { ...cookie(), ...headers });
  const signedIn = await submit(PAGE, { action: 'sign-in', email: 'a@example.com', password: 'right' }, headers);

  expect([decided.status, signedIn.status]).toEqual([403, 403]);
  expect(signedIn.headers.get('set-cookie')).toBeNull();
  expect(approvals).toEqual([]);
});

test('a form without any origin is refused as well', async () => {
  const response = await gateway.fetch(PAGE, {
    method: 'POST',
    headers: cookie(),
    body: new URLSearchParams({ action: 'approve' }),
  });

  expect(response.status).toBe(403);
});

test('a code in the address is filled in, and must still be confirmed', async () => {
  const form = await open('/agent/authorize?user_code=WDJB-MJHT%22%3E');
  const found = await submit('/agent/authorize?user_code=WDJB-MJHT', { action: 'find', userCode: 'WDJB-MJHT' });

  expect(await form.text()).toContain('value="WDJB-MJHT&quot;&gt;"');
  expect([found.status, found.headers.get('location')]).toEqual([303, PAGE]);
});

test('the code in the address is kept across the sign-in', async () => {
  const path = '/agent/authorize?user_code=WDJB-MJHT';

  const { headers } = await submit(path, { action: 'sign-in', email: 'dana@example.com', password: 'right' }, {});

  expect(headers.get('location')).toBe(path);
});

test.each(['BCDF-GHJK', '', 'x'.repeat(300)])('the unknown code %j is asked for again', async (userCode) => {
  const response = await submit('/agent/authorize', { action: 'find', userCode });

  expect(response.status).toBe(404);
  expect(await response.text()).toContain('This code is wrong or has expired');
});

test.each(['/agent/authorize/01900000-0000-7000-8000-00000000000a', '/agent/authorize/%22%3E'])(
  'there is no request at %s',
  async (path) => {
    const response = await open(path);

    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Request not found');
  },
);

test.each([
  '?response_type=code&client_id=x&redirect_uri=https%3A%2F%2Fevil.example',
  '?client_id=x&redirect_uri=https%3A%2F%2Fevil.example&code_challenge=y',
])('a client that expects a redirect with a code gets an error and no code: %s', async (query) => {
  for (const headers of [{}, cookie()]) {
    const response = await open(`/agent/authorize${query}`, headers as Record<string, string>);

    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(await response.text()).toContain('unsupported_response_type');
  }
});

test('API clients get the same results from the operations', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${gateway.signIn().token}` };
  const post = (path: string, body: object) =>
    gateway.fetch(`/api/agent-authorizations${path}`, { method: 'POST', headers, body: JSON.stringify(body) });

  const got = await gateway.fetch(`/api/agent-authorizations/${REQUEST_ID}`, { headers });
  const found = await post('/find', { userCode: 'WDJB-MJHT' });
  const approved = await post(`/${REQUEST_ID}/approve`, { password: 'right' });
  const denied = await post(`/${REQUEST_ID}/deny`, {});

  const { id: requestId, ...rest } = authorization;
  const shown = {
    ...rest,
    requestId,
    status: 'pending',
    expiresAt: rest.expiresAt?.toISOString(),
    passwordRequired: false,
  };
  expect(await got.json()).toEqual(shown);
  expect(await found.json()).toEqual(shown);
  expect(await approved.json()).toMatchObject({ requestId, status: 'approved' });
  expect(await denied.json()).toMatchObject({ requestId, status: 'denied' });
});

test("an agent's token gives no access to these operations", async () => {
  const headers = { authorization: `Bearer svc_at_${'t'.repeat(43)}` };

  expect((await gateway.fetch(`/api/agent-authorizations/${REQUEST_ID}`, { headers })).status).toBe(401);
});
