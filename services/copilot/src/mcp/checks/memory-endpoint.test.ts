import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Log } from '@svc/chassis/logging/log';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { testUser } from '@svc/chassis/testing/test-service';
import { TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { McpServerService } from '@svc/proto/copilot/v1/mcp_server_service';
import { createApprovalClient } from '../../testing/approval-client.js';
import type { CopilotOptions, CopilotService } from '../../testing/copilot-service.js';
import { type ModelServer, startModelServer } from '../../testing/model-server.js';
import { startToolServer, toolOf, type ToolServer } from '../../testing/tool-server.js';
import { answer, ask, begin, calls, follow, says, startCopilotIn, type ToolWorld } from '../../testing/tool-talk.js';
import type { MemorySettings } from './memory-endpoint.js';

const world: ToolWorld = {
  getDeal: () => Promise.reject(new Error('These tests have no deals.')),
  beforeStep: () => Promise.resolve(),
};

let database: TestDatabase;
let model: ModelServer;
let served: ToolServer;
let copilot: CopilotService | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  model = await startModelServer();
});

beforeEach(async () => {
  served = await startToolServer(toolOf('recall'));
});

afterEach(async () => {
  await copilot?.stop();
  copilot = undefined;
  await served.stop();
});

afterAll(async () => {
  await model?.stop();
  await database?.drop();
});

async function start(memoryMcp: Partial<MemorySettings>, options: CopilotOptions = {}): Promise<CopilotService> {
  copilot = await startCopilotIn(world, {
    database,
    modelUrl: model.baseUrl,
    allowed: [served.host],
    memoryMcp: { url: served.url, transport: 'http', authHeader: undefined, ...memoryMcp },
    ...options,
  });
  return copilot;
}

const asAdmin = (of: CopilotService) => of.as(testUser({ role: 'admin' }), McpServerService);
const told = async (of: CopilotService) => (await asAdmin(of).listMcpServers({ pageSize: 0, skip: 0 })).memory;
const featureOf = async (of: CopilotService) =>
  (await of.as(testUser(), CopilotSettingsService).getConfig({})).config?.memoryMcp;
const namesOf = async (of: CopilotService) =>
  (await of.as(testUser(), CopilotSettingsService).listTools({})).tools
    .filter(({ origin }) => origin === 'mcp')
    .map(({ name }) => name);

test.each([
  ['http', undefined, false],
  ['http', 'X-Key: abc', false],
  ['http', 'Bearer abc', false],
  ['sse', undefined, false],
  ['sse', 'Bearer abc', true],
] as const)('it connects over %s with the header %j', async (transport, authHeader, isWarned) => {
  const url = transport === 'http' ? served.url : served.sseUrl;
  const service = await start({ transport, authHeader, url });

  await eventually(async () => expect(await featureOf(service)).toBe('ready'));

  expect(await told(service)).toMatchObject({ status: 'ready', transport, hasAuthHeader: authHeader !== undefined });
  expect(typeof (await told(service))?.warning).toBe(isWarned ? 'string' : 'object');
  const [name, value] = authHeader?.startsWith('X-Key') ? ['x-key', 'abc'] : ['authorization', authHeader];
  for (const { headers } of served.requests) expect(headers[name]).toBe(value);
});

test.each([
  [{ url: 'https://10.0.0.1/mcp' }],
  [{ url: 'ftp://memory.example.com' }],
  [{ authHeader: 'X-Key: abc\r\nX: y' }],
  [{ authHeader: 'X Key: a\u0000b' }],
  [{ authHeader: 'Host: elsewhere' }],
])('%j is ignored, with a log line that does not contain it', async (settings) => {
  const lines: unknown[] = [];
  const log = { ...silentLog, error: (...line: unknown[]) => void lines.push(line) } as Log;
  const service = await start(settings, { log });

  await eventually(async () => expect(await featureOf(service)).toBe('misconfigured'));

  expect(await namesOf(service)).toEqual([]);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain(Object.values(settings)[0]);
  expect(served.requests).toEqual([]);
});

test('the memory server gets pseudonyms of users, its tools always ask, and it works without the registry', async () => {
  const book = createApprovalClient();
  const service = await start({}, { approvals: book });
  await eventually(async () => expect(await namesOf(service)).toEqual(['mcp__memory__recall']));
  await service.pool.query('alter table memory.mcp_servers rename to mcp_servers_gone', []);
  const users = [await begin(service, world), await begin(service, world)];

  for (const someone of [...users, ...users]) {
    answer(model, calls({ name: 'mcp__memory__recall' }), says('Done.'));
    const { turn } = await ask(someone);
    expect(turn?.status).toBe('awaiting_approval');
    const approvalId = book.asked.at(-1)?.id ?? '';
    await service.as(someone.user, TurnService).decideApproval({ approvalId, decision: 'approved' });
    await follow(someone.user, turn?.id ?? '', service);
  }

  await service.pool.query('alter table memory.mcp_servers_gone rename to mcp_servers', []);
  const names = served.calls.map(({ meta }) => meta['svc.copilot/user']);
  expect(names).toEqual([names[0], names[1], names[0], names[1]]);
  expect(new Set(names).size).toBe(2);
  for (const { user } of users) expect(JSON.stringify(served.calls)).not.toContain(user.userId);
});

test('a registered server with the same address is ignored, and the reason is shown', async () => {
  const service = await start({ url: served.url.toUpperCase().replace('MCP', 'mcp') });
  await eventually(async () => expect(await namesOf(service)).toEqual(['mcp__memory__recall']));
  const row = { name: 'Notes', slug: 'notes', transport: 'http', authHeader: null, autoApproveTools: [] };

  const { server } = await asAdmin(service).createMcpServer({ ...row, url: `${served.url}/`, enabled: true });

  expect(server).toMatchObject({ enabled: true, status: 'disabled', skippedReason: 'duplicate_of_env_memory' });
  const before = served.requests.length;
  await eventually(async () => expect(served.requests.length).toBeGreaterThan(before + 3));
  expect(await namesOf(service)).toEqual(['mcp__memory__recall']);
});

test('an unreachable memory server is reported without logging its own text, and recovers', async () => {
  const lines: unknown[] = [];
  const log = { ...silentLog, warn: (...line: unknown[]) => void lines.push(line) } as Log;
  served.intercept = (_request, response) => {
    response.writeHead(500).end('words of the server');
    return true;
  };
  const service = await start({}, { log });
  await eventually(async () => expect(served.requests.length).toBeGreaterThan(3));
  expect(await featureOf(service)).toBe('unreachable');

  expect(lines).toHaveLength(1);
  expect(String(Object.values(lines.flat()[0] as object).map(String))).not.toMatch(/words|127/);
  served.intercept = () => false;

  await eventually(async () => expect(await featureOf(service)).toBe('ready'));
});
