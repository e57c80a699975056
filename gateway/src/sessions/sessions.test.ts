import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { startTestGateway, testDeal, type TestGateway } from '../testing/test-gateway.js';

const SESSION = {
  user: {
    id: '01900000-0000-7000-8000-000000000002',
    email: 'dana@example.com',
    name: 'Dana',
    role: 'user',
    createdAt: new Date(),
    updatedAt: new Date(),
    version: 1,
    emailConfirmed: false,
  },
  token: 't'.repeat(43),
  expiresAt: new Date(),
};

const handlers = {
  accounts: { signIn: async () => ({ session: SESSION }), signOut: async () => ({}) },
  deals: { createDeal: async () => ({ deal: testDeal() }), listDeals: async () => ({ deals: [], totalSize: 0 }) },
};

let gateway: TestGateway;
let secure: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ handlers, authReuseMs: 200 });
  secure = await startTestGateway({ handlers, appOrigin: 'https://app.example' });
});

afterAll(() => Promise.all([gateway.stop(), secure.stop()]));

const login = (target: TestGateway, headers: Record<string, string> = {}) =>
  target.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: 'dana@example.com', password: 'correct horse battery' }),
  });

const create = (target: TestGateway, headers: Record<string, string>) =>
  target.fetch('/api/deals', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ name: 'A' }),
  });

test('signing in sets a cookie that scripts cannot read, and returns the token', async () => {
  const response = await login(gateway);

  expect(response.headers.get('set-cookie')).toMatch(
    /^svc_session=t{43}; Max-Age=7776000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
  );
  expect(await response.json()).toMatchObject({ token: SESSION.token, user: { name: 'Dana' } });
});

test('over https the cookie is bound to the host, and our pages do not get the token', async () => {
  const response = await login(secure, { origin: 'https://app.example', 'sec-fetch-site': 'same-origin' });

  expect(response.headers.get('set-cookie')).toMatch(/^__Host-svc_session=.*; Secure;/);
  expect(await response.json()).not.toHaveProperty('token');
});

test.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
  'signing in from %p is refused',
  async (headers) => {
    const response = await login(secure, headers as unknown as Record<string, string>);

    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: 'CSRF_REJECTED' } });
  },
);

test("signing out clears the cookie and the pages' browser storage", async () => {
  const { token } = gateway.signIn();

  const response = await gateway.fetch('/api/auth/logout', {
    method: 'POST',
    headers: { cookie: `svc_session=${token}`, origin: gateway.url },
  });

  expect(response.status).toBe(204);
  expect(response.headers.get('set-cookie')).toMatch(/^svc_session=; Path=\/; Expires=Thu, 01 Jan 1970/);
  expect(response.headers.get('clear-site-data')).toBe('"cache", "storage"');
  const refused = await gateway.fetch('/api/auth/me', { headers: { cookie: 'svc_session=unknown' } });
  expect([refused.status, refused.headers.has('clear-site-data')]).toEqual([401, false]);
});

test('a write with a cookie needs proof that the page is ours; a read and a bearer token do not', async () => {
  const { token } = gateway.signIn();
  const cookie = `svc_session=${token}`;

  const unproven = await create(gateway, { cookie });
  const foreign = await create(gateway, { cookie, origin: 'https://evil.example' });
  const sibling = await create(gateway, { cookie, 'sec-fetch-site': 'same-site' });
  const proven = await create(gateway, { cookie, origin: gateway.url });
  const sameOrigin = await create(gateway, { cookie, 'sec-fetch-site': 'same-origin' });
  const bearer = await create(gateway, { authorization: `Bearer ${token}` });
  const read = await gateway.fetch('/api/deals', { headers: { cookie } });

  expect([unproven, foreign, sibling].map(({ status }) => status)).toEqual([403, 403, 403]);
  expect([proven, sameOrigin, bearer].map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(read.status).toBe(200);
});

test('a bearer token takes precedence over a cookie', async () => {
  const { token } = gateway.signIn();

  const response = await gateway.fetch('/api/deals', {
    headers: { cookie: `svc_session=${token}`, authorization: `Bearer ${'z'.repeat(43)}` },
  });

  expect(response.status).toBe(401);
});

test('concurrent requests share one lookup in identity, and the result is cached', async () => {
  const { token } = gateway.signIn();
  const headers = { authorization: `Bearer ${token}` };
  const before = { ...gateway.asked };

  const together = await Promise.all(Array.from({ length: 20 }, () => gateway.fetch('/api/deals', { headers })));
  const after = { ...gateway.asked };

  expect(together.every(({ status }) => status === 200)).toBe(true);
  expect(after.credentials - before.credentials).toBeLessThan(20);
});

test('a change of facts that are cached with the session applies to the next request of that caller', async () => {
  const patient = await startTestGateway({ handlers, authReuseMs: 60_000 });
  const { token } = patient.signIn();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = (method: string, path: string, body?: object) =>
    patient.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const read = () => request('GET', '/api/deals');
  await read();

  const asked = [];
  for (const write of [
    () => request('PUT', '/api/settings', { locale: 'de' }),
    () => request('POST', '/api/teams', { name: 'Sales' }),
    () => request('POST', '/api/deals', { name: 'A' }),
  ]) {
    const { credentials } = patient.asked;
    await write();
    await read();
    asked.push(patient.asked.credentials - credentials);
  }
  await patient.stop();

  expect(asked).toEqual([1, 1, 0]);
});

test('an ended session is refused once the cached answer expires', async () => {
  const { token } = gateway.signIn();
  const headers = { authorization: `Bearer ${token}` };
  await gateway.fetch('/api/deals', { headers });

  gateway.signOut(token);

  await eventually(async () => expect((await gateway.fetch('/api/deals', { headers })).status).toBe(401));
});
