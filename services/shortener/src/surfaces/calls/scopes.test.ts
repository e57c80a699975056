import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import type { ShortenerService, TestHosts } from '../../testing/shortener-service.js';
import { agentWith, freshSlug, startShortener } from '../../testing/shortener-service.js';

let service: ShortenerService;
let hosts: TestHosts;
let shortId: string;
const owner = agentWith();

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts();
  const body = { url: 'https://example.com/' };
  ({ shortId } = (await hosts.call('POST', '/links', { as: owner, body })).body);
});

afterAll(() => service?.stop());

const ALL = ['shortener.links:read', 'shortener.links:write', 'shortener.photos:write', 'shortener.stats:read'];
const BRIDGE = [
  'svc.read',
  'svc.write.low_risk',
  'svc.write.sensitive',
  'svc.memory',
  'mcp',
  'shortener',
  'shortener.*',
];
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const GUARDED: [method: string, path: string, scope: string, body: object | undefined][] = [
  ['GET', '/links', 'shortener.links:read', undefined],
  ['POST', '/links', 'shortener.links:write', { url: 'https://example.com/' }],
  ['PATCH', '/links/:shortId', 'shortener.links:write', { title: 'New' }],
  ['POST', '/photos', 'shortener.photos:write', { image: PIXEL }],
  ['GET', '/links/:shortId/stats', 'shortener.stats:read', undefined],
  ['DELETE', '/links/:shortId', 'shortener.links:write', undefined],
];

describe.each(['public', 'internal'] as const)('on the %s listener', (through) => {
  test.each(GUARDED)('%s %s needs exactly the scope %s', async (method, path, scope, body) => {
    const created = await hosts.call('POST', '/links', { as: owner, body: { url: 'https://example.com/' } });
    const target = path.replace(':shortId', created.body.shortId);
    const others = [...ALL.filter((other) => other !== scope), ...BRIDGE];
    const call = (scopes: string[]) =>
      hosts.call(method, target, { as: { ...owner, agent: { ...owner.agent, scopes } }, body, through });

    const without = await call(others);
    const withNone = await call([]);
    const exact = await call([scope]);

    expect([without.status, without.body.error.code]).toEqual([403, 'shortener_scope_not_authorized']);
    expect(without.body.error.message).toContain(scope);
    expect(without.body.error).toMatchObject({ scopes: [scope] });
    expect(withNone.status).toBe(403);
    expect(exact.status).toBeLessThan(300);
  });

  test('an agent without shortener.links:read sees only the public fields of its own link', async () => {
    const scopes = [...ALL.filter((scope) => scope !== 'shortener.links:read'), ...BRIDGE];

    const { body } = await hosts.call('GET', `/links/${shortId}`, {
      as: { ...owner, agent: { ...owner.agent, scopes } },
      through,
    });

    expect(body).not.toHaveProperty('targetUrl');
  });
});

test('an invalid token is rejected even on public paths, not treated as a guest', async () => {
  const token = service.identity.giveToken(owner);
  service.identity.revokeToken(token);
  const refused = await Promise.all(
    [`Bearer ${token}`, 'Bearer x', 'Basic dXNlcjpwYXNz', 'Bearer', token].flatMap((authorization) => [
      hosts.call('POST', '/links', { body: { url: 'https://example.com/' }, headers: { authorization } }),
      hosts.call('GET', `/links/${shortId}`, { headers: { authorization } }),
    ]),
  );

  for (const { status, headers, body } of refused) {
    expect([status, body.error.code]).toEqual([401, 'unauthorized']);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
  }
});

test('a revoked token is rejected on the next call', async () => {
  const token = service.identity.giveToken(owner);
  const list = () => hosts.call('GET', '/links', { headers: { authorization: `Bearer ${token}` } });

  const before = await list();
  service.identity.revokeToken(token);

  expect([before.status, (await list()).status]).toEqual([200, 401]);
});

test('the public listener ignores cookies, assertions and gateway addresses', async () => {
  const user = testUser();
  const forged = {
    cookie: 'session=anything',
    'svc-assertion': await service.identity.sign(user),
    'svc-client-address': '198.51.100.1',
  };

  const settings = await hosts.call('GET', '/settings', { headers: forged });
  const made = await hosts.call('POST', '/links', { headers: forged, body: { url: 'https://example.com/' } });
  const custom = await hosts.call('POST', '/links', {
    headers: { ...forged, 'svc-assertion': await service.identity.sign(owner) },
    body: { url: 'https://example.com/', slug: freshSlug() },
  });

  expect(settings.status).toBe(401);
  expect(made.body).toMatchObject({ owner: 'guest' });
  expect([custom.status, custom.body.error.code]).toEqual([401, 'auth_required_for_customization']);
});

test('the internal listener rejects invalid assertions and ignores tokens', async () => {
  const token = service.identity.giveToken(owner);

  const broken = await hosts.call('GET', '/settings', { through: 'internal', headers: { 'svc-assertion': 'a.b.c' } });
  const withToken = await hosts.call('GET', '/links', {
    through: 'internal',
    headers: { authorization: `Bearer ${token}` },
  });

  expect([broken.status, withToken.status]).toEqual([401, 401]);
});
