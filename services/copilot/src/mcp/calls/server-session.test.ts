import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createGuardedFetch, type GuardedFetch } from '../../outbound/guarded-fetch.js';
import { startToolServer, toolOf, type ToolServer, words } from '../../testing/tool-server.js';
import type { McpTarget } from './mcp-fetch.js';
import { callServer, listServerTools, SESSION_TIMES } from './server-session.js';

const HEADER = { name: 'X-Key', value: 'secret-of-the-server' };

let server: ToolServer;
let guarded: GuardedFetch;

beforeAll(async () => {
  server = await startToolServer(toolOf('search'));
  guarded = createGuardedFetch({ allowed: new Set([server.host]), ownHosts: new Set() });
});

beforeEach(() => {
  server.requests.length = 0;
  server.intercept = () => false;
  server.answer = ({ name }) => Promise.resolve(words(`Answer of ${name}`));
});

afterAll(async () => {
  await guarded?.close();
  await server?.stop();
});

const targetOf = (transport: McpTarget['transport'], header: McpTarget['header'] = HEADER): McpTarget => ({
  url: transport === 'http' ? server.url : server.sseUrl,
  transport,
  header,
});
const never = () => new AbortController().signal;
const session = (times = SESSION_TIMES) => ({ fetch: guarded.fetch, times });
const call = { tool: toolOf('search'), input: { text: 'Hello' } };

test.each(['http', 'sse'] as const)(
  'over %s tools are listed and called, with the header on every request',
  async (transport) => {
    const tools = await listServerTools(session(), targetOf(transport), never());
    const result = await callServer(session(), targetOf(transport), never(), call);

    expect(tools.map(({ name }) => name)).toEqual(['search']);
    expect(result.content).toEqual([{ type: 'text', text: 'Answer of search' }]);
    expect(server.calls.at(-1)).toMatchObject({ name: 'search', arguments: { text: 'Hello' } });
    expect(server.requests.length).toBeGreaterThan(2);
    for (const { headers } of server.requests) {
      expect(headers['x-key']).toBe(HEADER.value);
      expect(headers).not.toHaveProperty('traceparent');
      expect(headers).not.toHaveProperty('baggage');
    }
  },
);

test('a server that supports only the older revision works too', async () => {
  server.intercept = (request, response) => {
    if (request.headers['mcp-protocol-version'] !== '2026-07-28') return false;
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: no session"}}');
    return true;
  };

  const result = await callServer(session(), targetOf('http'), never(), call);

  expect(result.content).toEqual([{ type: 'text', text: 'Answer of search' }]);
});

test.each([
  [401, 'refused'],
  [403, 'refused'],
  [500, 'failed'],
  [404, 'unusable'],
])('a server that answers %i is reported as %s', async (status, kind) => {
  server.intercept = (_request, response) => {
    response.writeHead(status).end('sk-live-words-of-the-server');
    return true;
  };

  await expect(listServerTools(session(), targetOf('http'), never())).rejects.toMatchObject({
    name: 'ServerFault',
    kind,
  });
});

test('a redirect is refused, and its target gets no request', async () => {
  server.intercept = (_request, response) => {
    response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    return true;
  };

  await expect(listServerTools(session(), targetOf('http'), never())).rejects.toMatchObject({ kind: 'unreachable' });
  expect(new Set(server.requests.map(({ line }) => line))).toEqual(new Set(['POST /mcp']));
});

test('a name that resolves to a private address when connecting is refused, even if it was public before', async () => {
  const rebound = createGuardedFetch({
    allowed: new Set(),
    ownHosts: new Set(),
    lookup: () => Promise.resolve(['127.0.0.1']),
  });
  const target = { url: 'https://mcp.example.com/mcp', transport: 'http', header: null } as const;

  const listing = listServerTools({ fetch: rebound.fetch, times: SESSION_TIMES }, target, never());

  await expect(listing).rejects.toMatchObject({ kind: 'unreachable' });
  await rebound.close();
});

test('a call that times out may have taken effect', async () => {
  server.answer = () => new Promise(() => undefined);

  const calling = callServer(session({ helloMs: 5_000, callMs: 500 }), targetOf('http'), never(), call);

  await expect(calling).rejects.toMatchObject({ kind: 'late', isUncertain: true });
});

test('an answer of more than a megabyte is cut off', async () => {
  server.answer = () => Promise.resolve(words('x'.repeat(1_200_000)));

  await expect(callServer(session(), targetOf('http'), never(), call)).rejects.toMatchObject({ name: 'ServerFault' });
});

test('an unreachable server is reported, with the certainty that the call had no effect', async () => {
  const away = { url: 'http://127.0.0.1:1/mcp', transport: 'http', header: null } as const;
  const open = createGuardedFetch({ allowed: new Set(['127.0.0.1:1']), ownHosts: new Set() });

  const calling = callServer({ fetch: open.fetch, times: SESSION_TIMES }, away, never(), call);

  await expect(calling).rejects.toMatchObject({ kind: 'unreachable', isUncertain: false });
  await open.close();
});

test('the timeouts are those of the contract', () => {
  expect(SESSION_TIMES).toEqual({ helloMs: 10_000, callMs: 20_000 });
});
