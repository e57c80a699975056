/** @lane waiting */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { callTools, type ModelServer, say, startModelServer } from '@svc/copilot/testing/model-server';
import { startToolServer, toolOf, type ToolServer } from '@svc/copilot/testing/tool-server';
import { type OwnStack, startOwnStack } from '../../own-stack.ts';
import type { Session } from '../../stack.ts';
import type { AnswerOf } from '../answers.ts';
import { openStream, wholeOf } from '../copilot/copilot-talk.ts';
import { countRows, dropSchema, endTurnLeases } from '../database.ts';

const SERVERS = '/api/admin/copilot/mcp-servers';

let memoryDatabase: TestDatabase;
let model: ModelServer;
let served: ToolServer;
let remembering: ToolServer;
let stack: OwnStack;
let user: Session;

beforeAll(async () => {
  memoryDatabase = await createTestDatabase();
  await dropSchema(memoryDatabase.adminUrl, 'memory');
  model = await startModelServer();
  served = await startToolServer(toolOf('search'));
  remembering = await startToolServer(toolOf('recall'));
  const models = [{ id: 'model-a', label: 'Model A', contextTokens: 65_536, supportsTools: true }];
  stack = await startOwnStack('kills', {
    without: ['shortener', 'screenshot'],
    environment: {
      MEMORY_DATABASE_URL: memoryDatabase.adminUrl,
      SVC_MEMORYDB_REQUIRE_CLOUD: 'true',
      COPILOT_FREE_POOL_JSON: JSON.stringify([{ id: 'main', baseUrl: model.baseUrl, models }]),
      COPILOT_MEMORY_MCP_URL: remembering.sseUrl,
      COPILOT_MEMORY_MCP_TRANSPORT: 'sse',
      SVC_EGRESS_ALLOW: `${served.host},${remembering.host}`,
    },
  });
  user = await stack.signUp();
});

afterAll(async () => {
  await stack?.stop();
  await Promise.all([model?.stop(), served?.stop(), remembering?.stop(), memoryDatabase.drop()]);
});

type Memory = AnswerOf<'memory.create'>;
type Readiness = { checks: Record<string, { status: string; reason?: string }> };

const readiness = () => stack.anyone.get<Readiness>('/api/readiness');

test('memories live in their own database; only copilot gets its URL, and readiness checks it', async () => {
  const { status, body } = await user.post<Memory>('/api/memory', {
    content: 'Prefers short replies.',
    tags: ['tone'],
  });

  expect([status, body.status, body.provenance.actorKind]).toEqual([201, 'active', 'user']);
  expect((await countRows(memoryDatabase.adminUrl, user.userId)).memories).toBe(1);
  expect((await countRows(stack.databaseAdminUrl, user.userId)).memories).toBe(0);
  expect(stack.environmentOf('gateway')).not.toHaveProperty('MEMORY_DATABASE_URL');
  expect(stack.environmentOf('copilot').MEMORY_DATABASE_URL).toContain('svc_copilot');
  expect(await readiness()).toMatchObject({ status: 200, body: { checks: { memory: { status: 'ok' } } } });
});

test('a memory can be archived, listed by status, and restored', async () => {
  const { body: memory } = await user.post<Memory>('/api/memory', { content: 'Is away in July.' });
  const list = async (status: string) => {
    const { body } = await user.get<AnswerOf<'memory.list'>>(`/api/memory?status=${status}&q=july`);
    return body.items.map(({ id }) => id);
  };

  const archived = await user.patch<Memory>(`/api/memory/${memory.id}/archive`);
  expect([archived.status, archived.body.status]).toEqual([200, 'archived']);
  expect([await list('active'), await list('archived')]).toEqual([[], [memory.id]]);

  const restored = await user.post<Memory>(`/api/memory/${memory.id}/restore`);
  expect([restored.status, restored.body.status, restored.body.archivedAt]).toEqual([200, 'active', null]);
  expect([await list('active'), await list('archived')]).toEqual([[memory.id], []]);
});

test('invalid memories are refused and not stored', async () => {
  const before = (await countRows(memoryDatabase.adminUrl, user.userId)).memories;
  const refused = [
    {},
    { content: ' \n ' },
    { content: 'x'.repeat(4_001) },
    { content: 'x', confidence: 1.1 },
    { content: 'x', kind: 'secret' },
    { content: 'x', tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) },
    { content: 'x', provenance: { actorKind: 'user' } },
  ];

  for (const body of refused) expect((await user.post('/api/memory', body)).status).toBe(400);

  expect((await countRows(memoryDatabase.adminUrl, user.userId)).memories).toBe(before);
});

test('without copilot, memories answer 503 and a required memory database fails readiness; deals work', async () => {
  await stack.stopService('copilot');

  expect((await user.get('/api/memory')).status).toBe(503);
  expect((await user.get('/api/deals')).status).toBe(200);
  const checks = { memory: { status: 'failing' }, copilot: { status: 'degraded' }, deal: { status: 'ok' } };
  await eventually(async () => expect(await readiness()).toMatchObject({ status: 503, body: { checks } }));

  await stack.startService('copilot');
  await stack.waitUntilReady();
  expect((await user.get('/api/memory')).status).toBe(200);
});

type Servers = AnswerOf<'admin.copilot.list_mcp_servers'>;
test('an added MCP server is used in an answer, and a call interrupted by a kill is not repeated', async () => {
  const admin = await stack.signInAsAdmin();
  const listed = async () => (await admin.get<Servers>(SERVERS)).body;
  const header = { name: 'X-Key', value: 'secret-of-the-server' };
  const wanted = {
    name: 'Notes',
    slug: 'notes',
    url: served.url,
    transport: 'http',
    authHeader: header,
    enabled: true,
  };
  const added = await admin.post<{ server: { id: string } }>(SERVERS, wanted);
  expect(added.status).toBe(201);
  await eventually(async () => expect((await listed()).items).toMatchObject([{ status: 'ready', toolCount: 1 }]));
  await eventually(async () => expect((await listed()).memory).toMatchObject({ status: 'ready', transport: 'sse' }));
  const user = await stack.signUp();
  const config = (await user.get<AnswerOf<'copilot.get_config'>>('/api/copilot/config')).body;
  expect(config.features).toMatchObject({ mcp: true, memoryMcp: 'ready' });
  await user.post('/api/copilot/consent', { scope: 'free', version: config.requiredConsentVersion, granted: true });
  const { body: conversation } = await user.post<{ id: string }>('/api/copilot/conversations', {});
  let asked = 0;
  model.answer((_call, response) => {
    asked += 1;
    const call = { id: 'c', name: 'mcp__notes__search', arguments: '{"text":"Kiteline"}' };
    return asked === 1 ? callTools(response, call) : say(response, 'Nobody knows.');
  });
  served.answer = () => {
    stack.kill('copilot', 'SIGKILL');
    return new Promise(() => undefined);
  };

  const path = `/api/copilot/conversations/${conversation.id}/messages`;
  await wholeOf(await openStream(stack.gatewayUrl, 'POST', path, { token: user.token, body: { text: 'Search.' } }));
  const { items } = (await user.get<{ items: { approvalId: string; operation: string }[] }>('/api/approvals')).body;
  expect(items).toMatchObject([{ operation: 'mcp__notes__search', conversationId: conversation.id }]);
  const decided = await user.post(`/api/copilot/approvals/${items[0]?.approvalId ?? ''}/decision`, {
    decision: 'approve',
  });
  expect(decided.status).toBe(202);
  await eventually(() => Promise.resolve(expect(served.calls).toHaveLength(1)));
  await endTurnLeases(stack.databaseAdminUrl);

  await eventually(async () => {
    const { body } = await user.get<AnswerOf<'copilot.list_messages'>>(path);
    expect(body.items[0]).toMatchObject({ turnStatus: 'completed' });
    expect(JSON.stringify(body.items[0])).toContain('OUTCOME_UNKNOWN');
  }, 180_000);
  expect(served.calls).toHaveLength(1);
  const audit = (await admin.get('/api/admin/audit')).body;
  expect(audit).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ action: 'mcp_server.added' })]),
  });
  expect(JSON.stringify(audit)).not.toContain(served.host);
  for (const name of ['copilot', 'gateway', 'identity'] as const) {
    expect(readFileSync(stack.logFile(name), 'utf8')).not.toContain(header.value);
  }
});
