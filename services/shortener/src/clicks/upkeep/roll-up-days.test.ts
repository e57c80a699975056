import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { type ClickStats, type ClickStatsRequest, getClickStats } from '../stats/get-click-stats.js';
import { batchOf, type ClickStore, openClickStore } from '../testing/click-store.js';
import { forgetClicks } from './forget-clicks.js';
import { insertForgottenLinks } from './forgotten-link-repo.js';
import { foldOldReferrers, moveBusyDays } from './roll-up-days.js';

const NOW = new Date('2026-05-20T12:00Z');

let store: ClickStore;

beforeAll(async () => {
  store = await openClickStore();
});

const upgradeAt = (time: string) =>
  store.pool.query(`update shortener.schema_migrations set applied_at = $1 where name = '0009_click_rollups.sql'`, [
    time,
  ]);

beforeEach(async () => {
  await store.pool.query(`truncate shortener.click_day_progress, shortener.click_failed_days`);
  await upgradeAt('2026-05-01T00:00Z');
});

afterAll(() => store?.stop());

/** A link with clicks of many kinds every few hours of ten days, and some other requests. */
async function createBusyLink(): Promise<string> {
  const linkId = await store.createLink();
  const first = Date.parse('2026-05-01T00:00Z');
  const times = Array.from({ length: 300 }, (_, index) => first + index * 47 * 60_000);
  const clicks = batchOf(linkId, times);
  await store.record([
    {
      ...clicks,
      referrerHosts: times.map((_, index) => ['a.example', 'b.example', ''][index % 3] ?? ''),
      countries: times.map((_, index) => ['DE', 'FR'][index % 2] ?? ''),
      devices: times.map((_, index) => (index % 5 === 0 ? 'mobile' : 'desktop')),
    },
    batchOf(linkId, times.slice(0, 50), 'bot'),
  ]);
  return linkId;
}

const REQUESTS: Partial<ClickStatsRequest>[] = [
  {},
  { timeZone: 'America/New_York' },
  { timeZone: 'Asia/Kathmandu', interval: 'hour' },
  { from: '2026-05-03', to: '2026-05-05' },
  { from: '2026-05-03', to: '2026-05-05', timeZone: 'Pacific/Kiritimati' },
  { from: '2026-05-03T10:20:00Z', to: '2026-05-03T18:40:00Z' },
  { from: '2026-05-03T10:20:00Z', to: '2026-05-04T03:00:00Z' },
  { from: '2026-05-03T10:20:00Z' },
  { to: '2026-05-08T23:59:59.999Z' },
  { from: '2026-05-04', to: '2026-05-04' },
];

function statsOf(linkId: string): Promise<ClickStats[]> {
  const request = { from: null, to: null, interval: 'day', timeZone: 'UTC' } as const;
  return Promise.all(REQUESTS.map((each) => getClickStats(store.pool, linkId, { ...request, ...each })));
}

async function rowsOf(linkId: string): Promise<Record<string, number>> {
  const { rows } = await store.pool.query<Record<string, number>>(
    `select (select count(*)::int from shortener.click_quarter_hour where link_id = $1) as current,
            (select count(*)::int from shortener.click_quarter_hour_history where link_id = $1) as history,
            (select count(*)::int from shortener.click_day_totals where link_id = $1) as days,
            (select count(*)::int from shortener.click_quarter_totals where link_id = $1) as quarters`,
    [linkId],
  );
  return rows[0] ?? {};
}

test('moving busy days changes no statistics, for any range and time zone', async () => {
  const linkId = await createBusyLink();
  const before = await statsOf(linkId);

  await moveBusyDays(store.pool, NOW, { busyRows: 2 });

  expect(await statsOf(linkId)).toEqual(before);
  expect(await rowsOf(linkId)).toMatchObject({ current: 0, history: 350, days: expect.any(Number) });
});

test('nothing is lost or counted twice when days are moved and folded in many batches', async () => {
  const linkId = await createBusyLink();
  const [before] = await statsOf(linkId);

  await moveBusyDays(store.pool, NOW, { busyRows: 2, pieceRows: 7 });
  await foldOldReferrers(store.pool, NOW, undefined, 7);

  const [after] = await statsOf(linkId);
  expect(await rowsOf(linkId)).toMatchObject({ current: 0 });
  expect(after).toMatchObject({ clicks: before?.clicks, countries: before?.countries, buckets: before?.buckets });
  expect(after?.referrers).toEqual([expect.objectContaining({ name: '', clicks: 300 })]);
});

test('nothing moves on the day of an upgrade, because running processes might not find it', async () => {
  const linkId = await createBusyLink();
  await upgradeAt('2026-05-19T12:01Z');

  await moveBusyDays(store.pool, NOW, { busyRows: 2 });

  expect(await rowsOf(linkId)).toMatchObject({ history: 0, days: 0 });
});

test('a failed day does not block later ones, and is processed as soon as possible', async () => {
  const linkId = await createBusyLink();
  const before = await statsOf(linkId);
  await store.pool.query(
    `alter table shortener.click_day_totals add constraint broken check (day <> '2026-05-02') not valid`,
  );

  await expect(moveBusyDays(store.pool, NOW, { busyRows: 2 })).rejects.toThrow(AggregateError);
  const whileBroken = await rowsOf(linkId);
  await store.pool.query(`alter table shortener.click_day_totals drop constraint broken`);
  await moveBusyDays(store.pool, NOW, { busyRows: 2 });

  expect(whileBroken.current).toBeGreaterThan(0);
  expect(whileBroken.history).toBeGreaterThan(whileBroken.current ?? 0);
  expect(await rowsOf(linkId)).toMatchObject({ current: 0 });
  expect(await statsOf(linkId)).toEqual(before);
});

test('moving days stops when aborted, and resumes where it stopped', async () => {
  const linkId = await createBusyLink();
  const stopped = AbortSignal.abort();

  await expect(moveBusyDays(store.pool, NOW, { busyRows: 2, signal: stopped })).rejects.toBe(stopped.reason);
  const whenStopped = await rowsOf(linkId);
  await moveBusyDays(store.pool, NOW, { busyRows: 2 });

  expect(whenStopped).toMatchObject({ history: 0 });
  expect(await rowsOf(linkId)).toMatchObject({ current: 0 });
});

test('a day that is not over and one with few clicks stay unchanged', async () => {
  const linkId = await createBusyLink();
  const quiet = await store.createLink();
  await store.record([batchOf(quiet, ['2026-05-02T10:00Z'])]);

  await moveBusyDays(store.pool, new Date('2026-05-04T23:59Z'), { busyRows: 2 });

  const { rows } = await store.pool.query<{ day: string }>(
    `select distinct day from shortener.click_day_totals where link_id = $1 order by day`,
    [linkId],
  );
  expect(rows.map(({ day }) => day)).toEqual(['2026-05-01', '2026-05-02']);
  expect(await rowsOf(quiet)).toMatchObject({ current: 1, history: 0 });
});

test('clicks of a day that arrive after its move are counted, and again when they move too', async () => {
  const [linkId, same] = [await createBusyLink(), await createBusyLink()];
  const late = (link: string) => batchOf(link, ['2026-05-03T10:00Z', '2026-05-03T10:15Z', '2026-05-03T10:30Z']);
  await moveBusyDays(store.pool, NOW, { busyRows: 2 });
  await store.record([late(linkId), late(same)]);
  const afterLate = await statsOf(linkId);
  await store.pool.query(`delete from shortener.click_day_progress`);

  await moveBusyDays(store.pool, NOW, { busyRows: 2 });

  expect(afterLate[0]?.clicks).toBe(303);
  expect(await statsOf(linkId)).toEqual(afterLate);
});

test('referrers older than the retention are dropped, and nothing else is', async () => {
  const [moved, current] = [await createBusyLink(), await createBusyLink()];
  await moveBusyDays(store.pool, NOW, { busyRows: 2 });
  const late = await createBusyLink();
  const before = await Promise.all([moved, current, late].map(statsOf));

  await foldOldReferrers(store.pool, new Date('2026-05-04T00:00Z'));

  const after = await Promise.all([moved, current, late].map(statsOf));
  const withoutReferrers = (all: ClickStats[][]) => all.flat().map(({ referrers: _referrers, ...rest }) => rest);
  expect(withoutReferrers(after)).toEqual(withoutReferrers(before));
  for (const [index, [allTime]] of after.entries()) {
    const [wanted] = before[index] ?? [];
    const unknown = (stats: ClickStats | undefined) => stats?.referrers.find(({ name }) => name === '')?.clicks ?? 0;
    expect(unknown(allTime)).toBeGreaterThan(unknown(wanted));
    const sum = allTime?.referrers.reduce((total, { clicks }) => total + clicks, 0);
    expect(sum).toBe(300);
  }
});

test('a forgotten link leaves no rows in any of the tables', async () => {
  const linkId = await createBusyLink();
  await moveBusyDays(store.pool, NOW, { busyRows: 2 });
  await store.record([batchOf(linkId, ['2026-05-03T10:00Z'])]);
  await inTransaction(store.pool, (tx) => insertForgottenLinks(tx, [linkId]));

  await forgetClicks(store.pool);

  expect(Object.values(await rowsOf(linkId))).toEqual([0, 0, 0, 0]);
});
