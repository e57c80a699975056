import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openRedis } from '@svc/chassis/dependencies/redis';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import type { Redis } from 'ioredis';
import { freshSlug, testRedisUrl } from '../testing/shortener-service.js';
import { LinkCache } from './link-cache.js';
import { type LinkRecord, toOpenLink } from './link-record.js';
import { createRedisLinkCache, followPublished } from './redis-link-cache.js';

const prefix = `test:${freshSlug()}:`;
const REPLICAS = 20;

const connections: Redis[] = [];
const tellings: string[] = [];
/** Keys of publications to Redis that replicas received, once per replica. */
const learned: string[] = [];
let replicas: LinkCache[];
/** The record in the store. */
let stored: LinkRecord;

beforeAll(async () => {
  replicas = Array.from({ length: REPLICAS }, openReplica);
  await eventually(() => expect(connections.map(({ status }) => status)).toEqual(connections.map(() => 'ready')));
  await eventually(async () => {
    expect(await connections[0]?.pubsub('NUMSUB', `${prefix}told`)).toEqual([`${prefix}told`, REPLICAS]);
  });
});

afterAll(() => connections.forEach((redis) => redis.disconnect()));

/** The cache of a process, which receives changes on demand. */
function openReplica(): LinkCache {
  const [redis, told] = [openRedis(testRedisUrl(), silentLog), openRedis(testRedisUrl(), silentLog)];
  connections.push(redis, told);
  const shared = createRedisLinkCache(redis, prefix);
  const cache = new LinkCache({
    load: async () => stored,
    shared: {
      ...shared,
      forgetBefore: (key, version) => {
        tellings.push(key);
        return shared.forgetBefore(key, version);
      },
    },
    toOpenLink,
    max: 100,
  });
  followPublished(
    told,
    (key, version) => {
      learned.push(key);
      cache.noteInvalidated(key, version);
    },
    prefix,
  );
  cache.setDisconnected(false);
  return cache;
}

function linkOf(shortId: string, version: number): LinkRecord {
  const targetUrl = `https://example.com/${version}`;
  const state = { title: null, isGuests: false, isActive: true, expiresAt: null, isFlagged: false, photo: null };
  return { ...state, id: '01900000-0000-7000-8000-000000000001', shortId, targetUrl, version };
}

test('a publication by one process reaches all others', async () => {
  const key = freshSlug();

  replicas[0]?.forget(key, 2);

  await eventually(() => expect(learned.filter((each) => each === key)).toHaveLength(REPLICAS));
  expect(tellings.filter((each) => each === key)).toHaveLength(1);
});

test('a change whose process died is published by others, and Redis is not trusted until then', async () => {
  const key = freshSlug();
  stored = linkOf(key, 1);
  const [first, second, ...others] = replicas;
  await first?.find(key);
  stored = linkOf(key, 2);

  [first, second, ...others].forEach((replica) => replica?.receive(key, 2));
  const opened = await Promise.all([first, second].map((replica) => replica?.find(key)));

  expect(opened.map((link) => link?.targetUrl)).toEqual(['https://example.com/2', 'https://example.com/2']);
  await eventually(() => expect(tellings).toContain(key));
});
