/** @lane waiting */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { callTools, say, startModelServer, type ModelServer } from '@svc/copilot/testing/model-server';
import { startToolServer, toolOf, type ToolServer } from '@svc/copilot/testing/tool-server';
import { startOwnStack, type OwnStack } from '../own-stack.ts';
import type { Session } from '../stack.ts';
import type { AnswerOf } from './answers.ts';
import { openStream, wholeOf } from './copilot-talk.ts';
import { endTurnLeases } from './database.ts';

const SERVERS = '/api/admin/copilot/mcp-servers';

let model: ModelServer;
let served: ToolServer;
let remembering: ToolServer;
let stack: OwnStack;
let admin: Session;

beforeAll(async () => {
  model = await startModelServer();
  served = await startToolServer(toolOf('search'));
  remembering = await startToolServer(toolOf('recall'));
  const models = [{ id: 'model-a', label: 'Model A', contextTokens: 65_536, supportsTools: true }];
  stack = await startOwnStack('kills', {
    without: ['shortener', 'screenshot'],
    environment: {
      COPILOT_FREE_POOL_JSON: JSON.stringify([{ id: 'main', baseUrl: model.baseUrl, models }]),
      COPILOT_MEMORY_MCP_URL: remembering.sseUrl,
      COPILOT_MEMORY_MCP_TRANSPORT: 'sse',
      SVC_EGRESS_ALLOW: `${served.host},${remembering.host}`,
    },
  });
  admin = await stack.signInAsAdmin();
}, 180_000);

afterEach(() => model.answer((_call, response) => say(response, 'Done.')));

afterAll(async () => {
  await stack?.stop();
  await Promise.all([model?.stop(), served?.stop(), remembering?.stop()]);
});

type Servers = AnswerOf<'admin.copilot.list_mcp_servers'>;
const listed = async () => (await admin.get<Servers>(SERVERS)).body;

test('a server is added, used in an answer, and what is killed in the middle of a call is not repeated', async () => {
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
  await eventually(
    async () => expect((await listed()).items).toMatchObject([{ status: 'ready', toolCount: 1 }]),
    20_000,
  );
  await eventually(
    async () => expect((await listed()).memory).toMatchObject({ status: 'ready', transport: 'sse' }),
    20_000,
  );
  const user = await stack.signUp();
  const config = (await user.get<AnswerOf<'copilot.get_config'>>('/api/copilot/config')).body;
  expect(config.features).toMatchObject({ mcp: true, memoryMcp: 'ready' });
  await user.post('/api/copilot/consent', { scope: 'free', version: config.requiredConsentVersion, granted: true });
  const { body: conversation } = await user.post<{ id: string }>('/api/copilot/conversations', {});
  let asked = 0;
  model.answer((_call, response) => {
    asked += 1;
    const call = { id: 'c', name: 'mcp__notes__search', arguments: '{"text":"Kiteline"}' };
    return asked === 1 ? callTools(response, call) : say(response, 'No result.');
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
  await eventually(() => Promise.resolve(expect(served.calls).toHaveLength(1)), 20_000);
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
}, 150_000);
