import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { SystemSettings } from '@svc/proto/identity/v1/settings_service';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const ROUTES = ['/api/admin/settings', '/api/admin/copilot/settings'];
const FIRST: SystemSettings = {
  maintenanceMode: false,
  allowPublicSignup: true,
  copilotFreeDailyLimit: 4,
  copilotFreeDailyLimitSource: 'env',
  updatedAt: new Date('2026-05-01T10:00:00Z'),
  version: 3,
};

let gateway: TestGateway;
let settings: SystemSettings;

beforeAll(async () => {
  gateway = await startTestGateway({
    handlers: {
      systemSettings: {
        getSystemSettings: async () => ({ settings }),
        updateSystemSettings: async ({ expectedVersion, copilotFreeDailyLimit }) => {
          checkVersion(settings.version, expectedVersion);
          if (typeof copilotFreeDailyLimit === 'number') {
            const copilotFreeDailyLimitSource = 'database';
            const version = settings.version + 1;
            settings = { ...settings, copilotFreeDailyLimit, copilotFreeDailyLimitSource, version };
          }
          return { settings };
        },
      },
    },
  });
});

beforeEach(() => {
  settings = FIRST;
});

afterAll(() => gateway.stop());

async function send(path: string, options: { as?: 'admin' | 'user'; body?: unknown; version?: string } = {}) {
  const { as = 'admin', body, version } = options;
  const response = await gateway.fetch(path, {
    method: body === undefined ? 'GET' : 'PUT',
    headers: {
      authorization: `Bearer ${gateway.signIn({ role: as }).token}`,
      'content-type': 'application/json',
      ...(version === undefined ? {} : { 'if-match': version }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, etag: response.headers.get('etag'), body: (await response.json()) as object };
}

test('both routes return the current limit with its source, under one version', async () => {
  const [all, copilot] = await Promise.all([send('/api/admin/settings'), send('/api/admin/copilot/settings')]);

  expect([all.etag, copilot.etag]).toEqual(['"3"', '"3"']);
  expect(all.body).toEqual({ ...FIRST, updatedAt: '2026-05-01T10:00:00.000Z' });
  expect(copilot.body).toEqual({ copilotFreeDailyLimit: 4, copilotFreeDailyLimitSource: 'env' });
});

test.each(ROUTES)('a value set at %s is read at both', async (path) => {
  const changed = await send(path, { body: { copilotFreeDailyLimit: 9 }, version: '"3"' });

  expect([changed.status, changed.etag]).toEqual([200, '"4"']);
  const set = { copilotFreeDailyLimit: 9, copilotFreeDailyLimitSource: 'database' };
  expect(changed.body).toMatchObject(set);
  for (const each of ROUTES) expect((await send(each)).body).toMatchObject(set);
});

test.each(ROUTES)('a stale version at %s is refused', async (path) => {
  const { status, body } = await send(path, { body: { copilotFreeDailyLimit: 9 }, version: '"2"' });

  expect([status, body]).toMatchObject([412, { error: { code: 'VERSION_CONFLICT' } }]);
  expect(settings).toEqual(FIRST);
});

const NOT_TAKEN: [string, unknown][] = [
  ['copilotFreeDailyLimit', -1],
  ['copilotFreeDailyLimit', 1_000_001],
  ['copilotFreeDailyLimit', 1.5],
  ['copilotFreeDailyLimit', '9'],
  ['copilotFreeDailyLimit', null],
  ['copilotFreeDailyLimitSource', 'env'],
];

test.each(ROUTES.flatMap((path) => NOT_TAKEN.map(([field, value]) => [path, field, value] as const)))(
  '%s takes no %s of %j',
  async (path, field, value) => {
    const { status, body } = await send(path, { body: { copilotFreeDailyLimit: 9, [field]: value } });

    expect([status, body]).toMatchObject([400, { error: { code: 'VALIDATION_ERROR', details: [{ path: field }] } }]);
    expect(settings).toEqual(FIRST);
  },
);

test.each([[{}], [{ allowPublicSignup: false }], [{ copilotFreeDailyLimit: 9, maintenanceMode: true }], [[]]])(
  "the copilot's settings accept only the limit: not %j",
  async (body) => {
    const { status } = await send('/api/admin/copilot/settings', { body });

    expect([status, settings]).toEqual([400, FIRST]);
  },
);

test('only administrators can use the routes', async () => {
  for (const path of ROUTES) {
    const body = { copilotFreeDailyLimit: 9 };
    for (const tried of [await send(path, { as: 'user' }), await send(path, { as: 'user', body })]) {
      expect(tried).toMatchObject({ status: 403, body: { error: { code: 'ADMIN_REQUIRED' } } });
    }
    for (const init of [{}, { method: 'PUT', body: JSON.stringify(body) }]) {
      const response = await gateway.fetch(path, { ...init, headers: { 'content-type': 'application/json' } });
      expect([response.status, await response.json()]).toMatchObject([401, { error: { code: 'UNAUTHENTICATED' } }]);
    }
  }
  expect(settings).toEqual(FIRST);
});

test.each(['/api/admin/copilot', '/api/admin/copilot/nothing/here', '/api/admin/settings/nothing'])(
  'only administrators learn that there is no %s',
  async (path) => {
    for (const body of [undefined, {}]) {
      const method = body === undefined ? 'GET' : 'PUT';
      const signedOut = await gateway.fetch(path, { method });
      const answers = [{ status: signedOut.status, body: await signedOut.json() }];
      answers.push(await send(path, { as: 'user', body }), await send(path, { body }));

      expect(answers).toMatchObject([
        { status: 401, body: { error: { code: 'UNAUTHENTICATED' } } },
        { status: 403, body: { error: { code: 'ADMIN_REQUIRED' } } },
        { status: 404, body: { error: { code: 'NOT_FOUND' } } },
      ]);
    }
  },
);

test("for an identity of the previous release, which names no source, the limit is the database's", async () => {
  settings = { ...FIRST, copilotFreeDailyLimit: 25, copilotFreeDailyLimitSource: '' };

  expect((await send('/api/admin/copilot/settings')).body).toEqual({
    copilotFreeDailyLimit: 25,
    copilotFreeDailyLimitSource: 'database',
  });
});
