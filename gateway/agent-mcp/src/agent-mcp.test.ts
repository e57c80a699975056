import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Client, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { appError } from '@svc/chassis/errors/app-error';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { silentLog } from '@svc/chassis/testing/service-database';
import { answerErrors } from '@svc/http-host/http/answer-errors';
import { beginRequest, type NotedResponse } from '@svc/http-host/http/begin-request';
import type { HttpOperation } from '@svc/http-host/http/http-operation';
import { mcpRoute } from '@svc/http-host/mcp/mcp-endpoint';
import { z } from 'zod';
import { login } from './login.js';
import { configPathOf, MCP_HOSTS } from './mcp-hosts.js';

const PROGRAM = fileURLToPath(new URL('../bin/svc-agent-mcp.js', import.meta.url));
const TOKEN = `svc_at_${'t'.repeat(43)}`;
const REQUEST_ID = '01900000-0000-7000-8000-000000000009';

const OPERATIONS: HttpOperation[] = [
  {
    name: 'deals_list',
    summary: 'List deals',
    http: { method: 'GET', path: '/deals' },
    input: z.strictObject({ q: z.string().optional() }),
  },
  {
    name: 'screenshots_upload',
    summary: 'Upload an image',
    http: { method: 'POST', path: '/screenshots/:screenshotId/upload' },
    input: z.strictObject({ screenshotId: z.string(), image: z.string() }),
  },
];

/** Requests to the operation's own route. */
let uploads: object[];
let answers: { connectionState: string; accessToken?: string; account?: { name: string; email: string } }[];
let bridge: LocalListener;
let home: string;

const route = mcpRoute<HttpOperation, object>({
  path: '/api/agent/mcp',
  server: { name: 'agent-bridge', title: 'Dealbridge Agent Bridge', version: '1' },
  instructions: 'Read this first.',
  tools: OPERATIONS,
  originsFor: () => [],
  async identify({ headers }) {
    if (headers.authorization === `Bearer ${TOKEN}`) return {};
    throw appError('UNAUTHENTICATED', 'The token is not valid.');
  },
  authorize: () => undefined,
  bytesMax: () => 8 * 1_048_576,
  run: async ({ name }, input) => ({ name, input }),
  log: silentLog,
});

/** The routes of the bridge besides its MCP endpoint. */
async function answerPlain(request: IncomingMessage): Promise<object> {
  const { method, url = '', headers } = request;
  if (url === '/api/agent/schema') {
    const operations = OPERATIONS.map(({ name, http }) => ({
      name: name.replace('_', '.'),
      method: http.method,
      path: `/api/agent${http.path}`,
    }));
    return { families: [{ operations }] };
  }
  if (method === 'POST' && url.endsWith('/upload')) {
    const body = (await json(request)) as Record<string, unknown>;
    const { image } = body as { image?: string };
    uploads.push({
      path: url,
      requestId: headers['x-dd-request-id'],
      approvalId: headers['x-dd-approval-id'],
      imageLength: image?.length,
      fields: Object.keys(body),
    });
    return { screenshotId: 'stored' };
  }
  if (url === '/api/agent/auth/start') {
    const fields = { deviceCode: 'device', userCode: 'WDJB-MJHT', approvalUrl: `${bridge.url}/approve` };
    return { requestId: REQUEST_ID, ...fields, pollIntervalSeconds: 0 };
  }
  if (url === `/api/agent/auth/status/${REQUEST_ID}?deviceCode=device`) return answers.shift() ?? {};
  throw appError('NOT_FOUND', 'There is no such path.');
}

beforeAll(async () => {
  const fail = answerErrors({ log: silentLog });
  const begin = beginRequest(silentLog, {}, () => true);
  const server = createServer((request, bare) => {
    const response = bare as NotedResponse;
    begin(request, response, () => undefined);
    const isEndpoint = request.url?.startsWith(route.path) === true;
    const answered = isEndpoint
      ? route.handle(request as Parameters<typeof route.handle>[0], response)
      : answerPlain(request).then((answer) => void response.end(JSON.stringify(answer)));
    answered.catch((error: unknown) => fail(error, request, response, () => undefined));
  });
  bridge = await listenLocally(server);
});

beforeEach(() => {
  uploads = [];
  answers = [];
  home = mkdtempSync(join(tmpdir(), 'agent-mcp-'));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

afterAll(() => bridge.close());

/** Environment of the program. */
const environment = (overrides: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  SVC_API_BASE_URL: bridge.url,
  SVC_AGENT_ACCESS_TOKEN: TOKEN,
  ...overrides,
});

/** Runs the program as an MCP host would. */
async function withHost<Result>(
  overrides: Record<string, string>,
  use: (client: Client) => Promise<Result>,
  mode: VersionNegotiationMode = 'legacy',
): Promise<Result> {
  const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode } });
  const env = environment(overrides);
  const transport = new StdioClientTransport({ command: process.execPath, args: [PROGRAM], env, stderr: 'ignore' });
  await client.connect(transport);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** Runs the program until it exits. */
async function run(args: string[], overrides: Record<string, string> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: environment(overrides),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, err, code };
}

const configOf = (id: string) => {
  const host = MCP_HOSTS.find((each) => each.id === id);
  if (!host) throw new Error(`There is no host ${id}.`);
  return configPathOf(host, home);
};

test.each<[VersionNegotiationMode]>([['legacy'], ['auto'], [{ pin: '2026-07-28' }]])(
  'tools and their answers are those of the endpoint, to hosts of either era: %j',
  async (mode) => {
    const use = async (client: Client) => {
      const { tools } = await client.listTools();
      const result = await client.callTool({ name: 'deals_list', arguments: { q: 'spring' } });

      expect(client.getInstructions()).toBe('Read this first.');
      expect(client.getServerVersion()).toMatchObject({ name: 'agent-bridge', title: 'Dealbridge Agent Bridge' });
      expect(tools.map(({ name }) => name)).toEqual(['deals_list', 'screenshots_upload']);
      expect(result.structuredContent).toEqual({ name: 'deals_list', input: { q: 'spring' } });
    };
    await withHost({}, use, mode);
  },
);

test('a message that is larger than any image ends the program', async () => {
  const child = spawn(process.execPath, [PROGRAM], { env: environment(), stdio: ['pipe', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  // The program may exit while the test is still writing.
  child.stdin.on('error', () => undefined);
  child.stdin.write('x'.repeat(65 * 1_048_576));

  expect(await text(child.stderr)).toContain('A message has more than');
  expect(await ended).toBe(1);
});

test('an image that is too large for a message is sent to the route of its operation, without a size limit', async () => {
  const image = 'A'.repeat(50 * 1_048_576);

  const result = await withHost({}, (client) =>
    client.callTool({
      name: 'screenshots_upload',
      arguments: { screenshotId: 'a/b', image },
      _meta: { 'svc.agent/request-id': 'call-1', 'svc.agent/approval-id': REQUEST_ID },
    }),
  );

  expect(result.structuredContent).toEqual({ screenshotId: 'stored' });
  expect(uploads).toEqual([
    {
      path: '/api/agent/screenshots/a%2Fb/upload',
      requestId: 'call-1',
      approvalId: REQUEST_ID,
      imageLength: image.length,
      fields: ['image'],
    },
  ]);
});

test('a smaller image is sent through the MCP endpoint', async () => {
  const result = await withHost({}, (client) =>
    client.callTool({ name: 'screenshots_upload', arguments: { screenshotId: 'a', image: 'AAAA' } }),
  );

  expect(result.structuredContent).toMatchObject({ name: 'screenshots_upload' });
  expect(uploads).toEqual([]);
});

test('a revoked token gives the same clear error everywhere', async () => {
  const revoked = { SVC_AGENT_ACCESS_TOKEN: `svc_at_${'r'.repeat(43)}` };

  await withHost(revoked, async (client) => {
    const called = await client.callTool({ name: 'deals_list', arguments: {} });

    expect(called).toMatchObject({
      isError: true,
      content: [
        {
          text: expect.stringMatching(
            /"code":"UNAUTHENTICATED".*was revoked\. Get one .*npx --no -- svc-agent-mcp login/,
          ),
        },
      ],
    });
    await expect(client.listTools()).rejects.toThrow('was revoked');
    expect(JSON.stringify(called)).not.toContain('rrrr');
  });
});

test("a message that the product refuses as a whole becomes a tool error with the product's text", async () => {
  await withHost({}, async (client) => {
    const called = await client.callTool({ name: 'deals_list', arguments: { q: 'x'.repeat(9 * 1_048_576) } });

    expect(called).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('"code":"PAYLOAD_TOO_LARGE"') }],
    });
  });
});

test('a product that does not respond gives a clear error', async () => {
  await withHost({ SVC_API_BASE_URL: 'http://127.0.0.1:1' }, async (client) => {
    await expect(client.listTools()).rejects.toThrow('Could not get a valid response from http://127.0.0.1:1.');
  });
});

test.each([
  ['no token', { SVC_AGENT_ACCESS_TOKEN: '' }, 'SVC_AGENT_ACCESS_TOKEN is not set'],
  ['what is no token', { SVC_AGENT_ACCESS_TOKEN: 'two words' }, 'SVC_AGENT_ACCESS_TOKEN is no token'],
  ['no address', { SVC_API_BASE_URL: '' }, 'SVC_API_BASE_URL must be'],
  ['what is no address', { SVC_API_BASE_URL: 'file:///etc' }, 'SVC_API_BASE_URL must be'],
  ['an address that shows the token to the network', { SVC_API_BASE_URL: 'http://deals.example' }, 'begin with https'],
])('with %s the program exits, with the reason on standard error only', async (_what, settings, message) => {
  const { out, err, code } = await run([], settings as Record<string, string>);

  expect([out, code]).toEqual(['', 1]);
  expect(err.trim().split('\n')).toEqual([expect.stringContaining(message)]);
});

test('standard output has only protocol messages, and the program exits with its host', async () => {
  const child = spawn(process.execPath, [PROGRAM], { env: environment(), stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const output: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (part: string) => output.push(part));
  child.stdin.write('no protocol\n');
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE })}\n`);
  while (output.length === 0) await new Promise(setImmediate);
  child.stdin.end();

  expect(await ended).toBe(0);
  for (const line of output.join('').trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
});

const INITIALIZE = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'host', version: '1' } };

test.each([
  ['claude-desktop', 'Restart Claude Desktop to use it.'],
  ['claude-code', 'Restart Claude Code to use it.'],
  ['cursor', 'Restart Cursor to use it.'],
  ['other', "Copy its entry into your host's own configuration, and restart your host to use it."],
])('login asks the user and writes the token for %s, unreadable for other users', async (id, next) => {
  answers = [{ connectionState: 'waiting_for_approval' }, { connectionState: 'token_issued', accessToken: TOKEN }];

  const { out, err, code } = await run(['login', '--host', id], { SVC_AGENT_ACCESS_TOKEN: '' });

  const config = JSON.parse(readFileSync(configOf(id), 'utf8')) as Record<string, unknown>;
  expect([out, code]).toEqual(['', 0]);
  expect(err).toContain(`${bridge.url}/approve`);
  expect(err).toContain('WDJB-MJHT');
  expect(err).not.toContain(TOKEN);
  expect(err).toContain(`The token is stored in ${configOf(id)}. ${next}`);
  expect(statSync(configOf(id)).mode & 0o777).toBe(0o600);
  expect(config).toEqual({
    mcpServers: {
      'agent-bridge': {
        command: process.execPath,
        args: [PROGRAM],
        env: { SVC_API_BASE_URL: bridge.url, SVC_AGENT_ACCESS_TOKEN: TOKEN },
      },
    },
  });
});

test('login shows the account, and stores no token of another account', async () => {
  const issued = { connectionState: 'token_issued', accessToken: TOKEN };
  const account = { name: 'Mallory\u001b[2K', email: 'mallory@example.com' };
  answers = [{ ...issued, account }];

  const { err, code } = await run(['login', '--host', 'cursor']);

  expect([code, err]).toEqual([0, expect.stringContaining('Connected as Mallory[2K <mallory@example.com>.')]);

  answers = [{ ...issued, account }];
  const asked: string[] = [];
  const signIn = login({
    baseUrl: bridge.url,
    clientName: 'Cursor',
    scopes: ['svc.read'],
    say: () => undefined,
    confirm: async (question) => asked.push(question) === 0,
  });
  await expect(signIn).rejects.toThrow('Nothing was stored');
  expect(asked).toEqual(['Is this your account?']);
});

test("login keeps everything else in the host's file, and makes the file private", async () => {
  answers = [{ connectionState: 'token_issued', accessToken: TOKEN }];
  const file = join(home, '.claude.json');
  writeFileSync(file, JSON.stringify({ theme: 'dark', mcpServers: { other: { command: 'x' } } }), { mode: 0o644 });

  await run(['login', '--host', 'claude-code']);

  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    theme: 'dark',
    mcpServers: { other: { command: 'x' }, 'agent-bridge': {} },
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each(['{ "mcpServers": [] }', '// a comment\n{}', '"text"'])(
  'a file that holds %j is left as it is, without a question',
  async (content) => {
    const file = join(home, '.claude.json');
    writeFileSync(file, content);

    const { err, code } = await run(['login', '--host', 'claude-code']);

    expect([code, readFileSync(file, 'utf8')]).toEqual([1, content]);
    expect(err).toContain('must be plain JSON');
    expect(err).not.toContain('approve');
  },
);

test.each(['denied', 'expired', 'token_already_claimed'])('a request that ends as %s stores nothing', async (state) => {
  answers = [{ connectionState: state }];

  const { err, code } = await run(['login', '--host', 'cursor']);

  expect(code).toBe(1);
  expect(err).toContain(`No token was issued: ${state}.`);
  expect(() => statSync(configOf('cursor'))).toThrow('ENOENT');
});

test.each([[['login']], [['login', '--host', 'unknown']], [['nonsense']], [['--unknown']]])(
  'what cannot be meant is refused with what can: %j',
  async (args) => {
    const { out, err, code } = await run(args);

    expect([out, code]).toEqual(['', 1]);
    expect(err).toContain('claude-desktop');
  },
);
