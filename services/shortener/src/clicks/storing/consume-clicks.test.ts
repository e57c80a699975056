import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { Client } from 'pg';
import type { ClickBatch } from '../click-batch.js';
import { CLICK_GROUP, EVENTS_FIELD } from '../click-stream.js';
import { batchOf, openProxiedClickStore, type ProxiedClickStore } from '../testing/click-store.js';
import { type ClickConsumer, startClickConsumer } from './consume-clicks.js';

/** The built consumer process. */
const PROGRAM = fileURLToPath(new URL('../../../../../dist/click-consumer.js', import.meta.url));
const NOON = Date.parse('2026-06-15T12:00Z');

let store: ProxiedClickStore;
const ends: (() => Promise<unknown> | void)[] = [];

beforeAll(async () => {
  store = await openProxiedClickStore();
});

afterEach(async () => {
  store.postgresProxy.restore();
  store.redisProxy.restore();
  for (const end of ends.splice(0).toReversed()) await end();
  await store.redis.del(store.stream, `${store.stream}:rejected`);
});

afterAll(() => store?.stop());

/** A consumer in this process that reaches both stores through their proxies. */
function startConsumer(claimAfterMs = 60_000, idleTimeoutMs?: number): ClickConsumer {
  const consumer = startClickConsumer({
    pool: store.openPool(store.postgresProxy.through(store.databaseUrl)),
    redisUrl: store.redisProxy.through(store.redisUrl),
    log: silentLog,
    stream: store.stream,
    claimAfterMs,
    idleTimeoutMs,
  });
  ends.push(() => consumer.stop());
  return consumer;
}

/** The real program; it reaches Redis through the proxy. */
function startProcess(): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DATABASE_URL: store.databaseUrl,
      GRPC_ADDRESS: '127.0.0.1:0',
      REDIS_URL: store.redisProxy.through(store.redisUrl),
      CLICK_STREAM: store.stream,
    },
  });
  const ended = once(child, 'exit');
  ends.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return child;
}

async function append(...batches: ClickBatch[]): Promise<void> {
  for (const batch of batches) await store.redis.xadd(store.stream, '*', EVENTS_FIELD, JSON.stringify(batch));
}

function events(linkId: string, count: number): ClickBatch {
  return batchOf(
    linkId,
    Array.from({ length: count }, (_, i) => NOON + i),
  );
}

async function totalOf(linkId: string): Promise<number> {
  return (await store.counts(linkId)).totals.clicks;
}

/** Waits until the stream is empty and no consumer has a pending entry. */
function isDrained(): Promise<void> {
  return eventually(async () => expect([await store.redis.xlen(store.stream), await countHeld()]).toEqual([0, 0]));
}

/** Waits until the stream is drained and every event, each of its own visitor, is stored and counted exactly once. */
async function isCountedOnce(linkId: string, events: number): Promise<void> {
  await isDrained();
  expect(await store.counts(linkId)).toMatchObject({ events, rolledUp: { click: events }, uniqueVisitors: events });
}

/** Entries that were read and not acknowledged. */
async function countHeld(): Promise<number> {
  const [held] = await store.redis.xpending(store.stream, CLICK_GROUP).catch(() => [-1]);
  return Number(held);
}

/**
 * Waits until a consumer has read the entries and is blocked on the totals. Redis also reports entries as read that have not reached the reader yet.
 */
async function isStoring(entries: number): Promise<void> {
  await eventually(async () => {
    expect(await countHeld()).toBe(entries);
    const { rows } = await store.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks
        where relation = 'shortener.link_totals'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(rows).toEqual([{ waiting: 1 }]);
  });
}

/** Blocks the storing of clicks until the returned function is called. */
async function holdTotals(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: store.databaseUrl });
  await client.connect();
  await client.query(`begin`);
  await client.query(`lock table shortener.link_totals in exclusive mode`);
  return () => client.end();
}

test('entries are moved from the stream to the database', async () => {
  const linkId = await store.createLink();
  await append(...Array.from({ length: 12 }, () => events(linkId, 100)));

  startConsumer();

  await isDrained();
  expect(await store.counts(linkId)).toMatchObject({ events: 1_200, uniqueVisitors: 1_200, totals: { clicks: 1_200 } });
});

test('a duplicated entry counts once', async () => {
  const linkId = await store.createLink();
  const batch = events(linkId, 10);
  await append(batch, events(linkId, 10), batch);

  startConsumer();

  await isDrained();
  expect(await totalOf(linkId)).toBe(20);
});

test('several consumers share the work, and each event counts once', async () => {
  const linkIds = await Promise.all(Array.from({ length: 4 }, () => store.createLink()));
  startConsumer(200);
  startConsumer(200);
  startConsumer(200);

  await append(...Array.from({ length: 60 }, (_, i) => events(linkIds[i % 4]!, 200)));

  await isDrained();
  expect(await Promise.all(linkIds.map(totalOf))).toEqual([3_000, 3_000, 3_000, 3_000]);
});

test('entries of a process killed before storing them are taken over by another', async () => {
  const linkId = await store.createLink();
  const release = await holdTotals();
  await append(events(linkId, 500), events(linkId, 500));
  const child = startProcess();
  await isStoring(2);

  child.kill('SIGKILL');
  await release();
  startConsumer(200);

  await isCountedOnce(linkId, 1_000);
});

test('a process killed between storing and acknowledging causes no duplicates', async () => {
  const linkId = await store.createLink();
  const release = await holdTotals();
  await append(events(linkId, 500), events(linkId, 500));
  const child = startProcess();
  await isStoring(2);

  store.redisProxy.cut();
  await release();
  await eventually(async () => expect(await totalOf(linkId)).toBe(1_000));
  expect(await countHeld()).toBe(2);
  child.kill('SIGKILL');
  store.redisProxy.restore();
  startConsumer(200);

  await isCountedOnce(linkId, 1_000);
});

test('processes killed repeatedly while working neither lose nor duplicate events', async () => {
  const linkId = await store.createLink();

  for (let kills = 0; kills < 3; kills += 1) {
    await append(...Array.from({ length: 34 }, () => events(linkId, 500)));
    const before = await totalOf(linkId);
    const child = startProcess();
    await eventually(async () => expect(await totalOf(linkId)).toBeGreaterThan(before));
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  startConsumer(200);

  await isCountedOnce(linkId, 51_000);
});

test('a process that gets a stop signal finishes its current work and exits with 0', async () => {
  const linkId = await store.createLink();
  const release = await holdTotals();
  await append(events(linkId, 500));
  const child = startProcess();
  await isStoring(1);

  child.kill('SIGTERM');
  await release();

  expect(await once(child, 'exit')).toEqual([0, null]);
  await isDrained();
  expect(await totalOf(linkId)).toBe(500);
});

test('malformed entries are moved to the rejected stream unchanged, and the others are stored', async () => {
  const linkId = await store.createLink();
  const good = events(linkId, 10);
  const poison = [
    [EVENTS_FIELD, 'not json'],
    ['other', '{}'],
    [EVENTS_FIELD, JSON.stringify({ ...good, times: good.times.slice(1) })],
    [EVENTS_FIELD, JSON.stringify({ ...good, linkIds: good.linkIds.map(() => `x'; drop table clicks`) })],
    [EVENTS_FIELD, JSON.stringify({ ...good, exclusions: good.exclusions.map(() => 'bot') })],
  ] as const;
  for (const fields of poison) await store.redis.xadd(store.stream, '*', ...fields);
  await append(good);

  startConsumer();

  await isDrained();
  expect(await totalOf(linkId)).toBe(10);
  const rejected = await store.redis.xrange(`${store.stream}:rejected`, '-', '+');
  expect(rejected.map(([, fields]) => fields.slice(2))).toEqual(poison);
});

test('while Postgres is down entries stay in the stream, and are stored when it is back', async () => {
  const linkId = await store.createLink();
  store.postgresProxy.cut();
  startConsumer();
  await append(events(linkId, 100));
  await eventually(async () => expect(await countHeld()).toBe(1));
  expect(await store.redis.xlen(store.stream)).toBe(1);

  store.postgresProxy.restore();

  await isDrained();
  expect(await totalOf(linkId)).toBe(100);
});

test('a consumer that lost Redis continues when it is back', async () => {
  const linkId = await store.createLink();
  startConsumer();
  await append(events(linkId, 100));
  await isDrained();
  store.redisProxy.cut();
  await append(events(linkId, 100));

  store.redisProxy.restore();

  await isDrained();
  expect(await totalOf(linkId)).toBe(200);
});

test('entries of a lost reply are re-read before other consumers may claim them', async () => {
  const linkId = await store.createLink();
  await append(events(linkId, 100));
  store.redisProxy.loseAnswerTo('xreadgroup');

  startConsumer();

  await isDrained();
  expect(await totalOf(linkId)).toBe(100);
});

test('when the reply to an acknowledgment is lost, the entry counts once', async () => {
  const linkId = await store.createLink();
  store.redisProxy.loseAnswerTo('xack');
  startConsumer(200);

  await append(events(linkId, 100));

  await isDrained();
  expect(await totalOf(linkId)).toBe(100);
});

test('when Redis has lost stream and group, later entries are moved', async () => {
  const linkId = await store.createLink();
  startConsumer();
  await append(events(linkId, 10));
  await isDrained();

  await store.redis.del(store.stream);
  await append(events(linkId, 10));

  await eventually(async () => expect(await totalOf(linkId)).toBe(20));
});

test('dead consumers without entries are removed, and those with entries are not', async () => {
  const linkId = await store.createLink();
  await store.redis.xgroup('CREATE', store.stream, CLICK_GROUP, '0', 'MKSTREAM');
  await store.redis.xgroup('CREATECONSUMER', store.stream, CLICK_GROUP, 'gone');
  await append(events(linkId, 1));
  await store.redis.xreadgroup('GROUP', CLICK_GROUP, 'holding', 'COUNT', 1, 'STREAMS', store.stream, '>');
  const names = async (): Promise<unknown[]> =>
    ((await store.redis.xinfo('CONSUMERS', store.stream, CLICK_GROUP)) as unknown[][]).map(([, name]) => name);

  startConsumer(60_000, 0);

  await eventually(async () => expect(await names()).not.toContain('gone'));
  expect(await names()).toContain('holding');
});
