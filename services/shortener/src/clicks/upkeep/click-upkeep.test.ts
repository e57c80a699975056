import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readNow } from '@svc/chassis/postgres/read-now';
import { withClockAhead } from '@svc/chassis/testing/clock-ahead';
import { eventually } from '@svc/chassis/testing/eventually';
import { findOrInsertSalt } from '../recording/visitor-salt-repo.js';
import { batchOf, type ClickStore, openClickStore } from '../testing/click-store.js';
import { runClickUpkeep, startClickUpkeep } from './click-upkeep.js';

const NOW = new Date('2026-11-15T12:00Z');
const FOR_EVER = { retentionDays: 0 };

let store: ClickStore;

beforeAll(async () => {
  store = await openClickStore();
});

/** Empties the tables and drops all their partitions, as in a fresh installation. */
beforeEach(async () => {
  for (const name of [...(await listPartitions()), ...(await listPartitions('daily_visitors'))]) {
    if (!name.endsWith('_default')) await store.pool.query(`drop table shortener.${name}`);
  }
  await store.pool.query(
    `truncate shortener.clicks, shortener.daily_visitors, shortener.click_visitors, shortener.visitor_salts, shortener.upkeep_turns`,
  );
});

afterAll(() => store?.stop());

async function listPartitions(table = 'clicks'): Promise<string[]> {
  const { rows } = await store.pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass order by 1`,
    [`shortener.${table}`],
  );
  return rows.map(({ name }) => name);
}

/** The partition of each event of a link, oldest event first. */
async function partitionsOf(linkId: string): Promise<string[]> {
  const { rows } = await store.pool.query<{ name: string }>(
    `select tableoid::regclass::text as name from shortener.clicks where link_id = $1 order by occurred_at`,
    [linkId],
  );
  return rows.map(({ name }) => name.replace('shortener.', ''));
}

test('this month and the next three have partitions, and running again changes nothing', async () => {
  await runClickUpkeep(store.pool, FOR_EVER, NOW);
  await runClickUpkeep(store.pool, FOR_EVER, NOW);

  const months = ['clicks_2026_11', 'clicks_2026_12', 'clicks_2027_01', 'clicks_2027_02'];
  expect(await listPartitions()).toEqual([...months, 'clicks_default']);
  const days = ['2026_11_15', '2026_11_16', '2026_11_17', '2026_11_18'].map((day) => `daily_visitors_${day}`);
  expect(await listPartitions('daily_visitors')).toEqual([...days, 'daily_visitors_default']);
});

test('a process whose clock is two years ahead drops no month', async () => {
  const now = await readNow(store.pool);
  await runClickUpkeep(store.pool, FOR_EVER, now);
  const current = await listPartitions();
  await runClickUpkeep(store.pool, FOR_EVER, new Date(now.getTime() - 200 * 86_400_000));
  const old = (await listPartitions()).filter((name) => !current.includes(name));

  await withClockAhead(730 * 86_400_000, async () => {
    const upkeep = startClickUpkeep(store.pool, { retentionDays: 30 });
    await eventually(async () => expect(await listPartitions()).not.toContain(old[1]));
    await upkeep.stop();
  });

  expect(await listPartitions()).toEqual([...old.slice(2), ...current].sort());
});

test('concurrent processes do not interfere with each other', async () => {
  await Promise.all(Array.from({ length: 5 }, () => runClickUpkeep(store.pool, { retentionDays: 30 }, NOW)));

  expect(await listPartitions()).toHaveLength(5);
});

test("events older than their month's partition move into it, still count once, and are found", async () => {
  const linkId = await store.createLink();
  const early = batchOf(linkId, [
    '2026-10-31T23:59:59.999Z',
    '2026-11-01T00:00Z',
    '2026-11-30T23:59:59.999Z',
    '2026-12-01T00:00Z',
  ]);
  await store.record([early]);

  await runClickUpkeep(store.pool, FOR_EVER, NOW);
  await store.record([early]);

  expect(await partitionsOf(linkId)).toEqual(['clicks_default', 'clicks_2026_11', 'clicks_2026_11', 'clicks_2026_12']);
  expect(await store.counts(linkId)).toMatchObject({ events: 4, totals: { clicks: 4 } });
});

test('clicks stored during the upkeep are neither lost nor duplicated', async () => {
  const linkId = await store.createLink();
  const batches = Array.from({ length: 40 }, () =>
    batchOf(
      linkId,
      Array.from({ length: 50 }, (_, i) => NOW.getTime() + i),
    ),
  );

  await Promise.all([...batches.map((batch) => store.record([batch])), runClickUpkeep(store.pool, FOR_EVER, NOW)]);

  expect(await store.counts(linkId)).toMatchObject({ events: 2_000, totals: { clicks: 2_000 } });
  expect(new Set(await partitionsOf(linkId))).toEqual(new Set(['clicks_2026_11']));
});

test('clicks older than the retention are dropped, but stay counted', async () => {
  const linkId = await store.createLink();
  await runClickUpkeep(store.pool, FOR_EVER, new Date('2026-06-15T12:00Z'));
  await store.record([
    batchOf(linkId, [
      '2020-01-01T00:00Z',
      '2026-08-31T23:59Z',
      '2026-09-01T00:00Z',
      '2026-10-20T00:00Z',
      '2026-11-15T00:00Z',
    ]),
  ]);

  for (let turn = 0; turn < 2; turn += 1) await runClickUpkeep(store.pool, { retentionDays: 60 }, NOW);

  expect(await partitionsOf(linkId)).toEqual(['clicks_2026_09', 'clicks_default', 'clicks_2026_11']);
  expect(await listPartitions()).not.toContain('clicks_2026_08');
  expect(await store.counts(linkId)).toMatchObject({ rolledUp: { click: 5 }, totals: { clicks: 5 } });
});

test('without a retention nothing is dropped', async () => {
  const linkId = await store.createLink();
  await store.record([batchOf(linkId, ['2001-01-01T00:00Z', '2026-11-15T00:00Z'])]);

  await runClickUpkeep(store.pool, FOR_EVER, NOW);

  expect(await store.counts(linkId)).toMatchObject({ events: 2 });
});

test('salts and visitors are deleted two days after their day', async () => {
  const linkId = await store.createLink();
  const days = ['2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16'];
  await store.record([
    batchOf(
      linkId,
      days.map((day) => `${day}T12:00Z`),
    ),
  ]);
  for (const day of days) await findOrInsertSalt(store.pool, day, randomBytes(32));
  // Inserts a row like a process of an earlier version.
  await store.pool.query(
    `insert into shortener.click_visitors (day, link_id, visitor_hash) select unnest($1::date[]), $2, '\\x00'`,
    [days, linkId],
  );

  await runClickUpkeep(store.pool, FOR_EVER, NOW);

  const { rows } = await store.pool.query(
    `select (select array_agg(day order by day) from shortener.visitor_salts) as salts,
            (select array_agg(day order by day) from shortener.daily_visitors) as visitors,
            (select array_agg(day order by day) from shortener.click_visitors) as "earlierVisitors"`,
  );
  const kept = days.slice(2);
  expect(rows).toEqual([{ salts: kept, visitors: kept, earlierVisitors: kept }]);
  expect(await store.counts(linkId)).toMatchObject({ uniqueVisitors: 6 });
});

test('partitions of visitors are created and dropped by day, and a visitor counts once across them', async () => {
  const linkId = await store.createLink();
  const visitor = 'ab'.repeat(16);
  const click = () => store.record([{ ...batchOf(linkId, ['2026-11-15T12:00Z']), visitorHashes: [visitor] }]);
  await click();
  await runClickUpkeep(store.pool, FOR_EVER, NOW);
  await click();

  await runClickUpkeep(store.pool, FOR_EVER, new Date('2026-11-18T00:00Z'));

  expect((await listPartitions('daily_visitors'))[0]).toBe('daily_visitors_2026_11_16');
  expect(await store.counts(linkId)).toMatchObject({ uniqueVisitors: 1, totals: { clicks: 2 } });
});

test("processes that create a day's salt concurrently get the same one", async () => {
  const salts = await Promise.all(
    Array.from({ length: 10 }, () => findOrInsertSalt(store.pool, '2026-11-15', randomBytes(32))),
  );

  expect(new Set(salts.map((salt) => salt.toString('hex'))).size).toBe(1);
});

test('salts and visitors are deleted even while a table of events is locked', async () => {
  const linkId = await store.createLink();
  await store.record([batchOf(linkId, ['2026-11-11T12:00Z'])]);
  await findOrInsertSalt(store.pool, '2026-11-11', randomBytes(32));
  const reader = await store.pool.connect();
  await reader.control('begin');
  await reader.query('select count(*) from shortener.clicks');

  await expect(runClickUpkeep(store.pool, FOR_EVER, NOW)).rejects.toThrow(AggregateError);

  await reader.control('rollback');
  reader.release();
  const { rows } = await store.pool.query(
    `select (select count(*)::int from shortener.visitor_salts) as salts,
            (select count(*)::int from shortener.daily_visitors) as visitors`,
  );
  expect(rows).toEqual([{ salts: 0, visitors: 0 }]);
});

test('the upkeep runs when it is started', async () => {
  const upkeep = startClickUpkeep(store.pool, FOR_EVER);

  await eventually(async () => expect(await listPartitions()).toHaveLength(5));
  await upkeep.stop();
});
