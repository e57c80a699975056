import { afterEach, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const REQUEST_ID = '01900000-0000-7000-8000-0000000000cc';
const AT = new Date('2026-01-05T10:00:00Z');

let gateway: TestGateway;
let limits: number[];
let filters: object[];

afterEach(() => gateway?.stop());

const CALL = {
  id: '01900000-0000-7000-8000-0000000000dd',
  userId: '01900000-0000-7000-8000-000000000002',
  connectionId: REQUEST_ID,
  operation: 'deals.list',
  tier: 0,
  requestId: 'call-1',
  surface: 'mcp',
  status: 'ok',
  httpStatus: 200,
  durationMs: 12,
  handlesJson: '{"total":3}',
  replayed: false,
  at: AT,
  agentName: 'Helper',
  notWrittenDown: 37,
};

const CONNECTION = {
  requestId: REQUEST_ID,
  family: 'bridge',
  displayName: 'Helper',
  scopes: ['svc.read'],
  tokenLastFour: 'wxyz',
  approvedAt: AT,
  claimedAt: AT,
  expiresAt: new Date('2026-02-05T10:00:00Z'),
  lastActivityAt: AT,
};

async function read(path = '', options: { readonly isConnected?: boolean; readonly approves?: boolean } = {}) {
  const { isConnected = true, approves = true } = options;
  limits = [];
  filters = [];
  gateway = await startTestGateway({
    appOrigin: 'https://app.example',
    approvesNonDeleteWrites: approves,
    handlers: {
      accounts: {
        getAccount: async (_request, { user }) => ({
          user: {
            id: user.userId,
            email: '',
            name: '',
            role: 'user',
            createdAt: AT,
            updatedAt: AT,
            version: 1,
            emailConfirmed: false,
          },
          teams: [],
        }),
      },
      agentAuthorizations: {
        listAgentConnections: async ({ family }) => ({
          connections: isConnected && family === '' ? [CONNECTION] : [],
          totalSize: 1,
          tokenLifetimeSeconds: 2_592_000,
        }),
      },
      approvals: { getConfirmationSupport: async () => ({ isConfigured: true }) },
      toolCalls: {
        listToolCalls: async ({ limit, ...wanted }) => {
          limits.push(limit);
          filters.push(wanted);
          return { calls: isConnected ? [CALL] : [], totalSize: isConnected ? 1 : 0 };
        },
      },
    },
  });
  const { token, user } = gateway.signIn();
  const response = await gateway.fetch(`/api/settings/agent-connection${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, user, body: (await response.json()) as Record<string, Record<string, unknown>> };
}

test('users see in thirteen sections how agents connect, which are connected, and what they did', async () => {
  const { status, user, body } = await read();

  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual([
    'schemaVersion',
    'actingUserId',
    'status',
    'advancedAuth',
    'mcp',
    'auth',
    'permissions',
    'toolGroups',
    'workflows',
    'futureFeatures',
    'persistentConnections',
    'recentLogs',
    'writePolicy',
  ]);
  expect(body).toMatchObject({
    actingUserId: user.userId,
    status: {
      approvalConfirmationConfigured: true,
      state: 'connected',
      recentCount: 1,
      lastActivityAt: AT.toISOString(),
    },
    advancedAuth: {
      startUrl: 'https://app.example/api/agent/auth/start',
      revokeUrl: '/api/settings/agent-connection/agents/:requestId',
      tokenTtl: { seconds: 2_592_000, maxSeconds: 31_536_000, env: 'SVC_AGENT_TOKEN_TTL_MS' },
    },
    mcp: {
      command: 'npx --no -- svc-agent-mcp login --url https://app.example --host claude-desktop',
      bridgePath: '/api/agent/mcp',
      humanGuideUrl: 'https://app.example/docs/agents',
      agentKitUrl: null,
    },
    permissions: [{ tier: 0 }, { tier: 1 }, { tier: 2 }],
    persistentConnections: [
      {
        requestId: REQUEST_ID,
        tokenLastFour: 'wxyz',
        revokeUrl: `/api/settings/agent-connection/agents/${REQUEST_ID}`,
        renewUrl: `/api/settings/agent-connection/agents/${REQUEST_ID}/renew`,
      },
    ],
    recentLogs: [{ operation: 'deals.list', surface: 'mcp', handles: { total: 3 }, code: null }],
    writePolicy: {
      mode: 'require_approval',
      nonDeleteWritesRequireApproval: true,
      deleteWritesAlwaysRequireApproval: true,
    },
  });
  expect((body['workflows'] as unknown as { name: string }[]).map(({ name }) => name)).toEqual([
    'link',
    'screenshot',
    'template',
    'contact',
    'suggestion',
  ]);
});

test('without a connected agent the page says so, and lists which approvals the operator has waived', async () => {
  const { body } = await read('', { isConnected: false, approves: false });

  expect(body).toMatchObject({
    status: { state: 'not_connected', recentCount: 0, lastActivityAt: null },
    persistentConnections: [],
    advancedAuth: { safety: expect.stringContaining('asks you before deletions.') },
    writePolicy: { mode: 'allow_non_delete_writes', nonDeleteWritesRequireApproval: false },
  });
});

test.each([
  ['', 20],
  ['?limit=', 20],
  ['?limit=many', 20],
  ['?limit=0', 1],
  ['?limit=-5', 1],
  ['?limit=7', 7],
  ['?limit=5000', 50],
])('of %s it requests %i calls', async (query, asked) => {
  const { status } = await read(query);

  expect([status, limits]).toEqual([200, [asked]]);
});

test('an agent cannot read the settings of its connection', async () => {
  await read();
  const { token } = gateway.connectAgent(['mcp']);

  const response = await gateway.fetch('/api/agent/settings/agent-connection', {
    headers: { authorization: `Bearer ${token}`, 'x-dd-request-id': 'r' },
  });

  expect(response.status).toBe(404);
});

test('calls are listed by page, for one connection and for writes alone, with the number of lost records', async () => {
  const { status, body } = await read(`/calls?limit=100&offset=200&connectionId=${REQUEST_ID}&writes=true`);

  expect([status, limits, filters]).toMatchObject([
    200,
    [100],
    [{ skip: 200, connectionId: REQUEST_ID, writesOnly: true }],
  ]);
  expect(body).toMatchObject({
    items: [{ operation: 'deals.list', agentName: 'Helper', notWrittenDown: 37, handles: { total: 3 } }],
    total: 1,
    offset: 200,
  });
});
