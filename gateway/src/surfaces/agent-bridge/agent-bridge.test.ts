import { afterEach, expect, test } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { startTestGateway, type StubHandlers, testDeal, type TestGateway } from '../../testing/test-gateway.js';

let gateway: TestGateway;

afterEach(() => gateway?.stop());

const METADATA = 'http://localhost/.well-known/oauth-protected-resource';
const DEAL_ID = '01900000-0000-7000-8000-000000000001';
const HANDLERS: StubHandlers = { deals: { getDeal: async () => ({ deal: testDeal({ id: DEAL_ID }) }) } };

interface CallOptions {
  readonly token?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

async function call(path: string, { token, method = 'GET', headers = {}, body }: CallOptions = {}) {
  const response = await gateway.fetch(`/api/agent${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(headers['x-dd-request-id'] === '' ? {} : { 'x-dd-request-id': 'call-1' }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const parsed = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> & { error?: Record<string, unknown> };
  return { status: response.status, headers: response.headers, body: parsed, code: parsed.error?.['code'] };
}

async function start(options: Parameters<typeof startTestGateway>[0] = {}) {
  gateway = await startTestGateway({ appOrigin: 'http://localhost', handlers: HANDLERS, ...options });
}

test('an agent reads what its scope allows, under the request id that it sent', async () => {
  await start();
  const { token } = gateway.connectAgent(['svc.read']);

  const answer = await call(`/deals/${DEAL_ID}`, { token });

  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ id: DEAL_ID });
  expect(answer.headers.get('x-request-id')).toBe('call-1');
  expect(answer.headers.get('ratelimit')).toMatch(/^"agent-calls";r=999;t=\d+$/);
});

test.each([
  ['nothing', () => ({}), ''],
  ['what is no token', () => ({ token: 'x' }), ', error="invalid_token"'],
  ['an unknown token', () => ({ token: `svc_at_${'x'.repeat(43)}` }), ', error="invalid_token"'],
  ['a session', () => ({ token: gateway.signIn().token }), ', error="invalid_token"'],
  [
    'a token of another family',
    () => ({ token: gateway.connectAgent(['svc.read'], { family: 'shortener' }).token }),
    ', error="invalid_token"',
  ],
  [
    'a token that was revoked',
    () => {
      const { token } = gateway.connectAgent(['svc.read']);
      gateway.signOut(token);
      return { token };
    },
    ', error="invalid_token"',
  ],
])('%s is refused at known and unknown paths, with the reason in the challenge', async (_what, credential, error) => {
  await start();
  const token = credential();
  for (const path of [`/deals/${DEAL_ID}`, '/nothing', '/mcp', '', '//deals', '/DEALS', '/.%2e%2fdeals', '/%00']) {
    const answer = await call(path, token);

    expect([path, answer.status, answer.code]).toEqual([path, 401, 'UNAUTHENTICATED']);
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${METADATA}"${error}`);
  }
});

test('a token in the query is ignored', async () => {
  await start();
  const { token } = gateway.connectAgent(['svc.read']);

  expect((await call(`/deals/${DEAL_ID}?access_token=${token}`)).status).toBe(401);
});

test('an agent with a token gets 404 for an unknown path, and 405 for a wrong method', async () => {
  await start();
  const { token } = gateway.connectAgent(['svc.read']);

  const [unknown, wrong] = [await call('/nothing', { token }), await call('/deals/stats', { token, method: 'PUT' })];

  expect([unknown.status, unknown.code]).toEqual([404, 'NOT_FOUND']);
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(unknown.headers.get('www-authenticate')).toBeNull();
});

test.each(['/auth/me', '/teams', '/settings', '/admin/users', '/memory/00000000-0000-7000-8000-000000000000/restore'])(
  'agents do not find %s',
  async (path) => {
    await start();
    const { token } = gateway.connectAgent(['mcp', 'svc.read', 'svc.write.sensitive']);

    expect((await call(path, { token })).status).toBe(404);
  },
);

test.each([
  ['x-dd-request-id', ''],
  ['x-dd-request-id', 'with blank'],
  ['x-dd-request-id', 'x'.repeat(129)],
  ['x-dd-actor-id', 'x'.repeat(101)],
  ['x-dd-channel', 'a,b;c'],
  ['x-dd-approval-id', 'none'],
])('a call with the header %s: %s is refused, naming the header', async (name, value) => {
  await start();
  const { token } = gateway.connectAgent(['svc.read']);

  const { status, body } = await call(`/deals/${DEAL_ID}`, { token, headers: { [name]: value } });

  expect([status, body.error]).toEqual([
    400,
    expect.objectContaining({ details: [expect.objectContaining({ path: name })] }),
  ]);
});

test('a missing scope is named, in the challenge too, before the body is read', async () => {
  await start();
  const { token } = gateway.connectAgent(['svc.read']);

  const answer = await call('/tasks', { token, method: 'POST', body: '{' });

  expect([answer.status, answer.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
  expect(answer.headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="${METADATA}", error="insufficient_scope", scope="svc.read svc.write.low_risk"`,
  );
});

test('calls beyond the limit are refused until the minute is over', async () => {
  await start({ agentCallsPerMinute: 2 });
  const [{ token }, other] = [gateway.connectAgent(['svc.read']), gateway.connectAgent(['svc.read'])];

  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await call(`/deals/${DEAL_ID}`, { token })).status);
  const refused = await call(`/deals/${DEAL_ID}`, { token });

  expect(statuses).toEqual([200, 200, 429]);
  expect(refused.code).toBe('RATE_LIMITED');
  expect(refused.headers.get('ratelimit-policy')).toBe('"agent-calls";q=2;w=60, "agent-writes";q=1000;w=60');
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await call(`/deals/${DEAL_ID}`, { token: other.token })).status).toBe(200);
});

test('writes have their own limit', async () => {
  await start({
    agentWritesPerMinute: 1,
    handlers: { ...HANDLERS, tasks: { createTask: async () => Promise.reject(new Error('Not reached twice.')) } },
  });
  const { token } = gateway.connectAgent(['svc.read', 'svc.write.low_risk']);
  const create = () => call('/tasks', { token, method: 'POST', body: '{"title":""}' });

  expect([(await create()).status, (await create()).status]).toEqual([400, 429]);
  expect((await call(`/deals/${DEAL_ID}`, { token })).status).toBe(200);
});

test('agents are refused during maintenance', async () => {
  await start({
    handlers: {
      ...HANDLERS,
      systemSettings: {
        getPublicSettings: async () => ({ maintenanceMode: true, allowPublicSignup: true, sendsMail: true }),
      },
    },
  });
  const { token } = gateway.connectAgent(['mcp']);

  expect(await call(`/deals/${DEAL_ID}`, { token })).toMatchObject({ status: 503, code: 'MAINTENANCE' });
});

test('an adapter names the user for whom it acts', async () => {
  await start();
  const { agent } = gateway.connectAgent(['svc.read'], { requestId: null as never, clientId: null as never });
  const secret = 'a-secret-of-the-operator-that-all-adapters-share';
  const as = (actingUserId?: string) =>
    call(`/deals/${DEAL_ID}`, {
      token: secret,
      ...(actingUserId === undefined ? {} : { headers: { 'x-dd-acting-user-id': actingUserId } }),
    });
  gateway.actFor(agent);

  expect((await as(agent.userId)).status).toBe(200);
  expect((await as()).status).toBe(401);
  const unknown = await as(newId());
  expect(unknown.status).toBe(401);
  expect(JSON.stringify(unknown.body)).toContain('x-dd-acting-user-id names no user here');
  expect((await as('somebody')).status).toBe(400);
});

test('only an adapter may name the user for whom it acts; an agent that does is refused and recorded', async () => {
  await start();
  const { token, agent } = gateway.connectAgent(['svc.read']);
  const as = (actingUserId: string) =>
    call(`/deals/${DEAL_ID}`, { token, headers: { 'x-dd-acting-user-id': actingUserId } });

  const answers = [await as(agent.userId), await as(newId()), await as('somebody')];

  expect(answers.map(({ status, code, body }) => [status, code, body.error])).toEqual(
    answers.map(() => [
      400,
      'VALIDATION_ERROR',
      expect.objectContaining({ details: [expect.objectContaining({ path: 'x-dd-acting-user-id' })] }),
    ]),
  );
  expect(gateway.records).toHaveLength(3);
});

test("every call of an agent is recorded, including refused ones, with the agent's claims about itself", async () => {
  await start();
  const { token } = gateway.connectAgent(['svc.read'], { actorId: 'bot', channel: 'mail' });

  await call(`/deals/${DEAL_ID}`, { token, headers: { 'x-dd-channel': 'chat' } });
  await call('/tasks', { token, method: 'POST', headers: { 'x-dd-request-id': 'call-2' }, body: '{}' });

  expect(gateway.records).toMatchObject([
    {
      operation: 'deals.get',
      requestId: 'call-1',
      agent: { surface: 'https', actorId: 'bot', channel: 'chat' },
      output: { id: DEAL_ID },
    },
    { operation: 'tasks.create', requestId: 'call-2', failure: { code: 'INSUFFICIENT_SCOPE' }, output: undefined },
  ]);
});

test('anyone may read the catalog', async () => {
  await start();

  const { status, body } = await call('/schema');

  expect(status).toBe(200);
  expect(body).toMatchObject({
    schemaVersion: '1',
    defaultScope: 'svc.read',
    supportedScopes: ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive', 'svc.memory', 'mcp'],
    tiers: [{ tier: 0 }, { tier: 1 }, { tier: 2 }],
    metadata: { mcpEndpoint: 'http://localhost/api/agent/mcp' },
  });
  const families = body['families'] as { name: string; operations: { name: string; path: string }[] }[];
  const operations = families.flatMap((family) => family.operations);
  expect(operations.find(({ name }) => name === 'deals.get')?.path).toBe('/api/agent/deals/:dealId');
  expect(families.map(({ name }) => name)).toContain('short_links');
});

test.each([
  [true, 'needed for sensitive writes and deletions, and'],
  [false, 'needed for deletions, and'],
])(
  'the catalog says what needs approval where approval of other writes is %s',
  async (approvesNonDeleteWrites, said) => {
    await start({ approvesNonDeleteWrites });

    expect((await call('/schema')).body['routeScopePolicy']).toContain(said);
  },
);

test('an agent gets access through a link that the user opens', async () => {
  const requestId = newId();
  await start({
    handlers: {
      agentAuthorizations: {
        startLoginLink: async ({ clientName }) => ({
          requestId,
          deviceCode: `code of ${clientName}`,
          userCode: 'BCDF-GHJK',
          expiresAt: new Date('2026-01-01T00:15:00Z'),
          pollIntervalSeconds: 5,
        }),
        pollLoginLink: async () => ({
          status: 'approved',
          connectionState: 'token_issued',
          accessToken: 'svc_at_token',
          expiresAt: new Date('2026-02-01T00:00:00Z'),
          scopes: ['svc.read'],
          account: { name: 'Dana', email: 'dana@example.com' },
        }),
      },
    },
  });

  const started = await call('/auth/start', { method: 'POST', body: '{"clientName":"Bot"}' });
  const refused = await call('/auth/start', { method: 'POST', body: '{"clientName":"Bot","userId":"x"}' });
  const head = await call(`/auth/status/${requestId}?deviceCode=d`, { method: 'HEAD' });
  const status = await call(`/auth/status/${requestId}?deviceCode=d`);

  expect([started.status, started.body]).toEqual([
    201,
    {
      requestId,
      deviceCode: 'code of Bot',
      userCode: 'BCDF-GHJK',
      approvalUrl: `http://localhost/agent/authorize/${requestId}`,
      statusUrl: `http://localhost/api/agent/auth/status/${requestId}`,
      expiresAt: '2026-01-01T00:15:00.000Z',
      pollIntervalSeconds: 5,
    },
  ]);
  expect([refused.status, refused.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET']);
  expect(status.body).toMatchObject({
    status: 'approved',
    connectionState: 'token_issued',
    accessToken: 'svc_at_token',
    tokenType: 'Bearer',
    scopes: ['svc.read'],
    account: { name: 'Dana', email: 'dana@example.com' },
  });
});
