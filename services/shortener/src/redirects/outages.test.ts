import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTcpProxy, type TcpProxy } from '@svc/chassis/testing/tcp-proxy';
import type { HostOptions } from '../testing/host-environment.js';
import type { ShortenerService, TestHosts } from '../testing/shortener-service.js';
import { agentWith, freshSlug, startShortener, testRedisUrl } from '../testing/shortener-service.js';

let service: ShortenerService;
let healthy: TestHosts;
const agent = agentWith();
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  service = await startShortener();
  healthy = await service.openHosts();
});

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

afterAll(() => service?.stop());

async function openBehindProxy(options: HostOptions = {}): Promise<{ hosts: TestHosts; database: TcpProxy }> {
  const database = await createTcpProxy(service.databaseUrl);
  stops.push(() => database.close());
  const hosts = await service.openHosts({ ...options, databaseUrl: database.through(service.databaseUrl) });
  await waitUntilHearing(hosts);
  // Restore the database first, so that the hosts stop without waiting.
  stops.push(hosts.stop, async () => database.restore());
  return { hosts, database };
}

async function createLink(fields: object = {}): Promise<string> {
  const body = { url: 'https://example.com/page', slug: freshSlug(), ...fields };
  return (await healthy.call('POST', '/links', { as: agent, body })).body.shortId;
}

const statusAt = async (hosts: TestHosts, shortId: string): Promise<number> => (await hosts.open(`/${shortId}`)).status;

/** Waits until changes arrive, so that opened links stay cached: the second request for a short id then runs no statement. */
async function waitUntilHearing({ open, redirectPool }: TestHosts): Promise<void> {
  await eventually(async () => {
    const path = `/${freshSlug()}`;
    await open(path);
    const before = redirectPool.statementCount();
    await open(path);
    expect(redirectPool.statementCount()).toBe(before);
  });
}

/** Waits until the process has detected that its database is down, and no longer trusts its cache. */
async function waitUntilAway(hosts: TestHosts): Promise<void> {
  await eventually(async () => expect(await statusAt(hosts, freshSlug())).toBe(503));
}

test('with Postgres down, cached links still open and others respond with 503, until it is back', async () => {
  const { hosts, database } = await openBehindProxy();
  const [known, unknown] = await Promise.all([createLink(), createLink()]);
  expect(await statusAt(hosts, known)).toBe(302);

  database.cut();
  await waitUntilAway(hosts);
  const duringOutage = await Promise.all(Array.from({ length: 20 }, () => statusAt(hosts, known)));
  const strange = await hosts.open(`/${unknown}`, { headers: { accept: 'application/json' } });
  database.restore();

  expect(new Set(duringOutage)).toEqual(new Set([302]));
  expect([strange.status, strange.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await strange.json()).toMatchObject({ error: { code: 'unavailable' } });
  await eventually(async () => expect(await statusAt(hosts, unknown)).toBe(302));
});

test('an expired link stays closed while its store is down', async () => {
  const { hosts, database } = await openBehindProxy();
  // On a busy machine a link may expire before it is opened.
  const shortId = await eventually(async () => {
    const created = await createLink({ expiresAt: new Date(Date.now() + 3_000).toISOString() });
    expect(await statusAt(hosts, created)).toBe(302);
    return created;
  });

  database.cut();

  await eventually(async () => expect(await statusAt(hosts, shortId)).toBe(410));
});

test('with Postgres down, a link that only Redis knows opens', async () => {
  const redisUrl = testRedisUrl();
  const other = await service.openHosts({ redisUrl });
  stops.push(other.stop);
  const shortId = await createLink();
  expect(await statusAt(other, shortId)).toBe(302);
  const { hosts, database } = await openBehindProxy({ redisUrl });

  database.cut();
  await waitUntilAway(hosts);

  // A slow response of Redis counts as a miss, so retry.
  await eventually(async () => expect(await statusAt(hosts, shortId)).toBe(302));
  expect(await statusAt(hosts, shortId)).toBe(302);
});

test('with Redis down from the start, links open from Postgres', async () => {
  const redis = await createTcpProxy(testRedisUrl());
  redis.cut();
  const hosts = await service.openHosts({ redisUrl: redis.through(testRedisUrl()) });
  stops.push(() => redis.close(), hosts.stop);
  const shortId = await createLink();

  expect(await statusAt(hosts, shortId)).toBe(302);
});

test('with an unresponsive Redis, links open from Postgres', async () => {
  const redis = await createTcpProxy(testRedisUrl());
  const hosts = await service.openHosts({ redisUrl: redis.through(testRedisUrl()) });
  stops.push(() => redis.close(), hosts.stop);
  const [first, second] = await Promise.all([createLink(), createLink()]);
  expect(await statusAt(hosts, first)).toBe(302);

  redis.silence();

  expect(await statusAt(hosts, second)).toBe(302);
});

test('with Postgres down, the API responds with 503 and the host keeps running', async () => {
  const { hosts, database } = await openBehindProxy();

  database.cut();
  const { status, body } = await hosts.call('POST', '/links', { as: agent, body: { url: 'https://example.com/' } });
  const health = await hosts.call('GET', '/health');

  expect([status, body.error.code]).toEqual([503, 'unavailable']);
  expect(health.status).toBe(200);
});

test('links open while statistics and lists use every connection of the API', async () => {
  const hosts = await service.openHosts();
  stops.push(hosts.stop);
  const shortId = await createLink();
  const connections = await Promise.all(Array.from({ length: 5 }, () => hosts.pool.connect()));

  const status = await statusAt(hosts, shortId);

  for (const connection of connections) connection.release();
  expect(status).toBe(302);
});
