import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { appError } from '@svc/chassis/errors/app-error';
import { eventually } from '@svc/chassis/testing/eventually';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { isForUsers } from '@svc/operations/run/checks';
import { startTestGateway, type TestGateway } from './testing/test-gateway.js';

const maintenance = { isOn: false };
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({
    handlers: {
      systemSettings: {
        getPublicSettings: async () => ({
          maintenanceMode: maintenance.isOn,
          allowPublicSignup: true,
          sendsMail: true,
        }),
        getSystemSettings: async () => ({
          settings: {
            maintenanceMode: true,
            allowPublicSignup: true,
            copilotFreeDailyLimit: 0,
            copilotFreeDailyLimitSource: 'default',
            updatedAt: new Date(),
            version: 1,
          },
        }),
      },
      deals: {
        listDeals: async () => {
          throw appError('UNAVAILABLE', 'Away.', { retryAfterSeconds: 2 });
        },
      },
    },
  });
});

afterAll(() => gateway.stop());

interface Description {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; in: string }[] }>>;
}

const describeApi = async () => (await (await gateway.fetch('/api/openapi.json')).json()) as Description;

test.each(['/api/health', '/openapi.json', '/api/deals', '/nothing', '/.well-known/unknown'])(
  '%s carries the headers of every response',
  async (path) => {
    const { headers } = await gateway.fetch(path);

    expect(headers.get('link')).toBe(
      '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json", ' +
        '</docs/api>; rel="service-doc", </openapi.json>; rel="service-desc"; type="application/openapi+json"',
    );
    expect(headers.get('content-signal')).toBe('ai-train=no, search=yes, ai-input=yes');
    expect(headers.get('x-request-id')).toMatch(/^[\w.-]+$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
  },
);

test('a request gets its own id, ignoring one sent by anything but a trusted proxy', async () => {
  const { headers } = await gateway.fetch('/healthz', { headers: { 'x-request-id': 'a-foreign-request' } });

  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('an unknown well-known URL is a real 404', async () => {
  const response = await gateway.fetch('/.well-known/unknown');

  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

test('health reports that the process is alive', async () => {
  const response = await gateway.fetch('/api/health');

  expect(await response.json()).toEqual({
    status: 'ok',
    service: 'gateway',
    version: '1.2.3',
    uptimeSeconds: expect.any(Number),
  });
});

test.each(['/api/health', '/api/readiness', '/healthz/live', '/healthz/ready'])('%s is read-only', async (path) => {
  const response = await gateway.fetch(path, { method: 'PUT' });

  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(await response.json()).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } });
});

test('readiness names every dependency', async () => {
  const response = await gateway.fetch('/api/readiness');

  expect(response.status).toBe(200);
  const ok = { status: 'ok', latencyMs: expect.any(Number) };
  expect(await response.json()).toEqual({
    status: 'ready',
    checks: { identity: ok, deal: ok, viewcheck: ok, shortener: ok, screenshot: ok, copilot: ok, memory: ok },
  });
});

test('readiness is degraded with the reason while stored images belong to another installation or database', async () => {
  const other = await startTestGateway();
  other.tellDependency('shortener', 'objects.database', true);
  other.tellDependency('screenshot', 'objects.database', false);

  const response = await readyAnswer(other);

  expect(await response.json()).toMatchObject({
    status: 'ready',
    checks: {
      objects: {
        status: 'degraded',
        reason: expect.stringMatching(/belong to another database\. Uploads are refused/),
      },
    },
  });
  await other.stop();
});

test('readiness names the browser while captures are impossible, and the rest of the product works', async () => {
  const other = await startTestGateway();
  other.tellDependency('screenshot', 'browser', false);

  const response = await readyAnswer(other);

  expect(await response.json()).toMatchObject({
    status: 'ready',
    checks: { browser: { status: 'degraded', reason: expect.stringContaining('pages cannot be captured') } },
  });
  await other.stop();
});

test('readiness fails while a memory database is required and missing', async () => {
  const other = await startTestGateway({ memoryDatabaseRequired: true });

  const response = await other.fetch('/api/readiness');

  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    status: 'failing',
    checks: {
      memory: { status: 'failing', reason: 'No memory database is configured: set MEMORY_DATABASE_URL.' },
      deal: { status: 'ok' },
    },
  });
  await other.stop();
});

test.each([
  { memoryDatabaseRequired: true, status: 503, memory: 'failing' },
  { memoryDatabaseRequired: false, status: 200, memory: 'degraded' },
])(
  'a memory database that does not answer makes readiness $memory when required is $memoryDatabaseRequired',
  async ({ memoryDatabaseRequired, status, memory }) => {
    const memoryDatabase = {
      getConfigurationVersion: async () => {
        throw appError('UNAVAILABLE', 'The database at 10.0.0.7 is away.');
      },
    };
    const other = await startTestGateway({ memoryDatabaseRequired, handlers: { memoryDatabase } });

    const response = await other.fetch('/api/readiness');

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      checks: { memory: { status: memory, reason: 'The memory database does not answer.' } },
    });
    await other.stop();
  },
);

test('readiness accepts a separate memory database that responds', async () => {
  const other = await startTestGateway({ memoryDatabaseRequired: true, hasOwnMemoryDatabase: true });

  const response = await readyAnswer(other);

  expect(await response.json()).toMatchObject({ status: 'ready', checks: { memory: { status: 'ok' } } });
  await other.stop();
});

test('an unavailable dependency gives 503 with Retry-After', async () => {
  const { token } = gateway.signIn();

  const response = await gateway.fetch('/api/deals', { headers: { authorization: `Bearer ${token}` } });

  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('2');
});

test('the description is valid OpenAPI 3.1', async () => {
  const description = await describeApi();

  const result = await new Validator().validate(structuredClone(description) as never);

  expect(result.errors ?? []).toEqual([]);
  expect(description.openapi).toBe('3.1.0');
});

test('the description has every operation except those of administrators', async () => {
  const { paths } = await describeApi();

  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const mounted = OPERATIONS.filter((operation) => operation.access !== 'admin' && isForUsers(operation)).flatMap(
    ({ http }) => [http.method].flat().map((method) => `${method} /api${http.path.replaceAll(/:(\w+)/g, '{$1}')}`),
  );
  expect(described.toSorted()).toEqual(['GET /api/health', 'GET /api/readiness', ...mounted].toSorted());
  expect(described.some((path) => path.includes('/admin/'))).toBe(false);
});

test('every described operation is mounted', async () => {
  const { paths } = await describeApi();

  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) {
      const response = await gateway.fetch(path.replaceAll(/\{\w+\}/g, 'x'), { method: method.toUpperCase() });
      expect([method, path, response.status]).not.toEqual([method, path, 404]);
      expect([method, path, response.status]).not.toEqual([method, path, 405]);
    }
  }
});

test("anyone may read the installation's features, and the address of its short links", async () => {
  const response = await gateway.fetch('/api/public/config');

  expect(await response.json()).toEqual({
    appName: 'Dealbridge',
    signupOpen: true,
    maintenance: false,
    legal: { terms: '/terms', privacy: '/privacy', cookies: '/cookies' },
    features: { bulkImport: true, viewChecks: true, mail: true, screenshots: true, agents: true, copilot: true },
    shortenerOrigin: 'https://go.example',
  });
});

test('during maintenance only administrators have access; sign-in, public routes and health keep working', async () => {
  const user = { authorization: `Bearer ${gateway.signIn().token}` };
  const admin = { authorization: `Bearer ${gateway.signIn({ role: 'admin' }).token}` };
  maintenance.isOn = true;
  let closed = await gateway.fetch('/api/activity', { headers: user });
  while (closed.status !== 503) closed = await gateway.fetch('/api/activity', { headers: user });

  expect(closed.headers.get('retry-after')).toBe('120');
  expect(await closed.json()).toMatchObject({ error: { code: 'MAINTENANCE' } });
  expect((await gateway.fetch('/api/admin/settings', { headers: admin })).status).toBe(200);
  expect((await gateway.fetch('/api/public/config')).status).toBe(200);
  expect((await gateway.fetch('/api/auth/me')).status).toBe(401);
  expect((await gateway.fetch('/api/health')).status).toBe(200);
  maintenance.isOn = false;
});

test('the HSTS header is sent exactly when the public origin uses https', async () => {
  const secure = await startTestGateway({ appOrigin: 'https://app.example' });
  try {
    const header = async (of: TestGateway) => (await of.fetch('/api/health')).headers.get('strict-transport-security');

    expect([await header(secure), await header(gateway)]).toEqual(['max-age=31536000', null]);
  } finally {
    await secure.stop();
  }
});

/** Polls readiness until it is ready: on a busy machine a service may start late. */
async function readyAnswer(asked: TestGateway): Promise<Response> {
  let response = await asked.fetch('/api/readiness');
  await eventually(async () => {
    if (response.status !== 200) response = await asked.fetch('/api/readiness');
    expect(response.status).toBe(200);
  });
  return response;
}
