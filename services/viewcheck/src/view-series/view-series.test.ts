import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { planOf } from '@svc/chassis/testing/query-plan';
import { ViewLogService } from '@svc/proto/viewcheck/v1/view_log_service';
import { v7 as newId } from 'uuid';
import { newViewLog, startViewcheck, type TestDeal, type ViewcheckService } from '../testing/viewcheck-service.js';
import { divideDays } from './intervals.js';
import { findViewLogSpan, listSeries } from './view-series-repo.js';

let viewcheck: ViewcheckService;

beforeAll(async () => {
  viewcheck = await startViewcheck();
});

afterAll(() => viewcheck.stop());

function seriesOf({ dealId, users }: TestDeal, role: keyof TestDeal['users'] = 'owner', timeZone = 'UTC') {
  const user = users[role];
  const there = { ...user, preferences: { ...user.preferences, timeZone } };
  return viewcheck.as(there, ViewLogService).getViewSeries({ dealId });
}

/** Records view logs at the given times. */
async function record(deal: TestDeal, viewLogs: Readonly<Record<string, number>>) {
  for (const [checkedAt, value] of Object.entries(viewLogs)) {
    await viewcheck.logs(deal.users.owner).addViewLog(newViewLog(deal, { checkedAt, value }));
  }
}

const points = (values: Readonly<Record<string, number>>) =>
  Object.entries(values).map(([date, value]) => ({ date, value }));

test('a deal without view logs has an empty series', async () => {
  expect(await seriesOf(viewcheck.createDeal())).toEqual({ stepDays: 1, sum: [], videos: [], videoCount: 0 });
});

test('each video has its last view log per day, and the sum includes the last ones of the others', async () => {
  const first = viewcheck.createDeal({ title: 'Unboxing' });
  const second = viewcheck.addVideo(first);
  await record(first, {
    '2026-03-01T08:00:00Z': 100,
    '2026-03-01T20:00:00Z': 150,
    '2026-03-05T08:00:00Z': 140,
  });
  await record(second, { '2026-03-03T08:00:00Z': 1_000, '2026-03-05T09:00:00Z': 1_500 });

  expect(await seriesOf(first)).toEqual({
    stepDays: 1,
    sum: points({ '2026-03-01': 150, '2026-03-03': 1_150, '2026-03-05': 1_640 }),
    videoCount: 2,
    videos: [
      {
        videoId: second.videoId,
        title: null,
        videoUrl: expect.stringContaining('https://'),
        points: points({ '2026-03-03': 1_000, '2026-03-05': 1_500 }),
      },
      {
        videoId: first.videoId,
        title: 'Unboxing',
        videoUrl: 'https://www.youtube.com/watch?v=abc123XYZ_0',
        points: points({ '2026-03-01': 150, '2026-03-05': 140 }),
      },
    ],
  });
});

test("days are in the caller's time zone, also when the clocks change", async () => {
  const deal = viewcheck.createDeal();
  await record(deal, { '2026-03-28T23:30:00Z': 1, '2026-03-29T21:59:00Z': 2, '2026-03-29T22:00:00Z': 3 });

  expect((await seriesOf(deal, 'owner', 'Europe/Berlin')).sum).toEqual(points({ '2026-03-29': 2, '2026-03-30': 3 }));
  expect((await seriesOf(deal, 'owner', 'America/New_York')).sum).toEqual(points({ '2026-03-28': 1, '2026-03-29': 3 }));
});

test('only users who can see the deal see its series', async () => {
  const deal = viewcheck.createDeal();
  await record(deal, { '2026-03-01': 5 });

  for (const role of ['owner', 'team-owner', 'team-admin', 'team-member'] as const) {
    expect((await seriesOf(deal, role)).sum).toEqual(points({ '2026-03-01': 5 }));
  }
  await expect(seriesOf(deal, 'stranger')).rejects.toMatchObject({ kind: 'not_found' });
});

test('a deleted video is excluded from lines and sums, even before its view logs are purged', async () => {
  const deal = viewcheck.createDeal();
  const deleted = viewcheck.addVideo(deal);
  await record(deal, { '2026-03-02': 5 });
  await record(deleted, { '2026-03-01': 70 });

  viewcheck.forget(deleted.videoId);

  expect(await seriesOf(deal)).toMatchObject({
    sum: points({ '2026-03-02': 5 }),
    videos: [{ videoId: deal.videoId }],
    videoCount: 1,
  });
});

/** Inserts view logs this many days apart, the first on January 1, 2020. */
async function insertDaily({ dealId, videoId, users }: TestDeal, count: number, value = 0) {
  await viewcheck.pool.query(
    `insert into viewcheck.view_logs
            (id, owner_id, deal_id, video_id, value, checked_at, logged_by_id, logged_by_name, source)
     select gen_random_uuid(), $1, $2, $3, $5::bigint + n, timestamptz '2020-01-01 12:00Z' + n * interval '1 day', $1, 'Ann',
            'dashboard'
       from generate_series(0, $4::integer - 1) as n`,
    [users.owner.userId, dealId, videoId, count, value],
  );
}

test('a year has a point per day, and longer ranges are thinned out to the same number, including the last', async () => {
  const year = viewcheck.createDeal();
  const longer = viewcheck.createDeal();
  await insertDaily(year, 366);
  await insertDaily(longer, 1_000);

  const { sum, stepDays } = await seriesOf(year);
  const thinned = await seriesOf(longer);

  expect([stepDays, sum.length, sum[0], sum.at(-1)]).toEqual([
    1,
    366,
    { date: '2020-01-01', value: 0 },
    { date: '2020-12-31', value: 365 },
  ]);
  expect([thinned.stepDays, thinned.sum.length, thinned.sum[0], thinned.sum.at(-1)]).toEqual([
    3,
    334,
    { date: '2020-01-03', value: 2 },
    { date: '2022-09-26', value: 999 },
  ]);
  expect(thinned.videos[0]?.points).toEqual(thinned.sum);
});

test('the twenty videos with most views have lines, and the sum includes all, as a safe number', async () => {
  const deal = viewcheck.createDeal();
  const videos = [deal, ...Array.from({ length: 24 }, () => viewcheck.addVideo(deal))];
  for (const [index, video] of videos.entries()) await insertDaily(video, 1, index);
  const most = viewcheck.addVideo(deal);
  await insertDaily(most, 1, Number.MAX_SAFE_INTEGER);

  const { sum, videoCount, videos: lines } = await seriesOf(deal);

  expect(sum).toEqual([{ date: '2020-01-01', value: Number.MAX_SAFE_INTEGER }]);
  expect(videoCount).toBe(26);
  expect(lines.map(({ videoId }) => videoId)).toEqual(
    [most, ...videos.toReversed()].slice(0, 20).map(({ videoId }) => videoId),
  );
});

test('the view logs of a deal are found through an index', async () => {
  await viewcheck.pool.query(
    `insert into viewcheck.view_logs
            (id, owner_id, deal_id, video_id, value, checked_at, logged_by_id, logged_by_name, source)
     select gen_random_uuid(), o.id, md5('deal' || n % 500)::uuid, md5('video' || n % 2000)::uuid, n,
            now() - n * interval '1 minute', o.id, 'Ann', 'dashboard'
       from generate_series(1, 20000) as n, (select gen_random_uuid() as id) as o`,
  );
  await viewcheck.pool.query('vacuum analyze viewcheck.view_logs');
  const { intervals } = divideDays(new Date('2026-01-01'), new Date('2026-03-01'), 'UTC');
  const starts = intervals.map(({ startsAt }) => startsAt);

  const plan = await planOf(viewcheck.pool, async (db) => {
    await listSeries(db, newId(), [newId()], starts, 20);
    await findViewLogSpan(db, newId(), [newId()]).catch(() => null);
  });

  expect(plan).toMatch(/view_logs_of_(deal|video)/);
  expect(plan).not.toContain('Seq Scan on view_logs');
});
