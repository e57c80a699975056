import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { invalidInput } from '@svc/chassis/errors/app-error';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const [MAYA, GONE] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
const AT = new Date('2026-05-01T10:00:00Z');
const usageOf = (userId: string) => ({
  userId,
  freeTurns: 3,
  modelCalls: 5,
  failovers: 1,
  promptTokens: 900,
  completionTokens: 80,
  lastUsedAt: AT,
});

let gateway: TestGateway;
const asked: { usage?: object; configs?: object } = {};

beforeAll(async () => {
  gateway = await startTestGateway({
    handlers: {
      users: {
        findUserIds: async ({ query }) => {
          if (query === 'a') throw invalidInput('search', 'must match at most 1000 accounts.');
          return { userIds: query === 'maya' ? [MAYA] : [] };
        },
        listUserNames: async () => ({ users: [{ id: MAYA, email: 'maya@example.com', name: 'Maya' }] }),
      },
      copilotAdministration: {
        listUserUsage: async (request) => {
          asked.usage = request;
          return { users: [MAYA, GONE].map(usageOf), totalSize: 52 };
        },
        listProviderConfigs: async (request) => {
          asked.configs = request;
          const config = { userId: MAYA, mode: 'byok', provider: 'openai', model: 'gpt-x', byokKeyStatus: 'rejected' };
          const consents = { freeConsent: false, byokConsent: true, learningConsent: false };
          return { configs: [{ ...config, ...consents, updatedAt: AT }], totalSize: 1 };
        },
        getLearningTotals: async () => ({
          usersWithConsent: 4,
          observed: 3,
          eligible: 2,
          proposed: 1,
          graduated: 6,
          rejected: 2,
          expired: 1,
          activeMemories: 5,
          archivedMemories: 1,
        }),
        getUsageTotals: async () => ({
          days: [{ day: '2026-05-01', users: 2, freeTurns: 7, byokTurns: 1, failovers: 3 }],
        }),
        getRotation: async () => ({
          models: [
            { ...CALLED, id: 'main|a', lane: 'main', status: 'available' },
            { ...CALLED, id: 'main|b', lane: 'main', status: 'cooling' },
            { ...CALLED, id: 'old|c', lane: 'old' },
          ],
          cooldowns: [{ scope: 'lane', id: 'main', class: 'quota_lane', until: AT, strike: 1 }],
          recentFailovers: [{ at: AT, from: 'main|b', to: 'main|a', class: 'upstream' }],
          store: 'redis',
          userCooldowns: 2,
        }),
      },
      systemSettings: {
        getSystemSettings: async () => ({
          settings: {
            maintenanceMode: false,
            allowPublicSignup: true,
            copilotFreeDailyLimit: 4,
            copilotFreeDailyLimitSource: 'env',
            updatedAt: AT,
            version: 3,
          },
        }),
      },
    },
  });
});

const CALLED = { calls: 4, successes: 3, failures: 1, failoversFrom: 1 };

afterAll(() => gateway.stop());

async function read(path: string, role: 'admin' | 'user' = 'admin') {
  const headers = { authorization: `Bearer ${gateway.signIn({ role }).token}` };
  const response = await gateway.fetch(`/api/admin/copilot${path}`, { headers });
  return { status: response.status, body: (await response.json()) as object };
}

test('usage is listed page by page, with names from identity', async () => {
  const { body } = await read('/usage?from=2026-04-01&to=2026-04-30&page=3&limit=2');

  expect(body).toEqual({
    items: [
      { ...usageOf(MAYA), email: 'maya@example.com', name: 'Maya', lastUsedAt: AT.toISOString() },
      { ...usageOf(GONE), email: null, name: null, lastUsedAt: AT.toISOString() },
    ],
    page: 3,
    limit: 2,
    total: 52,
  });
  expect(asked.usage).toMatchObject({ from: '2026-04-01', to: '2026-04-30', pageSize: 2, skip: 4, only: null });
});

test('copilot chooses missing dates, and a search looks up users in identity first', async () => {
  await read('/usage?to=2026-05-30&search=maya');
  expect(asked.usage).toMatchObject({ from: null, to: '2026-05-30', pageSize: 25, only: { userIds: [MAYA] } });
  await read('/provider-configs?search=nobody');
  expect(asked.configs).toMatchObject({ only: { userIds: [] } });

  expect(await read('/usage?search=a')).toMatchObject({
    status: 400,
    body: { error: { code: 'VALIDATION_ERROR', details: [{ path: 'search' }] } },
  });
});

test("users' choices show whether there is a key, but never the key", async () => {
  const { body } = await read('/provider-configs');

  expect(body).toEqual({
    items: [
      {
        userId: MAYA,
        email: 'maya@example.com',
        name: 'Maya',
        mode: 'byok',
        provider: 'openai',
        model: 'gpt-x',
        hasByokKey: true,
        byokKeyStatus: 'rejected',
        consent: { free: false, byok: true, learning: false },
        updatedAt: AT.toISOString(),
      },
    ],
    page: 1,
    limit: 25,
    total: 1,
  });
});

test('the overview has usage, learning, rotation and the limit', async () => {
  expect((await read('/overview')).body).toEqual({
    usage: {
      today: { users: 2, freeTurns: 7, byokTurns: 1, failovers: 3 },
      last7Days: [{ day: '2026-05-01', users: 2, freeTurns: 7, byokTurns: 1, failovers: 3 }],
    },
    learning: { usersWithConsent: 4, observed: 3, eligible: 2, proposed: 1, graduated: 6, rejected: 2, expired: 1 },
    rotation: { availableModels: 1, coolingModels: 1, coolingLanes: 1 },
    freeCap: { limit: 4, source: 'env' },
  });
  expect((await read('/learning')).body).toMatchObject({
    acceptanceRate: 0.75,
    medianDaysToGraduation: null,
    memories: { active: 5, archived: 1 },
  });
  expect((await read('/rotation')).body).toMatchObject({
    models: [{ id: 'main|a' }, { id: 'main|b', averageFirstPartMs: null }, { id: 'old|c', status: null }],
    cooldowns: [{ scope: 'lane', until: AT.toISOString() }],
    recentFailovers: [{ from: 'main|b', to: 'main|a' }],
    store: 'redis',
    userCooldowns: 2,
  });
});

test.each(['/overview', '/usage', '/provider-configs', '/learning', '/rotation'])(
  '%s is for administrators',
  async (path) => {
    expect(await read(path, 'user')).toMatchObject({ status: 403, body: { error: { code: 'ADMIN_REQUIRED' } } });
    expect((await gateway.fetch(`/api/admin/copilot${path}`)).status).toBe(401);
  },
);

test.each(['page=0', 'page=10001', 'limit=0', 'limit=101', 'limit=abc', 'page=1&page=2', 'from=2026-02-30', 'wrong=1'])(
  'a list with %s is refused',
  async (query) => {
    expect(await read(`/usage?${query}`)).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
  },
);
