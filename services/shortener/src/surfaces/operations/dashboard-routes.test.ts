import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { notFound } from '@svc/chassis/errors/app-error';
import { testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import type { ShortenerService, TestHosts } from '../../testing/shortener-service.js';
import { agentWith, BASE_URL, freshSlug, ORIGIN, startShortener } from '../../testing/shortener-service.js';

let service: ShortenerService;
let hosts: TestHosts;
const user = testUser();

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts();
});

afterAll(() => service?.stop());

test.each(['/agents', '/settings'])('%s is only for signed-in users', async (path) => {
  service.identity.handlers.listAgentConnections = async () => ({
    connections: [],
    totalSize: 0,
    tokenLifetimeSeconds: 0,
  });
  const agent = agentWith();

  const refused = await Promise.all([
    hosts.call('GET', path),
    hosts.call('GET', path, { through: 'internal' }),
    hosts.call('GET', path, { as: agent }),
    hosts.call('GET', path, { as: agent, through: 'internal' }),
    hosts.call('GET', path, { as: user, through: 'public' }),
  ]);
  const signedIn = await hosts.call('GET', path, { as: user });

  expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
    refused.map(() => [401, 'unauthorized']),
  );
  expect(signedIn.status).toBe(200);
});

test('a user lists the shortener’s agents, which identity returns for that user', async () => {
  const requestId = newId();
  const asked: object[] = [];
  service.identity.handlers.listAgentConnections = async (request, call) => {
    asked.push({ ...request, userId: call.user.userId });
    const connection = {
      requestId,
      family: 'shortener',
      displayName: 'CLI',
      clientUri: null,
      scopes: ['shortener.links:read'],
      tokenLastFour: 'abcd',
      approvedAt: new Date('2026-05-01T10:00:00.000Z'),
      claimedAt: null,
      lastUsedAt: null,
      expiresAt: new Date('2026-06-01T10:00:00.000Z'),
    };
    return { connections: [connection], totalSize: 3, tokenLifetimeSeconds: 0 };
  };

  const { body } = await hosts.call('GET', '/agents?limit=1&offset=2', { as: user });

  expect(asked).toEqual([{ family: 'shortener', pageSize: 1, skip: 2, userId: user.userId }]);
  expect(body).toEqual({
    items: [
      {
        requestId,
        displayName: 'CLI',
        clientUri: null,
        scopes: ['shortener.links:read'],
        tokenLastFour: 'abcd',
        approvedAt: '2026-05-01T10:00:00.000Z',
        claimedAt: null,
        expiresAt: '2026-06-01T10:00:00.000Z',
        lastUsedAt: null,
        revokeUrl: `${BASE_URL}/api/shortener/v1/agents/${requestId}`,
      },
    ],
    total: 3,
    limit: 1,
    offset: 2,
  });
});

test('a user revokes an agent’s connection; another user’s is not found', async () => {
  const requestId = newId();
  service.identity.handlers.revokeAgentConnection = async (request) => {
    if (request.requestId !== requestId) throw notFound('agent connection');
    return {};
  };

  const ended = await hosts.call('DELETE', `/agents/${requestId}`, { as: user });
  const unknown = await hosts.call('DELETE', `/agents/${newId()}`, { as: user });
  const nonsense = await hosts.call('DELETE', '/agents/nonsense', { as: user });
  const guest = await hosts.call('DELETE', `/agents/${requestId}`);

  expect([ended.status, guest.status]).toEqual([204, 401]);
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found']);
  expect([nonsense.status, nonsense.body.error.code]).toEqual([400, 'validation_error']);
});

test('the settings list URLs and limits, and contain no secret', async () => {
  const { body } = await hosts.call('GET', '/settings', { as: user });

  expect(body).toEqual({
    shortenerUrl: ORIGIN,
    apiUrl: `${ORIGIN}/api/shortener/v1`,
    agentAuthorizationUrl: `${BASE_URL}/agent/authorize`,
    scopes: ['shortener.links:read', 'shortener.links:write', 'shortener.photos:write', 'shortener.stats:read'],
    guestLimits: { perHour: 10, perDay: 50 },
    agentLimits: { perHour: 600 },
    slugPattern: '^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$',
    targetUrlMaxCharacters: 8_192,
    maxImageBytes: 40 * 1_048_576,
  });
});

test('a signed-in user creates plain links here like a guest; named links need the dashboard', async () => {
  const plain = await hosts.call('POST', '/links', { as: user, body: { url: 'https://example.com/' } });
  const named = await hosts.call('POST', '/links', {
    as: user,
    body: { url: 'https://example.com/', slug: freshSlug() },
  });
  const photo = await hosts.call('POST', '/photos', { as: user, body: { image: '' } });

  expect([plain.status, plain.body]).toMatchObject([201, { owner: 'guest', claimToken: expect.any(String) }]);
  expect([named.status, named.body.error.code]).toEqual([401, 'auth_required_for_customization']);
  expect([photo.status, photo.body.error.code]).toEqual([401, 'auth_required_for_customization']);
});

test('responses with a claim token are not stored for retries', async () => {
  const request = { as: user, body: { url: 'https://example.com/' }, headers: { 'idempotency-key': freshSlug() } };

  const answers = [await hosts.call('POST', '/links', request), await hosts.call('POST', '/links', request)];

  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(new Set(answers.map(({ body }) => body.claimToken)).size).toBe(2);
});

test('only signed-in users and agents with the scope upload photos through the gateway', async () => {
  const slug = freshSlug();
  const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const upload = async (as?: typeof user | ReturnType<typeof agentWith>, headers = {}) =>
    fetch(`${hosts.internalUrl}/dashboard/photos`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(await hosts.headersOf({ as, through: 'internal' })),
        ...headers,
      },
      body: JSON.stringify({ image, title: 'A photo', tags: ['a'], ...(as === user ? { slug } : {}) }),
    });

  const key = { 'idempotency-key': `screenshot:${newId()}` };
  const [created, again] = [await upload(user, key), await upload(user, key)];
  const refused = await Promise.all([upload(), upload(agentWith())]);
  const agent = agentWith(['svc.write.low_risk']);
  const byAgent = await upload(agent);
  const onPublic = await hosts.open('/dashboard/photos', { method: 'POST', body: '{}' });

  const body = (await created.json()) as object;
  expect(created.status).toBe(201);
  expect(body).toMatchObject({
    shortId: slug,
    kind: 'photo',
    title: 'A photo',
    tags: ['a'],
    ownerId: user.userId,
    access: { role: 'owner', canEdit: true },
    photo: { contentType: 'image/png', width: 1, height: 1, directUrl: `${ORIGIN}/${slug}/raw` },
  });
  expect([again.status, await again.json()]).toEqual([201, body]);
  expect([created, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  expect(refused.map(({ status }) => status)).toEqual([401, 403]);
  expect([byAgent.status, await byAgent.json()]).toMatchObject([
    201,
    { ownerId: agent.userId, clientId: agent.agent.clientId },
  ]);
  expect(onPublic.status).toBe(404);
});
