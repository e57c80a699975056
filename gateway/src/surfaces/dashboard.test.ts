import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { CallContext } from '@svc/chassis/calls/call-context';
import { AppError, rateLimited } from '@svc/chassis/errors/app-error';
import { startTestGateway, type StubHandlers, testDeal, type TestGateway } from '../testing/test-gateway.js';

const DEAL_ID = '01900000-0000-7000-8000-000000000001';

let gateway: TestGateway;
let handlers: Required<Pick<StubHandlers, 'deals' | 'dueViews' | 'accounts'>>;
let lastCall: { request: unknown; context: CallContext } | undefined;

beforeAll(async () => {
  handlers = { deals: {}, dueViews: {}, accounts: {} };
  const forward =
    <Group extends keyof typeof handlers>(group: Group, name: keyof (typeof handlers)[Group]) =>
    async (request: unknown, call: { context: CallContext }) => {
      lastCall = { request, context: call.context };
      const handler = handlers[group][name] as (request: unknown, call: unknown) => Promise<never>;
      return handler(request, call);
    };
  gateway = await startTestGateway({
    trustedProxies: ['127.0.0.0/8'],
    handlers: {
      deals: {
        getDeal: forward('deals', 'getDeal'),
        listDeals: forward('deals', 'listDeals'),
        createDeal: forward('deals', 'createDeal'),
        updateDeal: forward('deals', 'updateDeal'),
        deleteDeal: forward('deals', 'deleteDeal'),
      },
      dueViews: { listDueViews: forward('dueViews', 'listDueViews') },
      accounts: {
        signIn: forward('accounts', 'signIn'),
        signOut: forward('accounts', 'signOut'),
        requestPasswordReset: forward('accounts', 'requestPasswordReset'),
      },
    },
  });
});

beforeEach(() => {
  lastCall = undefined;
  Object.assign(handlers, { deals: {}, dueViews: {}, accounts: {} });
});

afterAll(() => gateway.stop());

const bearer = (token = gateway.signIn().token) => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const init = { method, headers: { ...bearer(), ...(body === undefined ? {} : json), ...headers } };
  const response = await gateway.fetch(path, body === undefined ? init : { ...init, body: JSON.stringify(body) });
  const text = await response.text();
  return { response, body: text === '' ? undefined : (JSON.parse(text) as Record<string, never>) };
}

test('a record is returned with exactly its documented fields, times in ISO, and its version as ETag', async () => {
  handlers.deals.getDeal = async () => ({ deal: { ...testDeal(), secret: 'x' } as never });

  const { response, body } = await send('GET', `/api/deals/${DEAL_ID}`);

  expect(response.status).toBe(200);
  expect(response.headers.get('etag')).toBe('"3"');
  expect(body).toEqual({ ...testDeal(), createdAt: '2026-05-01T10:00:00.000Z', updatedAt: '2026-05-01T10:00:00.000Z' });
});

test('a created record is returned with 201 and its Location', async () => {
  handlers.deals.createDeal = async () => ({ deal: testDeal() });

  const { response } = await send('POST', '/api/deals', { name: 'Spring launch' });

  expect(response.status).toBe(201);
  expect(response.headers.get('location')).toBe(`/api/deals/${DEAL_ID}`);
});

test('an operation without output answers 204 without a body', async () => {
  handlers.deals.deleteDeal = async () => ({});

  const { response, body } = await send('DELETE', `/api/deals/${DEAL_ID}`);

  expect(response.status).toBe(204);
  expect(body).toBeUndefined();
});

test('query values are parsed as numbers and booleans', async () => {
  handlers.dueViews.listDueViews = async () => ({ dueViews: [], totalSize: 0, degraded: [] });

  const { body } = await send('GET', '/api/deals/due-views?limit=7&offset=14&includeLogs=true&scope=mine-and-shared');

  expect(lastCall?.request).toEqual({
    pageSize: 7,
    pageToken: null,
    skip: 14,
    until: null,
    scope: 'mine-and-shared',
    includeLogs: true,
    includeScreenshots: false,
  });
  expect(body).toEqual({ items: [], total: 0, limit: 7, offset: 14 });
});

test.each([
  ['/api/deals?limit=-1', 'limit'],
  ['/api/deals?limit=0', 'limit'],
  ['/api/deals?limit=201', 'limit'],
  ['/api/deals?limit=ten', 'limit'],
  ['/api/deals?limit=1e2', 'limit'],
  ['/api/deals?limit=1&limit=2', 'limit'],
  ['/api/deals?offset=1.5', 'offset'],
  ['/api/deals?status=open', 'status'],
  ['/api/deals?colour=red', 'colour'],
  ['/api/deals?sort=price;drop', 'sort'],
  ['/api/deals?q=%00', 'q'],
  ['/api/deals?valueOf=1', 'valueOf'],
  ['/api/deals?__proto__=1', '__proto__'],
  ['/api/deals/not-an-id', 'dealId'],
  ['/api/deals/due-views?includeLogs=yes', 'includeLogs'],
  ['/api/deals/view-logs?logId=1', 'logId'],
  ['/api/deals/view-logs?logIds=1', 'logIds.0'],
])('%s is refused, naming %s', async (path, name) => {
  const { response, body } = await send('GET', path);

  expect(response.status).toBe(400);
  expect(body?.error).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: name, message: expect.any(String) }],
  });
  expect(lastCall).toBeUndefined();
});

test.each([
  ['an unknown field', { name: 'A', colour: 'red' }, 'colour'],
  ['an unknown nested name', { name: 'A', tags: ['a', 7] }, 'tags.1'],
  ['a missing field', {}, 'name'],
  ['an empty name', { name: '   ' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(201) }, 'name'],
  ['a number as text', { name: 'A', price: '12' }, 'price'],
  ['three decimals', { name: 'A', price: 1.005 }, 'price'],
  ['a negative price', { name: 'A', price: -1 }, 'price'],
  ['a currency that is none', { name: 'A', currency: 'XX1' }, 'currency'],
  ['a link that is no http', { name: 'A', promoLink: 'javascript:alert(1)' }, 'promoLink'],
  ['a day that does not exist', { name: 'A', postDate: '2026-02-30' }, 'postDate'],
  ['days that do not ascend', { name: 'A', viewCheckDays: [7, 1] }, 'viewCheckDays'],
  ['no days', { name: 'A', viewCheckDays: [] }, 'viewCheckDays'],
  ['a status that is not for new deals', { name: 'A', status: 'completed' }, 'status'],
  ['a contact that is no id', { name: 'A', contactId: 'ann' }, 'contactId'],
  ['a NUL character', { name: 'A\0B' }, 'name'],
  ['half of a surrogate pair', { name: 'A\ud800' }, 'name'],
  ['a target that is too high', { name: 'A', viewsTarget: 1e12 + 1 }, 'viewsTarget'],
])('a new deal with %s is refused, naming the field', async (_what, input, path) => {
  const { response, body } = await send('POST', '/api/deals', input);

  expect(response.status).toBe(400);
  expect(body?.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path, message: expect.any(String) }] });
});

test('a name in the path may not be repeated in the body', async () => {
  const { response, body } = await send('PATCH', `/api/deals/${DEAL_ID}`, { dealId: DEAL_ID, name: 'A' });

  expect(response.status).toBe(400);
  expect(body?.error).toMatchObject({ details: [{ path: 'dealId' }] });
});

test('a change sets the fields it names, and null clears', async () => {
  handlers.deals.updateDeal = async () => ({ deal: testDeal() });

  await send('PATCH', `/api/deals/${DEAL_ID}`, { brand: null, viewCheckDays: [2] }, { 'if-match': '"3"' });

  expect(lastCall?.request).toMatchObject({
    dealId: DEAL_ID,
    updateMask: ['brand', 'view_check_days'],
    expectedVersion: 3,
    brand: null,
    viewCheckDays: [2],
  });
});

test('an empty change is refused', async () => {
  const { response, body } = await send('PATCH', `/api/deals/${DEAL_ID}`, {});

  expect(response.status).toBe(400);
  expect(body?.error).toMatchObject({ code: 'VALIDATION_ERROR' });
});

test.each(['3', 'abc', '"x"', '"1", "2"'])('If-Match: %s is refused', async (value) => {
  const { response } = await send('PATCH', `/api/deals/${DEAL_ID}`, { name: 'A' }, { 'if-match': value });

  expect(response.status).toBe(400);
});

test('an unknown path responds with 404 in JSON, a wrong method with 405 and Allow', async () => {
  const unknown = await send('GET', '/api/nothing/here');
  const method = await send('PUT', `/api/deals/${DEAL_ID}`, {});
  const broken = await send('GET', '/api/deals/%E0%A4%A');

  expect(unknown.body?.error).toMatchObject({ code: 'NOT_FOUND' });
  expect(method.response.status).toBe(405);
  expect(method.response.headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH');
  expect([400, 404]).toContain(broken.response.status);
});

test('errors of services pass unchanged, and bugs reveal nothing', async () => {
  handlers.deals.getDeal = async () => {
    throw AppError.restore({
      kind: 'conflict',
      code: 'PROMO_CODE_IN_USE',
      message: 'Taken.',
      details: [{ path: 'promoCode', message: 'Taken.' }],
      data: { takenBy: { dealId: DEAL_ID } },
    });
  };
  const known = await send('GET', `/api/deals/${DEAL_ID}`, undefined, { 'x-request-id': 'my-request.1' });
  handlers.deals.getDeal = async () => {
    throw new Error('password=hunter2 at 10.0.0.1');
  };
  const bug = await send('GET', `/api/deals/${DEAL_ID}`);

  expect(known.response.status).toBe(409);
  expect(known.response.headers.get('x-request-id')).toBe('my-request.1');
  expect(known.body).toEqual({
    error: {
      code: 'PROMO_CODE_IN_USE',
      message: 'Taken.',
      details: [{ path: 'promoCode', message: 'Taken.' }],
      takenBy: { dealId: DEAL_ID },
      requestId: 'my-request.1',
    },
  });
  expect(bug.response.status).toBe(500);
  expect(JSON.stringify(bug.body)).not.toContain('hunter2');
  expect(bug.body?.error).toMatchObject({ code: 'INTERNAL', requestId: bug.response.headers.get('x-request-id') });
});

test('an empty query value counts as unset, _ is ignored, and other unknown names are refused', async () => {
  handlers.dueViews.listDueViews = async () => ({ dueViews: [], totalSize: 0, degraded: [] });

  const { body } = await send('GET', '/api/deals/due-views?limit=&scope=&_=1700000000000');
  const unknown = await send('GET', '/api/deals/due-views?nothing=1');
  const asBody = await send('PATCH', `/api/deals/${DEAL_ID}`, { _: 1, name: 'A' });

  expect(body).toMatchObject({ items: [], limit: 50 });
  expect([unknown.response.status, asBody.response.status]).toEqual([400, 400]);
});

test('every 429 states the limit and the remaining calls', async () => {
  const policies = [
    { name: 'an-hour', tries: 10, windowSeconds: 3_600 },
    { name: 'a-day', tries: 50, windowSeconds: 86_400 },
  ] as const;
  const refuse = async () => {
    throw rateLimited('Too many sign-in attempts.', policies[0], 90, policies);
  };
  handlers.deals.getDeal = refuse;
  handlers.accounts.signIn = refuse;
  const form = new URLSearchParams({ action: 'sign-in', email: 'a@example.com', password: 'guessed' });

  const answers = [
    (await send('GET', `/api/deals/${DEAL_ID}`)).response,
    (await send('POST', '/api/auth/login', { email: 'a@example.com', password: 'guessed' })).response,
    await gateway.fetch('/agent/authorize', { method: 'POST', body: form, headers: { origin: gateway.url } }),
  ];

  for (const { status, headers } of answers) {
    expect([status, headers.get('retry-after'), headers.get('ratelimit')]).toEqual([429, '90', '"an-hour";r=0;t=90']);
    expect(headers.get('ratelimit-policy')).toBe('"an-hour";q=10;w=3600, "a-day";q=50;w=86400');
  }
});

test('If-Match is read where versions are compared, and ignored elsewhere', async () => {
  handlers.deals.updateDeal = async () => ({ deal: testDeal() });
  handlers.deals.createDeal = async () => ({ deal: testDeal() });
  const stale = { 'if-match': '"2"' };

  await send('PATCH', `/api/deals/${DEAL_ID}`, { name: 'A' }, stale);
  const compared = lastCall?.request;
  const created = await send('POST', '/api/deals', { name: 'A' }, { 'if-match': 'no ETag at all' });

  expect(compared).toMatchObject({ expectedVersion: 2 });
  expect(created.response.status).toBe(201);
});

test('a malformed request id is replaced', async () => {
  const { response } = await send('GET', '/api/nothing', undefined, { 'x-request-id': 'a b<script>' });

  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('operation, tier, request id and idempotency key reach the service', async () => {
  handlers.deals.createDeal = async () => ({ deal: testDeal() });

  await send('POST', '/api/deals', { name: 'A' }, { 'idempotency-key': 'key 1', 'x-request-id': 'r1' });

  expect(lastCall?.context).toMatchObject({
    operation: 'deals.create',
    tier: 2,
    requestId: 'r1',
    idempotencyKey: 'key 1',
  });
});

test.each(['PATCH', 'DELETE'])('the idempotency key of a %s reaches the service too', async (method) => {
  handlers.deals.updateDeal = async () => ({ deal: testDeal() });
  handlers.deals.deleteDeal = async () => ({});
  const body = method === 'PATCH' ? { name: 'A' } : undefined;

  await send(method, `/api/deals/${DEAL_ID}`, body, { 'idempotency-key': 'once' });

  expect(lastCall?.context.idempotencyKey).toBe('once');
});

test('a replayed response is marked', async () => {
  handlers.deals.createDeal = async (_request, { context }) => {
    context.replayed = true;
    return { deal: testDeal() };
  };

  const { response } = await send('POST', '/api/deals', { name: 'A' }, { 'idempotency-key': 'k' });

  expect(response.headers.get('idempotency-replayed')).toBe('true');
});

test.each(['', 'x'.repeat(256), 'schlüssel'])('the idempotency key %p is refused', async (key) => {
  const { response } = await send('POST', '/api/deals', { name: 'A' }, { 'idempotency-key': key });

  expect(response.status).toBe(400);
});

test('without a session, or with an ended one, the response is 401 with WWW-Authenticate', async () => {
  const none = await gateway.fetch('/api/deals');
  const wrong = await gateway.fetch('/api/deals', { headers: bearer('x'.repeat(43)) });

  for (const response of [none, wrong]) {
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
    expect(await response.json()).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
  }
});

test("an agent's token is told to call below /api/agent", async () => {
  const response = await gateway.fetch('/api/deals', { headers: bearer(`svc_at_${'x'.repeat(43)}`) });

  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({
    error: { code: 'UNAUTHENTICATED', message: expect.stringContaining('below /api/agent') },
  });
});

test('operations for administrators are refused to others', async () => {
  const { response, body } = await send('GET', '/api/admin/users');

  expect(response.status).toBe(403);
  expect(body?.error).toMatchObject({ code: 'ADMIN_REQUIRED' });
});

test('an operation for anyone does not read sessions', async () => {
  handlers.accounts.requestPasswordReset = async () => ({});

  const { response } = await send(
    'POST',
    '/api/auth/password/forgot',
    { email: 'a@example.com' },
    bearer('y'.repeat(43)),
  );

  expect(response.status).toBe(202);
});
