import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { methodsOf } from '@svc/http-host/http/http-operation';
import type { ShortenerService, TestHosts } from '../../testing/shortener-service.js';
import { API, BASE_URL, ORIGIN, startShortener } from '../../testing/shortener-service.js';
import { HOST_OPERATIONS } from '../operations/host-operations.js';

let service: ShortenerService;
let hosts: TestHosts;

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts();
});

afterAll(() => service?.stop());

async function read<Document>(path: string): Promise<Document> {
  const response = await hosts.open(path);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as Document;
}

/** Path of a URL on this host. */
function pathOf(url: string): string {
  expect(url.startsWith(`${ORIGIN}/`)).toBe(true);
  return url.slice(ORIGIN.length);
}

test.each([
  ['/openapi.json', 'application/openapi+json'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/.well-known/mcp/shortener/server-card.json', 'application/json'],
  ['/.well-known/agent-skills/shortener/SKILL.md', 'text/markdown; charset=utf-8'],
  ['/.well-known/agent-skills/index.json', 'application/json'],
  ['/.well-known/oauth-authorization-server', 'application/json'],
  [`/.well-known/oauth-authorization-server${API}`, 'application/json'],
  ['/.well-known/oauth-protected-resource', 'application/json'],
  [`/.well-known/oauth-protected-resource${API}`, 'application/json'],
  ['/.well-known/oauth-protected-resource/mcp', 'application/json'],
])('anyone may read and cache %s, from any page, and it is not sent twice', async (path, contentType) => {
  const response = await hosts.open(path);
  const etag = response.headers.get('etag') ?? '';
  const again = await hosts.open(path, { headers: { 'if-none-match': etag } });
  const head = await hosts.open(path, { method: 'HEAD' });
  const post = await hosts.open(path, { method: 'POST' });

  expect([response.status, response.headers.get('content-type')]).toEqual([200, contentType]);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(response.headers.get('content-length'));
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test.each(['/.well-known/nothing', '/.well-known/', '/.well-known/jwks.json', '/.well-known/agent-skills/x/SKILL.md'])(
  '%s is not found, and says so as JSON',
  async (path) => {
    const response = await hosts.open(path);

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  },
);

interface OpenApiOperation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string }[];
}

interface OpenApi {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly 'x-oauth-registration': string;
  readonly 'x-oauth-device-authorization': string;
  readonly 'x-oauth-token': string;
  readonly 'x-oauth-protected-resource': string;
  readonly 'x-oauth-authorization-server': string;
}

test('the OpenAPI document is valid, operation ids are unique, and every path is served', async () => {
  const document = await read<OpenApi>('/openapi.json');
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ path, method: method.toUpperCase(), operationId })),
  );

  const outcome = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  const statuses = await Promise.all(
    routes.map(async ({ path, method }) => {
      const { status, headers } = await hosts.open(path.replaceAll(/\{\w+\}/g, 'never-was'), { method });
      // A mounted path responds with the 404 of a link; any other with that of an unknown path.
      return [method, path, status !== 405 && (status !== 404 || headers.get('content-type')?.includes('json'))];
    }),
  );

  expect(outcome.errors).toBeUndefined();
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.servers).toEqual([{ url: ORIGIN }]);
  expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length);
  expect(routes.length).toBeGreaterThan(14);
  expect(statuses).toEqual(routes.map(({ method, path }) => [method, path, true]));
});

test('the OpenAPI document lists Idempotency-Key on exactly the write operations', async () => {
  const { paths } = await read<OpenApi>('/openapi.json');

  const named = Object.values(paths).flatMap((methods) =>
    Object.values(methods).filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key')),
  );

  expect(named.map(({ operationId }) => operationId).toSorted()).toEqual(
    HOST_OPERATIONS.filter((operation) => !methodsOf(operation).includes('GET'))
      .map(({ name }) => name)
      .toSorted(),
  );
});

test('an unknown API path and an unknown link have different 404 answers', async () => {
  const { body: noPath } = await hosts.call('GET', '/nothing/at/all');
  const { body: noLink } = await hosts.call('GET', '/links/never-was');

  expect(noPath.error.message).not.toBe(noLink.error.message);
});

interface AuthorizationServer {
  readonly issuer: string;
  readonly token_endpoint: string;
  readonly device_authorization_endpoint: string;
  readonly registration_endpoint: string;
  readonly protected_resources: readonly string[];
}

test('the OAuth metadata is consistent, and every URL in it is served', async () => {
  const server = await read<AuthorizationServer>(`/.well-known/oauth-authorization-server${API}`);
  const openApi = await read<OpenApi>('/openapi.json');
  const endpoints = [server.token_endpoint, server.device_authorization_endpoint, server.registration_endpoint];

  const statuses = await Promise.all(
    endpoints.map(async (url) => (await hosts.open(pathOf(url), { method: 'POST' })).status),
  );

  expect(server.issuer).toBe(`${ORIGIN}${API}`);
  expect(await read(`/.well-known/oauth-authorization-server`)).toEqual(server);
  expect(statuses).toEqual([400, 400, 400]);
  for (const resource of server.protected_resources) {
    const metadata = await read<{ resource: string; authorization_servers: string[] }>(
      `/.well-known/oauth-protected-resource${pathOf(resource)}`,
    );
    expect(metadata).toMatchObject({ resource, authorization_servers: [server.issuer] });
  }
  expect(openApi['x-oauth-registration']).toBe(server.registration_endpoint);
  expect(openApi['x-oauth-device-authorization']).toBe(server.device_authorization_endpoint);
  expect(openApi['x-oauth-token']).toBe(server.token_endpoint);
  await read(pathOf(openApi['x-oauth-protected-resource']));
  await read(pathOf(openApi['x-oauth-authorization-server']));
});

test('the skill matches its digest in the index, and names only served paths', async () => {
  const { skills } = await read<{ skills: { name: string; url: string; digest: string; description: string }[] }>(
    '/.well-known/agent-skills/index.json',
  );
  const [skill] = skills;
  const bytes = Buffer.from(await (await hosts.open(skill!.url)).arrayBuffer());
  const text = bytes.toString();

  expect(skills).toHaveLength(1);
  expect(skill!.digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
  expect(text).toMatch(/^---\nname: shortener\ndescription: /);
  expect(text).toContain(skill!.description);
  expect(text).toContain(`${ORIGIN}/mcp`);
});

test('the server card and health link only to existing paths', async () => {
  const card = await read<{ remotes: { url: string }[]; tools: { name: string }[]; transport: { endpoint: string } }>(
    '/.well-known/mcp/shortener/server-card.json',
  );
  const health = await read<{ discovery: Record<string, string> }>(`${API}/health`);

  expect(card.remotes.map(({ url }) => url)).toEqual([`${ORIGIN}/mcp`]);
  expect(card.transport.endpoint).toBe(`${ORIGIN}/mcp`);
  expect(card.tools.map(({ name }) => name).toSorted()).toEqual([
    'create_photo_link',
    'create_short_link',
    'get_link',
    'get_link_stats',
  ]);
  for (const [name, url] of Object.entries(health.discovery)) {
    const { status } = await hosts.open(pathOf(url));
    expect([name, status]).toEqual([name, name === 'mcp' ? 405 : 200]);
  }
});

test('robots.txt allows the documents of this host and disallows short links', async () => {
  const text = await (await hosts.open('/robots.txt')).text();
  const groups = text.split('\n\n');

  for (const group of groups) {
    expect(group).toContain('Content-Signal: ai-train=no, search=yes, ai-input=yes');
    expect(group).toMatch(/^Disallow: \/$/m);
    expect(group).toMatch(/^Allow: \/\.well-known\/$/m);
  }
  expect(text).toContain('User-agent: *');
  expect(text).toContain('User-agent: GPTBot');
  expect(text).not.toContain(BASE_URL);
});
