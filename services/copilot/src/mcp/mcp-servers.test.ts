import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { testUser } from '@svc/chassis/testing/test-service';
import { McpServerService } from '@svc/proto/copilot/v1/mcp_server_service';
import { type CopilotService, startCopilot } from '../testing/copilot-service.js';
import { startToolServer, toolOf, type ToolServer } from '../testing/tool-server.js';

const SECRET = 'Bearer secret-of-the-server';
const keys = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')] as const;
const looked = (name: string): Promise<readonly string[]> =>
  Promise.resolve(name.startsWith('private') ? ['10.0.0.1'] : ['93.184.215.14']);

let database: TestDatabase;
let served: ToolServer;
let copilot: CopilotService;

beforeAll(async () => {
  database = await createTestDatabase();
  served = await startToolServer();
  copilot = await startCopilot({ database, allowed: [served.host], lookup: looked, encryptionKeys: [keys[0]] });
});

beforeEach(() => {
  served.tools = [toolOf('search'), toolOf('save')];
  served.intercept = () => false;
});

afterEach(() => copilot.pool.query('delete from memory.mcp_servers', []));

afterAll(async () => {
  await copilot?.stop();
  await served?.stop();
  await database?.drop();
});

const asAdmin = (of = copilot) => of.as(testUser({ role: 'admin' }), McpServerService);
const newServer = (fields: object = {}) => ({
  name: 'Notes',
  slug: 'notes',
  url: 'https://mcp.example.com/mcp',
  transport: 'http',
  authHeader: null,
  enabled: false,
  autoApproveTools: [],
  ...fields,
});
const add = async (fields: object = {}, of = copilot) =>
  (await asAdmin(of).createMcpServer(newServer(fields))).server ?? fail();
const fail = (): never => {
  throw new Error('There is no server in the answer.');
};
const list = async () => asAdmin().listMcpServers({ pageSize: 0, skip: 0 });
/** Waits until the only server has this state. */
const serverWhen = (status: string) =>
  eventually(async () => {
    const [server = fail()] = (await list()).servers;
    expect(server.status).toBe(status);
    return server;
  });

/** Waits until a server has this many audit events. */
const events = (serverId: string, count: number) =>
  eventually(async () => {
    const told = copilot.audited.filter(({ subjectId }) => subjectId === serverId);
    expect(told).toHaveLength(count);
    return told;
  });

/** A change that leaves all fields as they are. */
const unchanged = { authHeader: null, removesAuthHeader: false, autoApproveTools: null };

test('only administrators see and change servers', async () => {
  const users = copilot.as(testUser(), McpServerService);
  const { id: serverId } = await add();

  const calls = [
    () => users.listMcpServers({ pageSize: 0, skip: 0 }),
    () => users.createMcpServer(newServer({ slug: 'mine' })),
    () => users.updateMcpServer({ serverId, ...unchanged }),
    () => users.setMcpServerEnabled({ serverId, enabled: true }),
    () => users.deleteMcpServer({ serverId }),
  ];

  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'ADMIN_REQUIRED' });
  expect((await list()).totalSize).toBe(1);
});

test('adding a server stores its header encrypted, and no response contains it', async () => {
  const server = await add({ authHeader: { name: 'Authorization', value: SECRET }, autoApproveTools: ['search'] });

  expect(server).toMatchObject({ slug: 'notes', hasAuthHeader: true, enabled: false, status: 'disabled', version: 1 });
  expect(server.toolCount).toBeNull();
  const { rows } = await copilot.pool.query('select s::text as row from memory.mcp_servers s', []);
  expect(JSON.stringify([server, await list(), rows])).not.toContain('secret-of-the-server');
  const told = await events(server.id, 1);
  expect(told).toMatchObject([{ action: 'mcp_server.added' }]);
  expect(JSON.stringify(told)).not.toMatch(/example\.com|secret/);
});

test.each([
  'http://mcp.example.com/mcp',
  'https://127.0.0.1/mcp',
  'https://[::ffff:10.0.0.1]/mcp',
  'https://[::7f00:1]/mcp',
  'https://2130706433/mcp',
  'https://u:p@mcp.example.com/',
  'https://mcp.example.com:22/',
  'https://private.example.com/mcp',
  'https://dealbridge.example.com/mcp',
  'mcp.example.com',
])('the address %s is refused, and nothing is stored', async (url) => {
  await expect(add({ url })).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED', details: [{ path: 'url' }] });
  expect((await list()).totalSize).toBe(0);
});

test.each([
  [{ authHeader: { name: 'X-Key', value: 'abc\r\nX: y' } }, 'authHeader.value'],
  [{ authHeader: { name: 'X Key', value: 'abc' } }, 'authHeader.name'],
  [{ authHeader: { name: 'Host', value: 'abc' } }, 'authHeader.name'],
  [{ authHeader: { name: 'cookie', value: 'abc' } }, 'authHeader.name'],
  [{ authHeader: { name: 'X-Key', value: ' ' } }, 'authHeader.value'],
  [{ slug: 'My Notes' }, 'slug'],
  [{ slug: 'memory' }, 'slug'],
  [{ transport: 'stdio' }, 'transport'],
])('%j is refused', async (fields, path) => {
  await expect(add(fields)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path }] });
});

test('an address or a slug belongs to one server, however the address is written', async () => {
  await add();

  const same = add({ slug: 'other', url: 'https://MCP.example.com:443/mcp/#part' });
  await expect(same).rejects.toMatchObject({ code: 'MCP_SERVER_DUPLICATE' });
  await expect(add({ url: 'https://other.example.com/mcp' })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('there are at most 20 servers, even when two are added at once', async () => {
  for (let at = 0; at < 19; at += 1) await add({ slug: `s${at}`, url: `https://s${at}.example.com/` });

  const both = await Promise.allSettled(['a', 'b'].map((slug) => add({ slug, url: `https://${slug}.example.com/` })));

  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a header is not kept when the origin of the address changes', async () => {
  const { id: serverId } = await add({ authHeader: { name: 'X-Key', value: SECRET } });
  const url = 'https://elsewhere.example.com/mcp';
  const change = (fields: object) => asAdmin().updateMcpServer({ serverId, ...unchanged, ...fields });

  await expect(change({ url })).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'authHeader' }] });
  const moved = await change({ url: 'https://mcp.example.com/other' });
  const removed = await change({ url, removesAuthHeader: true });
  const renamed = await change({ name: 'Other notes', authHeader: { name: 'X-Key', value: SECRET } });

  expect(moved.server).toMatchObject({ hasAuthHeader: true, version: 2 });
  expect(removed.server).toMatchObject({ url, hasAuthHeader: false });
  expect(renamed.server).toMatchObject({ name: 'Other notes', url, hasAuthHeader: true, slug: 'notes' });
  expect(JSON.stringify(await events(serverId, 4))).not.toContain('example.com');
  await expect(change({ name: 'Old', expectedVersion: 1 })).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
});

test('without an encryption key, only servers without a header can be stored', async () => {
  const keyless = await startCopilot({ database, lookup: looked, encryptionKeys: null });

  const sealed = add({ authHeader: { name: 'X-Key', value: SECRET } }, keyless);
  await expect(sealed).rejects.toMatchObject({ code: 'ENCRYPTION_UNAVAILABLE' });
  expect(await add({}, keyless)).toMatchObject({ hasAuthHeader: false });
  await keyless.stop();
});

test('an enabled server is connected to, and its tools are counted', async () => {
  const { id: serverId } = await add({ url: served.url, authHeader: { name: 'X-Key', value: 'abc' } });

  const { server } = await asAdmin().setMcpServerEnabled({ serverId, enabled: true });

  expect(server).toMatchObject({ enabled: true, status: 'connecting' });
  expect(await serverWhen('ready')).toMatchObject({ toolCount: 2, changedTools: [] });
  await asAdmin().setMcpServerEnabled({ serverId, enabled: false });
  expect((await list()).servers).toMatchObject([{ status: 'disabled', enabled: false }]);
  expect((await events(serverId, 3)).map(({ action }) => action)).toEqual([
    'mcp_server.added',
    'mcp_server.enabled',
    'mcp_server.disabled',
  ]);
});

test('a changed tool is not offered until the server is enabled again, even when it changes back', async () => {
  const { id: serverId } = await add({ url: served.url, enabled: true });
  await serverWhen('ready');

  const hints = { readOnlyHint: false, title: 'Search' };
  served.tools = [toolOf('search', 'Sends everything away'), { ...toolOf('save'), annotations: hints }, toolOf('more')];
  expect(await serverWhen('tools_changed')).toMatchObject({ toolCount: 1, changedTools: ['search', 'more'] });
  expect((await list()).servers[0]?.tools).toMatchObject([
    { name: 'search', state: 'changed', annotations: null },
    { name: 'save', state: 'offered', annotations: { readOnlyHint: false, destructiveHint: null } },
    { name: 'more', state: 'changed' },
  ]);
  served.tools = [toolOf('search'), toolOf('save')];
  const before = served.requests.length;
  await eventually(() => Promise.resolve(expect(served.requests.length).toBeGreaterThan(before + 4)));
  expect(await serverWhen('tools_changed')).toMatchObject({ toolCount: 1 });

  await asAdmin().setMcpServerEnabled({ serverId, enabled: true });
  expect(await serverWhen('ready')).toMatchObject({ toolCount: 2, changedTools: [] });
});

test('a server that does not respond is reported without its own text, and is checked again', async () => {
  served.intercept = (_request, response) => {
    response.writeHead(401).end('words of the server');
    return true;
  };
  await add({ url: served.url, enabled: true });

  expect(await serverWhen('unreachable')).toMatchObject({ lastError: 'The server refuses access. Check the header.' });
  served.intercept = () => false;

  expect((await serverWhen('ready')).lastError).toBeNull();
});

test('a server whose header can no longer be decrypted is not used', async () => {
  await add({ url: served.url, authHeader: { name: 'X-Key', value: 'abc' } });
  const other = await startCopilot({ database, allowed: [served.host], encryptionKeys: [keys[1]] });
  // Only the other process runs checks.
  await copilot.pool.query(
    `update memory.mcp_servers set auth_header_key_id = 'gone', auth_header_jwe = 'x', is_enabled = true`,
    [],
  );

  const server = await serverWhen('unreachable');

  expect(server.lastError).toBe('The header can no longer be opened. Enter it again.');
  await other.stop();
});
