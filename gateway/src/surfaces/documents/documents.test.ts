import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { Validator } from '@seriousme/openapi-schema-validator';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { APP_PATHS } from '@svc/web/shared/paths';
import type RobotsParser from 'robots-parser';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';
import { PUBLIC_PAGES } from '../public-pages/pages.js';

// The package's types declare a default export that does not exist.
const robotsParser = createRequire(import.meta.url)('robots-parser') as typeof RobotsParser.default;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

async function read<Document>(path: string): Promise<Document> {
  const response = await gateway.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as Document;
}

const text = async (path: string) => (await gateway.fetch(path)).text();

test.each([
  ['/.well-known/api-catalog', 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
  ['/.well-known/oauth-authorization-server', 'application/json'],
  ['/.well-known/openid-configuration', 'application/json'],
  ['/.well-known/oauth-protected-resource', 'application/json'],
  ['/.well-known/oauth-protected-resource/api/agent', 'application/json'],
  ['/.well-known/oauth-protected-resource/api/agent/mcp', 'application/json'],
  ['/.well-known/jwks.json', 'application/jwk-set+json'],
  ['/.well-known/mcp/server-card.json', 'application/json'],
  ['/.well-known/agent-card.json', 'application/json'],
  ['/.well-known/agent-skills/index.json', 'application/json'],
  ['/.well-known/agent-skills/svc-agent-bridge/SKILL.md', 'text/markdown; charset=utf-8'],
  ['/.well-known/http-message-signatures-directory', 'application/http-message-signatures-directory+json'],
  ['/openapi.json', 'application/openapi+json'],
  ['/api/openapi.json', 'application/openapi+json'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/llms-full.txt', 'text/plain; charset=utf-8'],
])('anyone may read and cache %s, from any page, and an unchanged one is not sent again', async (path, contentType) => {
  const response = await gateway.fetch(path);
  const etag = response.headers.get('etag') ?? '';
  const again = await gateway.fetch(path, { headers: { 'if-none-match': `"other", W/${etag}` } });
  const head = await gateway.fetch(path, { method: 'HEAD' });
  const asked = await gateway.fetch(path, { method: 'OPTIONS' });
  const post = await gateway.fetch(path, { method: 'POST' });

  expect([response.status, response.headers.get('content-type')]).toEqual([200, contentType]);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(response.headers.get('link')).toContain('rel="api-catalog"');
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(response.headers.get('content-length'));
  expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'Content-Type, If-None-Match',
  ]);
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test.each([
  '/.well-known/nothing',
  '/.well-known/',
  '/.well-known/openapi.json',
  '/.well-known/agent-skills/shortener/SKILL.md',
  '/.well-known/Agent-Card.json',
  '/.well-known/mcp/server-card.json/',
])('%s is not found', async (path) => {
  const response = await gateway.fetch(path);

  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

test('the catalog links each API to its descriptions, and each link opens', async () => {
  const { linkset } = await read<{ linkset: Record<string, unknown>[] }>('/.well-known/api-catalog');
  const addresses = [...JSON.stringify(linkset).matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href ?? '');

  expect(linkset.map(({ anchor }) => anchor)).toEqual([`${gateway.url}/api/agent`, `${gateway.url}/api`]);
  expect(linkset[0]).toMatchObject({
    anchor: `${gateway.url}/api/agent`,
    'service-desc': [{ href: `${gateway.url}/openapi.json` }],
    'service-doc': [{ href: `${gateway.url}/docs/api` }],
  });
  for (const address of addresses) {
    expect(address.startsWith(`${gateway.url}/`)).toBe(true);
    expect([address, (await fetch(address, { redirect: 'manual' })).status]).toEqual([
      address,
      address.endsWith('/docs/api') ? 302 : 200,
    ]);
  }
});

test.each(['/api/agent', '/api/agent/mcp'])('an MCP client discovers from %s where to sign in', async (path) => {
  const resource = await discoverOAuthProtectedResourceMetadata(gateway.url + path);
  const [issuer = ''] = resource.authorization_servers ?? [];
  const server = await discoverAuthorizationServerMetadata(issuer);

  expect(resource).toMatchObject({
    resource: gateway.url + path,
    scopes_supported: ['svc.read', 'svc.write.low_risk', 'svc.memory'],
  });
  expect(server).toMatchObject({
    issuer: gateway.url,
    token_endpoint: `${gateway.url}/api/agent/oauth/token`,
    device_authorization_endpoint: `${gateway.url}/api/agent/oauth/device_authorization`,
    registration_endpoint: `${gateway.url}/api/agent/oauth/register`,
    grant_types_supported: ['urn:ietf:params:oauth:grant-type:device_code'],
    token_endpoint_auth_methods_supported: ['none'],
    response_types_supported: [],
    scopes_supported: ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive', 'svc.memory', 'mcp'],
  });
});

test('documents without a path are about the API, and the page for redirects refuses them', async () => {
  const root = await read('/.well-known/oauth-protected-resource');
  const { authorization_endpoint: page } = await read<{ authorization_endpoint: string }>(
    '/.well-known/oauth-authorization-server',
  );

  expect(root).toEqual(await read('/.well-known/oauth-protected-resource/api/agent'));
  expect((await fetch(`${page}?response_type=code&client_id=x`, { redirect: 'manual' })).status).toBe(400);
});

test('the OpenID configuration repeats every member of the OAuth metadata, and declares no ID tokens', async () => {
  const oauth = await read<object>('/.well-known/oauth-authorization-server');
  const openId = await read<object>('/.well-known/openid-configuration');

  expect(openId).toEqual({
    ...oauth,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [],
    x_id_tokens_issued: false,
    x_note: expect.stringContaining('no ID tokens'),
  });
  expect(await read('/.well-known/jwks.json')).toEqual({ keys: [] });
});

test('an A2A client reads the agent card', async () => {
  const card = await new DefaultAgentCardResolver().resolve(gateway.url);

  expect(card.supportedInterfaces.map(({ url }) => url)).toEqual([`${gateway.url}/api/agent`]);
  expect(card.description).toContain('does not implement the A2A operations');
  expect(Object.keys(card.securitySchemes)).toEqual(['agentBearer', 'deviceFlow']);
  expect(card.skills.map(({ id }) => id)).toContain('import-view-checks');
});

test('the skill matches the digest in the index, and names only described operations', async () => {
  const { skills } = await read<{ skills: { url: string; digest: string; description: string }[] }>(
    '/.well-known/agent-skills/index.json',
  );
  const [skill] = skills;
  const bytes = Buffer.from(await (await gateway.fetch(skill?.url ?? '')).arrayBuffer());
  const words = bytes.toString();

  expect(skill?.digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
  expect(words).toMatch(/^---\nname: svc-agent-bridge\ndescription: "/);
  expect(words).toContain(skill?.description);
  expect(words).toContain('deals.bulk_add_view_checks');
  expect(words).toContain(`${gateway.url}/api/agent/mcp`);
});

test('the server card names the endpoint, and the tools of the short list', async () => {
  const card = await read<{ remotes: object[]; tools: { name: string }[]; description: string }>(
    '/.well-known/mcp/server-card.json',
  );

  expect(card.remotes).toMatchObject([{ url: `${gateway.url}/api/agent/mcp`, headers: [{ isRequired: true }] }]);
  expect(card.description.length).toBeLessThanOrEqual(100);
  expect(card.tools.map(({ name }) => name)).toContain('deals_bulk_add_view_checks');
  expect(card.tools.every(({ name }) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
});

interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly required: boolean; readonly schema: object }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: { readonly properties: Readonly<Record<string, object>> } }>
    >;
  };
  readonly responses: Readonly<Record<string, object>>;
}

const operationsIn = ({ paths }: Description) => Object.values(paths).flatMap((methods) => Object.values(methods));

test("the agents' description has every operation with a scope, the sign-in, and nothing else", async () => {
  const description = await read<Description & Record<string, string>>('/openapi.json');

  const outcome = await new Validator().validate(structuredClone(description) as never);
  const ids = operationsIn(description).map(({ operationId }) => operationId);
  const open = ['agent_auth.start', 'agent_auth.status', 'agent_schema.get'];
  const signIn = ['register_agent', 'start_device_authorization', 'redeem_device_code'];
  const named = OPERATIONS.filter(({ scope }) => scope !== undefined).flatMap(({ name, http }) =>
    [http.method].flat().map((method, place) => (place === 0 ? name : `${name}.${method.toLowerCase()}`)),
  );
  expect(outcome.errors).toBeUndefined();
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(ids.toSorted()).toEqual([...named, ...open, ...signIn].toSorted());
  expect(Object.keys(description.paths).every((path) => path.startsWith('/api/agent/'))).toBe(true);
  expect(ids.join(' ')).not.toMatch(/\b(admin|team|account|session|copilot)/);
  expect(description['x-oauth-token']).toBe(`${gateway.url}/api/agent/oauth/token`);
  expect((await fetch(description['x-oauth-protected-resource'] ?? '')).status).toBe(200);
  expect((await fetch(description['x-oauth-authorization-server'] ?? '')).status).toBe(200);
});

test("the agents' description has the headers of a call, and its errors", async () => {
  const description = await read<Description>('/openapi.json');
  const find = (id: string) => operationsIn(description).find(({ operationId }) => operationId === id);
  const required = (id: string) =>
    find(id)
      ?.parameters?.filter((parameter) => parameter.required)
      .map(({ name }) => name);
  const approval = (id: string) => find(id)?.parameters?.some(({ name }) => name === 'x-dd-approval-id');

  expect(required('deals.list')).toEqual(['x-dd-request-id']);
  expect([approval('deals.list'), approval('deals.create'), approval('tasks.delete')]).toEqual([false, true, true]);
  expect(find('deals.list')?.responses).toMatchObject({ 401: {}, 403: {}, 429: {} });
  expect(find('deals.list')?.security).toEqual([{ agentBearer: ['svc.read'] }, { agentBearer: ['mcp'] }]);
  expect(find('agent_auth.start')?.security).toEqual([]);
});

test("the agents' description has the format of agents' names, as it is checked", async () => {
  const { paths } = await read<Description>('/openapi.json');
  const headers = paths['/api/agent/deals']?.['get']?.parameters ?? [];
  const { properties } =
    paths['/api/agent/auth/start']?.['post']?.requestBody?.content['application/json']?.schema ?? {};
  const name = { type: 'string', maxLength: 100, pattern: '^[A-Za-z0-9 ._:@/-]{1,100}$' };

  for (const header of ['x-dd-actor-id', 'x-dd-channel']) {
    expect(headers.find((parameter) => parameter.name === header)?.schema).toEqual(name);
  }
  expect([properties?.['actorId'], properties?.['channel']]).toMatchObject([name, name]);
  const body = JSON.stringify({ clientName: 'Bot', channel: 'chat #1' });
  const refused = await gateway.fetch('/api/agent/auth/start', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { error: { details: [{ path: 'channel', message: expect.stringContaining('letters, digits, spaces') }] } },
  ]);
});

test('the documentation is where it is configured, or here by default', async () => {
  const elsewhere = await startTestGateway({ appOrigin: 'https://app.example', docsUrl: 'https://docs.example' });
  try {
    const there = await elsewhere.fetch('/docs/api');
    const here = await gateway.fetch('/docs/api');

    expect([there.status, there.headers.get('location')]).toEqual([302, 'https://docs.example/backend/api-surface']);
    expect(here.headers.get('location')).toBe(`${gateway.url}/docs/backend/api-surface`);
  } finally {
    await elsewhere.stop();
  }
});

test('a configured origin is in all documents, regardless of the requested host', async () => {
  const public_ = await startTestGateway({ appOrigin: 'https://app.example' });
  try {
    const paths = ['/.well-known/oauth-authorization-server', '/llms-full.txt', '/robots.txt', '/openapi.json'];
    for (const path of paths) {
      const body = await (await public_.fetch(path)).text();
      expect(body).toContain('https://app.example');
      expect(body).not.toContain(public_.url);
    }
  } finally {
    await public_.stop();
  }
});

test('crawlers may read the public pages and the descriptions of the product, and nothing about accounts', async () => {
  const words = await text('/robots.txt');
  const robots = robotsParser(`${gateway.url}/robots.txt`, words);
  const mayRead = (path: string) =>
    ['Googlebot', 'GPTBot', 'ClaudeBot'].map((agent) => robots.isAllowed(gateway.url + path, agent));

  for (const { path } of PUBLIC_PAGES) expect([path, ...mayRead(path)]).toEqual([path, true, true, true]);
  for (const path of ['/llms.txt', '/openapi.json', '/.well-known/agent-card.json', '/docs/api', '/sitemap.xml']) {
    expect([path, ...mayRead(path)]).toEqual([path, true, true, true]);
  }
  const closed = [
    ...APP_PATHS,
    '/forgot-password',
    '/login',
    '/signup',
    '/auth/x',
    '/s/token',
    '/agent/authorize',
    '/approvals/1',
    '/reset-password?token=x',
    '/confirm-address?token=x',
  ];
  for (const path of ['/api/deals', ...closed]) {
    expect([path, ...mayRead(path)]).toEqual([path, false, false, false]);
  }
  expect(words.match(/^Content-Signal: ai-train=no, search=yes, ai-input=yes$/gm)).toHaveLength(2);
  expect(robots.getSitemaps()).toEqual([`${gateway.url}/sitemap.xml`]);
});

test('the sitemap has exactly the public pages', async () => {
  const places = [...(await text('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place);

  expect(places).toEqual(PUBLIC_PAGES.map(({ path }) => gateway.url + path));
  expect(places).toHaveLength(9);
});

test('llms-full.txt is one document of public pages: it begins with its only H1, and links to no sign-in page', async () => {
  const text = await (await gateway.fetch('/llms-full.txt')).text();

  expect(text).not.toMatch(/<picture|<img|Create account/);
  expect(text).toMatch(/!\[Today: [^\]]+\]\(http[^)]+\/brand\/today-light\.webp\)/);

  expect(text).toMatch(/^# Dealbridge\n/);
  const outsideCode = text.replaceAll(/^```.*?^```/gms, '');
  expect(outsideCode.match(/^# /gm)).toHaveLength(1);
  expect(text).not.toMatch(/\]\([^)]*\/(login|signup|forgot-password)[)?]/);
});

test.each(['/llms.txt', '/llms-full.txt'])('%s links only to public routes that exist', async (path) => {
  const links = [...(await text(path)).matchAll(/\bhttp:[^\s)]+|\]\((\/[^)]+)\)/g)].map(
    ([link, inside]) => inside ?? link,
  );
  const paths = new Set(links.map((link) => link.replace(gateway.url, '')));

  const mayBeNamed = /^\/(brand\/|\.well-known\/|openapi\.json$|docs\/api$|login$|signup$)/;
  expect([...paths].filter((each) => !mayBeNamed.test(each)).toSorted()).toEqual(
    PUBLIC_PAGES.map((page) => page.path).toSorted(),
  );
  for (const each of paths) expect([each, (await gateway.fetch(each)).status < 400]).toEqual([each, true]);
});
