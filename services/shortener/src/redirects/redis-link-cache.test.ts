import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openRedis } from '@svc/chassis/dependencies/redis';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { Redis } from 'ioredis';
import { freshSlug, testRedisUrl } from '../testing/shortener-service.js';
import { createRedisLinkCache, type RedisLinkCache } from './redis-link-cache.js';

const prefix = `test:${freshSlug()}:`;
let redis: Redis;
let cache: RedisLinkCache;

beforeAll(() => {
  redis = new Redis(testRedisUrl());
  cache = createRedisLinkCache(redis, prefix);
});

afterAll(() => redis?.disconnect());

const linkOf = (version: number, targetUrl = `https://example.com/${version}`) => ({
  loadedAt: 1_777_629_600_000 + version,
  record: {
    id: '01900000-0000-7000-8000-000000000001',
    shortId: 'AbCdEfG',
    targetUrl,
    title: null,
    isActive: true,
    expiresAt: null,
    isGuests: false,
    isFlagged: false,
    version,
    photo: null,
  },
});

test('entries are found as they were stored, including photos', async () => {
  const photo = { sha256: 'a'.repeat(64), width: 4, height: 3, displayKey: 'k', displayContentType: 'image/webp' };
  const link = { ...linkOf(1), record: { ...linkOf(1).record, targetUrl: null, title: 'A {title} ☂', photo } };

  await cache.put('photo', link);

  expect(await cache.find('photo')).toEqual(link);
  expect(await cache.find('unknown')).toBeUndefined();
});

test('an older version never replaces a newer one, and the same version may be stored again', async () => {
  await cache.put('k1', linkOf(10));
  await cache.put('k1', linkOf(9));

  expect((await cache.find('k1'))?.record.version).toBe(10);

  await cache.put('k1', linkOf(10, 'https://example.com/again'));
  expect((await cache.find('k1'))?.record.targetUrl).toBe('https://example.com/again');
});

test('concurrent versions in any order are compared as numbers', async () => {
  const versions = [9, 100, 11, 2, 99, 10, 1, 1_000, 999];

  await Promise.all(versions.map((version) => cache.put('k2', linkOf(version))));

  expect((await cache.find('k2'))?.record.version).toBe(1_000);
});

test('a deleted entry is not restored by a write in flight', async () => {
  await cache.put('k3', linkOf(1));

  expect(await cache.forgetBefore('k3', 2)).toBe(true);
  await cache.put('k3', linkOf(1));
  const late = await cache.find('k3');
  await cache.put('k3', linkOf(2));

  expect(late).toBeUndefined();
  expect((await cache.find('k3'))?.record.version).toBe(2);
});

test('every key in Redis expires', async () => {
  await cache.put('k4', linkOf(1));
  await cache.forgetBefore('k5', 2);

  expect(await redis.ttl(`${prefix}k4`)).toBeGreaterThan(0);
  expect(await redis.ttl(`${prefix}k5`)).toBeGreaterThan(0);
});

test('a malformed entry counts as none', async () => {
  await redis.mset(`${prefix}k6`, '1 {"version":1}', `${prefix}k7`, 'nonsense', `${prefix}k9`, '1 {"loaded');

  const found = await Promise.all(['k6', 'k7', 'k9'].map((key) => cache.find(key)));

  expect(found).toEqual([undefined, undefined, undefined]);
});

test('while Redis is down nothing is found, nothing is thrown, and changes are reported as unpublished', async () => {
  const proxy = await createTcpProxy(testRedisUrl());
  const away = openRedis(proxy.through(testRedisUrl()), silentLog, { commandTimeout: 250 });
  const through = createRedisLinkCache(away, prefix);
  await cache.put('k8', linkOf(1));

  proxy.cut();

  await through.put('k8', linkOf(2));
  expect(await through.find('k8')).toBeUndefined();
  expect(await through.forgetBefore('k8', 3)).toBe(false);
  away.disconnect();
  await proxy.close();
});
