import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { v7 as newId } from 'uuid';
import type { ShortenerService } from '../testing/shortener-service.js';
import { freshSlug, startShortener } from '../testing/shortener-service.js';
import { LinkCache } from './link-cache.js';
import { toOpenLink } from './link-record.js';
import { findLinkRecord } from './link-record-repo.js';

let service: ShortenerService;
let cache: LinkCache;

beforeAll(async () => {
  service = await startShortener();
});

beforeEach(() => {
  cache = openCache(1_000);
  cache.setDisconnected(false);
});

afterAll(() => service?.stop());

function openCache(max: number): LinkCache {
  return new LinkCache({
    load: (key) => findLinkRecord(service.pool, key),
    shared: undefined,
    toOpenLink,
    max,
  });
}

async function updateLinkRow(shortId = freshSlug(), targetUrl = 'https://example.com/'): Promise<string> {
  await service.pool.query(`insert into shortener.links (id, short_id, kind, target_url) values ($1, $2, 'url', $3)`, [
    newId(),
    shortId,
    targetUrl,
  ]);
  return shortId.toLowerCase();
}

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = service.pool.statementCount();
  await work();
  return service.pool.statementCount() - before;
}

test('concurrent requests for a link cause a single query, and all get its result', async () => {
  const key = await updateLinkRow();

  const statements = await statementsOf(async () => {
    const found = await Promise.all(Array.from({ length: 200 }, () => cache.find(key)));
    expect(new Set(found.map((link) => link?.targetUrl))).toEqual(new Set(['https://example.com/']));
  });

  expect(statements).toBe(1);
});

test('a known link is found without a query', async () => {
  const key = await updateLinkRow();
  await cache.find(key);

  expect(await statementsOf(() => cache.find(key))).toBe(0);
  expect(cache.peek(key, Date.now())?.targetUrl).toBe('https://example.com/');
});

test('a cached link is valid for a minute, and an unknown one for five seconds', async () => {
  const [known, unknown] = [await updateLinkRow(), freshSlug()];
  await Promise.all([cache.find(known), cache.find(unknown)]);
  const now = Date.now();

  expect(cache.peek(known, now + 58_000)).not.toBeUndefined();
  expect(cache.peek(known, now + 60_001)).toBeUndefined();
  expect(cache.peek(unknown, now + 3_000)).toBeNull();
  expect(cache.peek(unknown, now + 5_001)).toBeUndefined();
});

test('while disconnected from changes, entries are valid for a second; on reconnect everything is reloaded', async () => {
  const key = await updateLinkRow();
  await cache.find(key);

  cache.setDisconnected(true);
  const now = Date.now();
  const whileDeaf = [cache.peek(key, now), cache.peek(key, now + 1_001)];
  cache.setDisconnected(false);

  expect(whileDeaf[0]?.targetUrl).toBe('https://example.com/');
  expect(whileDeaf[1]).toBeUndefined();
  expect(cache.peek(key, now)).toBeUndefined();
});

test('a change that arrives while a link is being loaded is not overwritten by the older result', async () => {
  const key = await updateLinkRow();
  const read = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const slow = new LinkCache({
    load: async (wanted) => {
      const record = await findLinkRecord(service.pool, wanted);
      read.resolve();
      await gate.promise;
      return record;
    },
    shared: undefined,
    toOpenLink,
    max: 100,
  });
  slow.setDisconnected(false);
  const finding = slow.find(key);
  await read.promise;

  await service.pool.query(
    `update shortener.links set target_url = 'https://example.com/new', version = 2 where lower(short_id) = $1`,
    [key],
  );
  slow.forget(key, 2);
  gate.resolve();

  expect((await finding)?.targetUrl).toBe('https://example.com/new');
  expect(slow.peek(key, Date.now())?.targetUrl).toBe('https://example.com/new');
});

test('an unknown short id is looked up once, and known as soon as its creation arrives', async () => {
  const key = freshSlug();
  await cache.find(key);
  const again = await statementsOf(() => Promise.all([cache.find(key), cache.find(key)]));

  await updateLinkRow(key);
  cache.forget(key, 1);

  expect(again).toBe(0);
  expect(await cache.find(key)).toMatchObject({ shortId: key });
});

test('a change that was already seen causes no query, and the next one does', async () => {
  const key = await updateLinkRow();
  await cache.find(key);

  cache.forget(key, 1);
  const seen = await statementsOf(() => cache.find(key));
  cache.forget(key, 2);
  const unseen = await statementsOf(() => cache.find(key));

  expect([seen, unseen]).toEqual([0, 1]);
});

test('the cache keeps at most its capacity, unknown short ids included', async () => {
  const small = openCache(100);
  small.setDisconnected(false);
  const first = await updateLinkRow();
  await small.find(first);

  await Promise.all(Array.from({ length: 150 }, () => small.find(freshSlug())));

  expect(small.peek(first, Date.now())).toBeUndefined();
});

test('while the store does not respond, known links still open', async () => {
  const key = await updateLinkRow();
  let isSilent = false;
  const known = new LinkCache({
    load: (wanted) => (isSilent ? new Promise(() => undefined) : findLinkRecord(service.pool, wanted)),
    shared: undefined,
    toOpenLink,
    max: 100,
  });
  await known.find(key);
  isSilent = true;
  await eventually(() => expect(known.peek(key, Date.now())).toBeUndefined());

  const found = await Promise.all([known.find(key), known.find(key)]);

  expect(found.map((link) => link?.targetUrl)).toEqual(['https://example.com/', 'https://example.com/']);
});

test('a caller for a link that cannot be loaded gets the error, and the next one does not', async () => {
  const key = await updateLinkRow();
  let isAway = true;
  const failing = new LinkCache({
    load: (wanted) => (isAway ? Promise.reject(new Error('Away.')) : findLinkRecord(service.pool, wanted)),
    shared: undefined,
    toOpenLink,
    max: 100,
  });

  await expect(Promise.all([failing.find(key), failing.find(key)])).rejects.toThrow('Away.');
  isAway = false;

  expect(await failing.find(key)).toMatchObject({ shortId: key });
});

test('a store that is back only briefly evicts nothing from the cache', async () => {
  const key = await updateLinkRow();
  let isAway = false;
  const known = new LinkCache({
    load: (wanted) => (isAway ? Promise.reject(new Error('Away.')) : findLinkRecord(service.pool, wanted)),
    shared: undefined,
    toOpenLink,
    max: 100,
  });
  known.setDisconnected(false);
  await known.find(key);

  isAway = true;
  known.setDisconnected(true);
  known.setDisconnected(false);

  expect((await known.find(key))?.targetUrl).toBe('https://example.com/');
});
