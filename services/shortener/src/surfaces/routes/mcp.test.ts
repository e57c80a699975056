import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { AgentPrincipal } from '@svc/chassis/calls/principal';
import type { ShortenerService, TestHosts } from '../../testing/shortener-service.js';
import {
  agentWith,
  BASE_URL,
  freshAddress,
  freshSlug,
  ORIGIN,
  startShortener,
} from '../../testing/shortener-service.js';

let service: ShortenerService;
let hosts: TestHosts;
const agent = agentWith();
const clients: Client[] = [];

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts();
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

afterAll(() => service?.stop());

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type Era = 'legacy' | 'modern';

async function connect(era: Era, as?: AgentPrincipal, address = freshAddress()): Promise<Client> {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  clients.push(client);
  const headers = await hosts.headersOf({ as, address });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', hosts.publicUrl), { requestInit: { headers } }),
  );
  return client;
}

async function call(client: Client, name: string, input: Record<string, unknown>) {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: input });
  const [first] = content as { type: string; text: string }[];
  return { isError: isError === true, text: JSON.parse(first!.text) as unknown, structuredContent };
}

const namesOf = async (client: Client): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name).toSorted();

describe.each<Era>(['legacy', 'modern'])('a client of the %s era', (era) => {
  test('gets the tools of its scopes', async () => {
    const offered = await Promise.all(
      [undefined, agent, agentWith([]), agentWith(['shortener.stats:read', 'svc.read', 'mcp'])].map(async (as) =>
        namesOf(await connect(era, as)),
      ),
    );

    expect(offered).toEqual([
      ['create_short_link', 'get_link'],
      ['create_photo_link', 'create_short_link', 'get_link', 'get_link_stats'],
      ['get_link'],
      ['get_link', 'get_link_stats'],
    ]);
  });

  test('creates a link and a photo link, and reads both', async () => {
    const client = await connect(era, agent);
    const slug = freshSlug();

    const link = await call(client, 'create_short_link', { url: 'https://example.com/page', slug, title: 'T' });
    const photo = await call(client, 'create_photo_link', { image: PIXEL, title: 'P' });
    const seen = await call(client, 'get_link', { shortId: slug });
    const stats = await call(client, 'get_link_stats', { shortId: slug });

    expect(link.isError).toBe(false);
    expect(link.structuredContent).toMatchObject({ shortUrl: `${ORIGIN}/${slug}`, owner: 'agent', title: 'T' });
    expect(link.text).toEqual(link.structuredContent);
    expect(photo.structuredContent).toMatchObject({ kind: 'photo', width: 1, height: 1, contentType: 'image/png' });
    expect(seen.structuredContent).toMatchObject({ targetUrl: 'https://example.com/page', version: 1 });
    expect(stats.structuredContent).toMatchObject({ clicks: 0, byDay: [] });
    expect((await hosts.open(`/${slug}`)).status).toBe(302);
  });

  test('gets tool errors with the codes of the API', async () => {
    const client = await connect(era, agent);
    const others = await connect(era, agentWith());
    const { body } = await hosts.call('POST', '/links', { as: agent, body: { url: 'https://example.com/' } });

    const outcomes = [
      await call(client, 'create_short_link', { url: 'http://localhost/' }),
      await call(client, 'create_short_link', { url: 5 }),
      await call(client, 'create_short_link', { url: 'https://example.com/', slug: 'admin' }),
      await call(client, 'create_photo_link', { image: '***' }),
      await call(client, 'create_photo_link', { image: Buffer.from('no image').toString('base64') }),
      await call(client, 'get_link', { shortId: 'never-was' }),
      await call(others, 'get_link_stats', { shortId: body.shortId }),
    ];

    expect(outcomes.map(({ isError, text }) => [isError, text])).toMatchObject(
      [
        'invalid_target_url',
        'validation_error',
        'reserved_slug',
        'validation_error',
        'unsupported_image',
        'not_found',
        'not_found',
      ].map((code) => [true, { error: { code, message: expect.any(String) } }]),
    );
  });

  test('creates only plain links without a token, within the guest budget', async () => {
    const client = await connect(era);
    const custom = await call(client, 'create_short_link', { url: 'https://example.com/', slug: freshSlug() });
    const codes: unknown[] = [];
    for (let count = 1; count <= 11; count += 1) {
      const { isError, text } = await call(client, 'create_short_link', { url: 'https://example.com/' });
      codes.push(isError ? (text as { error: { code: string } }).error.code : 'made');
    }

    const photo = await call(client, 'create_photo_link', { image: PIXEL });

    expect(photo).toMatchObject({ isError: true, text: { error: { code: 'auth_required_for_customization' } } });
    expect(custom).toMatchObject({ isError: true, text: { error: { code: 'auth_required_for_customization' } } });
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'made'), 'rate_limited']);
  });
});

test('every tool description says more than its title', async () => {
  const { tools } = await (await connect('modern', agent)).listTools();

  expect(
    tools.filter(({ title, description = '' }) => !/^Returns .+ Use it /.test(description) || description === title),
  ).toEqual([]);
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

const post = (headers: Record<string, string>, body: unknown = INITIALIZE) =>
  hosts.open('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('requests from pages of other sites are rejected; those from the product and programs are accepted', async () => {
  const origins = ['https://evil.example', 'null', ORIGIN, BASE_URL];

  const statuses = await Promise.all(origins.map(async (origin) => (await post({ origin })).status));

  expect(statuses).toEqual([403, 403, 200, 200]);
  expect((await post({})).status).toBe(200);
});

test('an invalid token is rejected with the URL to get one', async () => {
  const response = await post({ authorization: `Bearer ${'x'.repeat(43)}` });

  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toContain('resource_metadata=');
});

test.each(['GET', 'DELETE', 'PUT'])('%s is rejected, because there are no sessions', async (method) => {
  const response = await hosts.open('/mcp', { method });

  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
});

test.each([
  ['broken JSON', '{"jsonrpc":'],
  ['nothing', ''],
  ['no message', '5'],
  ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'nothing/at/all' }],
  ['a tool that is not there', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'delete_link' } }],
])('%s is a client error', async (_, body) => {
  const response = await post({}, body);

  expect(response.status).toBeLessThan(500);
});
