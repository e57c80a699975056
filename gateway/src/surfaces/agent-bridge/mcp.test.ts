import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { appError } from '@svc/chassis/errors/app-error';
import { startTestGateway, testDeal, type TestGateway } from '../../testing/test-gateway.js';

const DEAL_ID = '01900000-0000-7000-8000-000000000001';
const ALL = ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive', 'svc.memory'];

const CAPTURE = {
  jobId: '01900000-0000-7000-8000-0000000000bb',
  screenshotId: '01900000-0000-7000-8000-0000000000cc',
  status: 'queued',
  position: 1,
  failure: null,
};

let gateway: TestGateway;
const clients: Client[] = [];

/** Idempotency keys of requested captures. */
let keys: (string | undefined)[];

beforeEach(async () => {
  keys = [];
  gateway = await startTestGateway({
    handlers: {
      deals: {
        getDeal: async ({ dealId }) => {
          if (dealId !== DEAL_ID) throw appError('NOT_FOUND', 'There is no such deal.');
          return { deal: testDeal({ id: DEAL_ID, version: 3 }) };
        },
      },
      captures: {
        requestCapture: async (_request, { context }) => {
          keys.push(context.idempotencyKey);
          return { capture: CAPTURE };
        },
        getCapture: async () => ({ capture: CAPTURE, screenshot: null }),
      },
      approvals: {
        requestApproval: async ({ summary }) => ({
          approval: {
            id: '01900000-0000-7000-8000-0000000000aa',
            operation: 'deals.delete',
            summary,
            tier: 2,
            destructive: true,
            status: 'pending',
            inputHash: Buffer.alloc(32),
            createdAt: new Date(),
            expiresAt: new Date(),
          },
        }),
      },
    },
  });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await gateway.stop();
});

type Era = 'legacy' | 'modern';

async function connect(era: Era, scopes: readonly string[], query = ''): Promise<Client> {
  const { token } = gateway.connectAgent(scopes, { actorId: 'bot' });
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  clients.push(client);
  const headers = { authorization: `Bearer ${token}` };
  const url = new URL(`/api/agent/mcp${query}`, gateway.url);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

async function call(client: Client, name: string, input: Record<string, unknown>, _meta = {}) {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: input, _meta });
  const [first] = content as { type: string; text: string }[];
  return { isError: isError === true, text: JSON.parse(first?.text ?? '') as unknown, structuredContent };
}

describe.each<Era>(['legacy', 'modern'])('a client of the %s era', (era) => {
  test('reads, and gets the answer as structured data and as text', async () => {
    const client = await connect(era, ALL);

    const { isError, text, structuredContent } = await call(client, 'deals_get', { dealId: DEAL_ID });

    expect(isError).toBe(false);
    expect(structuredContent).toMatchObject({ id: DEAL_ID });
    expect(text).toEqual(structuredContent);
  });

  test('sees in the annotations which writes may be repeated', async () => {
    const { tools } = await (await connect(era, ALL, '?tools=all')).listTools();
    const isRepeatable = (name: string) => tools.find((tool) => tool.name === name)?.annotations?.idempotentHint;

    expect(['deals_bulk_add_view_checks', 'tasks_complete', 'tasks_create'].map(isRepeatable)).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('sees a short list first, and all of it or some families on request', async () => {
    const [core, all, some] = [
      await namesOf(await connect(era, ALL)),
      await namesOf(await connect(era, ALL, '?tools=all')),
      await namesOf(await connect(era, ALL, '?tools=tasks,approvals')),
    ];

    expect(core.length).toBeLessThanOrEqual(25);
    expect(core).toEqual(expect.arrayContaining(['deals_bulk_add_view_checks', 'approvals_execute']));
    expect(all.length).toBeGreaterThan(50);
    expect(all).toEqual(all.toSorted());
    expect(all.filter((name) => !/^[a-z_]+$/.test(name))).toEqual([]);
    expect(all).not.toContain('contacts_export');
    expect(all).not.toContain('approvals_confirm');
    expect(new Set(some.map((name) => name.split('_')[0]))).toEqual(new Set(['tasks', 'approvals']));
    expect(await namesOf(await connect(era, ALL, '?tools=tasks&tools=approvals'))).toEqual(some);
  });

  test('does not see tools that its scopes do not allow; calling one names the needed scope', async () => {
    const client = await connect(era, ['svc.read'], '?tools=all');

    expect(await namesOf(client)).not.toContain('tasks_create');
    expect(await call(client, 'tasks_create', { title: 'T' })).toMatchObject({
      isError: true,
      text: { error: { code: 'INSUFFICIENT_SCOPE', scopes: ['svc.write.low_risk', 'mcp'] } },
    });
    expect(gateway.records).toMatchObject([{ operation: 'tasks.create', failure: { code: 'INSUFFICIENT_SCOPE' } }]);
    await expect(client.callTool({ name: 'tasks_forget', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });

  test('gets a tool error, with a record, when it calls too often', async () => {
    await gateway.stop();
    gateway = await startTestGateway({ agentCallsPerMinute: 3 });
    const client = await connect(era, ALL);
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await call(client, 'tasks_list', { limit: 0 }));

    expect(answers.at(-1)).toMatchObject({ isError: true, text: { error: { code: 'RATE_LIMITED' } } });
    expect(gateway.records.at(-1)).toMatchObject({ operation: 'tasks.list', failure: { code: 'RATE_LIMITED' } });
    await expect(client.listTools()).rejects.toThrow();
  });

  test('gets addresses that it can open directly', async () => {
    const client = await connect(era, ALL);

    const { structuredContent } = await call(client, 'screenshots_capture', { sourceUrl: 'https://example.com/' });

    expect(structuredContent).toMatchObject({
      statusUrl: `${gateway.url}/api/agent/screenshots/captures/${CAPTURE.jobId}`,
    });
  });

  test('calls tools that are not listed', async () => {
    const client = await connect(era, ALL, '?tools=tasks');

    expect((await call(client, 'deals_get', { dealId: DEAL_ID })).isError).toBe(false);
  });

  test('gets errors that name the invalid field, or the needed approval', async () => {
    const client = await connect(era, ALL);

    const wrong = await call(client, 'deals_get', { dealId: 'x' });
    const unknown = await call(client, 'deals_get', { dealId: '01900000-0000-7000-8000-000000000009' });
    const sensitive = await call(client, 'deals_delete', { dealId: DEAL_ID });

    expect([wrong, unknown, sensitive]).toMatchObject([
      { isError: true, text: { error: { code: 'VALIDATION_ERROR', details: [{ path: 'dealId' }] } } },
      { isError: true, text: { error: { code: 'NOT_FOUND' } } },
      {
        isError: true,
        text: { error: { code: 'APPROVAL_REQUIRED', nextAction: { type: 'wait_for_approval' } } },
      },
    ]);
  });

  test('reads resources and prompts', async () => {
    const client = await connect(era, ALL);

    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    const { prompts } = await client.listPrompts();
    const prompt = await client.getPrompt({ name: 'link', arguments: { links: 'https://youtu.be/x' } });

    expect(resources.map(({ uri }) => uri)).toEqual([
      'svc://context/search',
      'svc://viewcheck/view-logs',
      'svc://memory/active',
    ]);
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['svc://context/search{?q}']);
    expect(prompts.map(({ name }) => name)).toEqual(['link', 'screenshot', 'template', 'contact', 'suggestion']);
    expect(JSON.stringify(prompt.messages)).toContain('https://youtu.be/x');
    await expect(client.readResource({ uri: 'svc://nothing' })).rejects.toThrow();
    const searched = await client.readResource({ uri: 'svc://context/search' });
    expect(JSON.stringify(searched.contents)).toContain('svc://context/search?q=');
  });

  test.each([
    [['svc.read'], ['svc://context/search', 'svc://viewcheck/view-logs']],
    [['svc.memory'], ['svc://memory/active']],
  ])('sees only the resources that its scopes allow: %j', async (scopes, uris) => {
    const client = await connect(era, scopes);

    const { resources } = await client.listResources();

    expect(resources.map(({ uri }) => uri)).toEqual(uris);
  });
});

test('the request id of a call is set by the client or the gateway, and the call is recorded as one over MCP', async () => {
  const client = await connect('modern', ALL);

  await call(client, 'deals_get', { dealId: DEAL_ID }, { 'svc.agent/request-id': 'mine' });
  await call(client, 'deals_get', { dealId: DEAL_ID });
  const refused = await call(client, 'deals_get', { dealId: DEAL_ID }, { 'svc.agent/approval-id': 'x' });

  expect(gateway.records).toMatchObject([
    { operation: 'deals.get', requestId: 'mine', agent: { surface: 'mcp', actorId: 'bot' } },
    { operation: 'deals.get', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    { operation: 'deals.get', failure: { code: 'VALIDATION_ERROR' }, agent: { surface: 'mcp', actorId: 'bot' } },
  ]);
  expect(refused.isError).toBe(true);
});

describe('the request id of a call over MCP', () => {
  const META = { 'svc.agent/request-id': 'of-meta', 'svc.agent/approval-id': '01900000-0000-7000-8000-0000000000a1' };
  const HEADERS = { 'x-dd-request-id': 'of-header', 'x-dd-approval-id': '01900000-0000-7000-8000-0000000000a2' };
  const APPROVAL = { approvalId: HEADERS['x-dd-approval-id'] };

  /** Deletes a deal, which this gateway refuses; returns the error. */
  async function fail(headers: Record<string, string>, _meta: object) {
    const params = { name: 'deals_delete', arguments: { dealId: DEAL_ID }, _meta };
    const response = await post(headers, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
    const message = /^data: (.*)$/m.exec(await response.text())?.[1] ?? '{}';
    const { result } = JSON.parse(message) as { result: { content: { text: string }[] } };
    const { error } = JSON.parse(result.content[0]?.text ?? '') as { error: Record<string, unknown> };
    return error;
  }

  test.each([
    ['its `_meta` before the headers', HEADERS, META, 'of-meta', { approvalId: META['svc.agent/approval-id'] }],
    ['the headers', HEADERS, {}, 'of-header', APPROVAL],
    ['the gateway', {}, {}, expect.stringMatching(/^[0-9a-f-]{36}$/), {}],
    ['the headers, beside a malformed `_meta`', HEADERS, { 'svc.agent/request-id': 'a b' }, 'of-header', undefined],
  ])('is %s, in its error and its record', async (_what, headers, meta, requestId, agent) => {
    const error = await fail(headers, meta);

    expect(error).toMatchObject({ requestId });
    expect(gateway.records).toMatchObject([{ requestId: error['requestId'], ...(agent && { agent }) }]);
  });

  test('makes a write repeatable only in `_meta`, because a host may send its headers with every call', async () => {
    const request = async (headers: Record<string, string>, _meta: object) => {
      const params = { name: 'screenshots_capture', arguments: { sourceUrl: 'https://example.com/' }, _meta };
      await post(headers, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
    };

    await request({ 'x-dd-request-id': 'of-header' }, {});
    await request({ 'x-dd-request-id': 'of-header' }, {});
    await request({}, { 'svc.agent/request-id': 'of-meta' });

    expect(new Set(keys).size).toBe(3);
    expect([keys.includes('of-header'), keys.at(2)]).toEqual([false, 'of-meta']);
  });

  test.each([
    ['x-dd-request-id', 'a b'],
    ['x-dd-approval-id', 'none'],
  ])('the header %s is refused by name when it is malformed', async (name, value) => {
    expect(await fail({ [name]: value }, {})).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: name }] });
    expect(gateway.records).toMatchObject([{ operation: 'deals.delete', failure: { code: 'VALIDATION_ERROR' } }]);
  });
});

const post = (headers: Record<string, string>, body: string) =>
  gateway.fetch('/api/agent/mcp', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.connectAgent(ALL).token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  });

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

test('pages of other sites are refused, as are foreign names that resolve to this host', async () => {
  const own = await post({ origin: gateway.url }, LIST);
  const foreign = await post({ origin: 'https://evil.example' }, LIST);
  const hidden = await post({ origin: 'null' }, LIST);

  expect([own.status, foreign.status, hidden.status]).toEqual([200, 403, 403]);
});

test('a family without tools is refused by name', async () => {
  const { token } = gateway.connectAgent(ALL);
  const response = await gateway.fetch('/api/agent/mcp?tools=deals,nope', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: LIST,
  });

  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { details: [{ path: 'tools', message: expect.stringContaining('no family nope.') }] } },
  ]);
});

test('messages arrive only by POST', async () => {
  const { token } = gateway.connectAgent(ALL);
  const answers = await Promise.all(
    ['GET', 'DELETE'].map((method) =>
      gateway.fetch('/api/agent/mcp', { method, headers: { authorization: `Bearer ${token}` } }),
    ),
  );

  expect(answers.map(({ status, headers }) => [status, headers.get('allow')])).toEqual([
    [405, 'POST'],
    [405, 'POST'],
  ]);
});

test('the error for an image that is too large names where to upload it', async () => {
  const response = await post(
    {},
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: 'x'.repeat(8_388_608) }),
  );

  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({
    error: {
      code: 'PAYLOAD_TOO_LARGE',
      uploadUrl: `${gateway.url}/api/agent/screenshots/{screenshotId}/upload`,
    },
  });
});

test('the error for a message that is too large names its screenshot as the upload target', async () => {
  const params = {
    name: 'screenshots_upload',
    arguments: { screenshotId: CAPTURE.screenshotId, image: 'x'.repeat(8_388_608) },
  };

  const response = await post({}, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));

  expect([response.status, await response.json()]).toMatchObject([
    413,
    { error: { uploadUrl: `${gateway.url}/api/agent/screenshots/${CAPTURE.screenshotId}/upload` } },
  ]);
});

describe('a batch', () => {
  const send = async (count: number, headers: Record<string, string> = {}): Promise<Response> => {
    const { token } = gateway.connectAgent(ALL);
    const message = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'deals_get', arguments: { dealId: DEAL_ID } },
    });
    return gateway.fetch('/api/agent/mcp', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(Array.from({ length: count }, (_, id) => message(id))),
    });
  };

  test('counts a call for each of its messages', async () => {
    const [one, twenty] = [await send(1), await send(20)];
    const left = [one, twenty].map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));

    expect([one.status, twenty.status]).toEqual([200, 200]);
    // Each call is recorded before its answer ends.
    await Promise.all([one.text(), twenty.text()]);
    expect(new Set(gateway.records.map(({ requestId }) => requestId)).size).toBe(21);
    expect(left[0]! - left[1]!).toBe(19);
  });

  test('with too many messages, or in a revision without batches, is refused as a whole', async () => {
    const answers = [await send(21), await send(2, { 'mcp-protocol-version': '2025-06-18' })];

    const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ error: object }>));
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(bodies.map(({ error }) => error)).toEqual([
      expect.objectContaining({ message: expect.stringContaining('at most 20') }),
      expect.objectContaining({ message: expect.stringContaining('one message at a time') }),
    ]);
    expect(gateway.records).toEqual([]);
  });
});
