import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { batchOf, type ClickStore, openClickStore } from '../testing/click-store.js';
import { type ClickStatsRequest, getClickStats } from './get-click-stats.js';

const ALL_TIME: ClickStatsRequest = { from: null, to: null, interval: 'day', timeZone: 'UTC' };

let store: ClickStore;

beforeAll(async () => {
  store = await openClickStore();
});

afterAll(() => store?.stop());

/** A link that was clicked at these times. */
async function createClicked(...times: string[]): Promise<string> {
  const linkId = await store.createLink();
  await store.record([batchOf(linkId, times)]);
  return linkId;
}

function stats(linkId: string, request: Partial<ClickStatsRequest> = {}) {
  return getClickStats(store.pool, linkId, { ...ALL_TIME, ...request });
}

/** Start and clicks of each bucket. */
async function buckets(linkId: string, request: Partial<ClickStatsRequest>) {
  const { buckets } = await stats(linkId, request);
  return buckets.map(({ start, clicks }) => [start, clicks]);
}

test('a link without clicks has zeros', async () => {
  const linkId = await store.createLink();

  expect(await stats(linkId)).toEqual({
    clicks: 0,
    uniqueVisitors: 0,
    bots: 0,
    heads: 0,
    prefetches: 0,
    buckets: [],
    referrers: [],
    countries: [],
    devices: [],
  });
});

test('clicks are grouped by day, referrer, country and device, and other requests are separate', async () => {
  const linkId = await store.createLink();
  const clicks = batchOf(linkId, ['2026-05-01T10:00Z', '2026-05-01T11:00Z', '2026-05-02T10:00Z']);
  const visitor = clicks.visitorHashes[0]!;
  await store.record([
    {
      ...clicks,
      visitorHashes: [visitor, visitor, visitor],
      referrerHosts: ['', 'a.example', 'a.example'],
      countries: ['DE', 'DE', ''],
      devices: ['mobile', 'mobile', 'desktop'],
    },
    batchOf(linkId, ['2026-05-01T10:00Z', '2026-05-03T10:00Z'], 'bot'),
    batchOf(linkId, ['2026-05-01T10:00Z'], 'head'),
    batchOf(linkId, ['2026-05-01T10:00Z'], 'prefetch'),
  ]);

  expect(await stats(linkId)).toEqual({
    clicks: 3,
    uniqueVisitors: 2,
    bots: 2,
    heads: 1,
    prefetches: 1,
    buckets: [
      { start: '2026-05-01', clicks: 2, uniqueVisitors: 1 },
      { start: '2026-05-02', clicks: 1, uniqueVisitors: 1 },
    ],
    referrers: [
      { name: 'a.example', clicks: 2 },
      { name: '', clicks: 1 },
    ],
    countries: [
      { name: 'DE', clicks: 2 },
      { name: '', clicks: 1 },
    ],
    devices: [
      { name: 'mobile', clicks: 2 },
      { name: 'desktop', clicks: 1 },
    ],
  });
});

test("a day begins and ends in the viewer's time zone", async () => {
  const linkId = await createClicked('2026-05-01T18:14:59Z', '2026-05-01T18:15:00Z', '2026-05-02T18:14:59Z');

  const inKathmandu = await buckets(linkId, { timeZone: 'Asia/Kathmandu', from: '2026-05-02', to: '2026-05-02' });
  const inLosAngeles = await buckets(linkId, { timeZone: 'America/Los_Angeles' });

  expect(inKathmandu).toEqual([['2026-05-02', 2]]);
  expect(inLosAngeles).toEqual([
    ['2026-05-01', 2],
    ['2026-05-02', 1],
  ]);
});

test('the day on which clocks go back has 25 hours, and its repeated hour is two buckets', async () => {
  const linkId = await createClicked(
    '2026-10-24T21:59:59Z',
    '2026-10-24T22:00Z',
    '2026-10-25T00:30Z',
    '2026-10-25T01:30Z',
    '2026-10-25T22:59:59Z',
    '2026-10-25T23:00Z',
  );
  const day = { timeZone: 'Europe/Berlin', from: '2026-10-25', to: '2026-10-25' };

  expect(await buckets(linkId, day)).toEqual([['2026-10-25', 4]]);
  expect(await buckets(linkId, { ...day, interval: 'hour' })).toEqual([
    ['2026-10-24T22:00:00.000Z', 1],
    ['2026-10-25T00:00:00.000Z', 1],
    ['2026-10-25T01:00:00.000Z', 1],
    ['2026-10-25T22:00:00.000Z', 1],
  ]);
});

test('the day on which clocks go forward has 23 hours, without the skipped one', async () => {
  const linkId = await createClicked(
    '2026-03-08T04:59:59Z',
    '2026-03-08T05:00Z',
    '2026-03-08T07:00Z',
    '2026-03-09T03:59:59Z',
  );
  const day = { timeZone: 'America/New_York', from: '2026-03-08', to: '2026-03-08' };

  expect(await buckets(linkId, day)).toEqual([['2026-03-08', 3]]);
  expect(await buckets(linkId, { ...day, interval: 'hour' })).toEqual([
    ['2026-03-08T05:00:00.000Z', 1],
    ['2026-03-08T07:00:00.000Z', 1],
    ['2026-03-09T03:00:00.000Z', 1],
  ]);
});

test('a day without a midnight is still a day', async () => {
  const linkId = await createClicked('2026-09-06T03:59:59Z', '2026-09-06T04:00Z', '2026-09-07T02:59:59Z');
  const timeZone = 'America/Santiago';

  expect(await buckets(linkId, { timeZone })).toEqual([
    ['2026-09-05', 1],
    ['2026-09-06', 2],
  ]);
  expect(await buckets(linkId, { timeZone, from: '2026-09-06' })).toEqual([['2026-09-06', 2]]);
});

test('instants select the quarter hours that contain them, inclusively', async () => {
  const linkId = await createClicked(
    '2026-05-01T09:59Z',
    '2026-05-01T10:01Z',
    '2026-05-01T10:16Z',
    '2026-05-01T10:31Z',
  );

  expect((await stats(linkId, { from: '2026-05-01T10:10:00Z', to: '2026-05-01T12:20:00+02:00' })).clicks).toBe(2);
  expect((await stats(linkId, { from: '2026-05-01T10:16Z' })).clicks).toBe(2);
  expect((await stats(linkId, { to: '2026-05-01T10:15Z' })).clicks).toBe(3);
});

test('clicks of other links and of other days are excluded', async () => {
  const linkId = await createClicked('2026-05-01T10:00Z', '2026-05-02T10:00Z', '2026-05-03T10:00Z');
  await createClicked('2026-05-02T10:00Z');

  expect(await buckets(linkId, { from: '2026-05-02', to: '2026-05-02' })).toEqual([['2026-05-02', 1]]);
});

test('the hundred referrers with most clicks are listed', async () => {
  const linkId = await store.createLink();
  // 75 on each of two days, because a day names at most a hundred referrers.
  const times = Array.from({ length: 150 * 3 }, (_, place) => `2026-05-0${(place % 2) + 1}T10:00Z`);
  const host = (place: number): string => `host-${place % (place < 300 ? 150 : 50)}.example`;
  await store.record([{ ...batchOf(linkId, times), referrerHosts: times.map((_, place) => host(place)) }]);

  const { referrers, clicks } = await stats(linkId);

  expect(referrers).toHaveLength(100);
  expect(referrers.slice(0, 50).every((group) => group.clicks === 5)).toBe(true);
  expect(clicks).toBe(450);
});

test('more hours than can be shown are refused, with advice', async () => {
  const linkId = await store.createLink();
  await store.pool.query(
    `insert into shortener.click_quarter_hour
            (link_id, quarter, exclusion, referrer_host, country, device, clicks, unique_visitors)
     select $1, timestamptz '2025-01-01Z' + n * interval '1 hour', '', '', '', 'desktop', 1, 1
       from generate_series(1, 10001) as n`,
    [linkId],
  );

  await expect(stats(linkId, { interval: 'hour' })).rejects.toMatchObject({
    kind: 'invalid_input',
    message: expect.stringContaining('shorter range'),
  });
  expect((await stats(linkId, { interval: 'hour', from: '2025-01-02' })).buckets.length).toBeLessThan(10_001);
  expect((await stats(linkId)).clicks).toBe(10_001);
});

test.each([
  { from: '2026-02-30' },
  { from: '2026-13-01' },
  { from: 'yesterday' },
  { from: '2026-05-01T10:00:00' },
  { to: '2026-05-01 10:00Z' },
  { to: '9999-12-31' },
  { to: '0001-01-01' },
  { from: '2026-05-02', to: '2026-05-01' },
  { from: '2026-05-01T10:00:01Z', to: '2026-05-01T10:00:00Z' },
  { timeZone: 'Mars/Olympus' },
  { timeZone: '+02:00' },
  { timeZone: '' },
])('%j is refused', async (request) => {
  const linkId = await store.createLink();

  await expect(stats(linkId, request)).rejects.toMatchObject({ kind: 'invalid_input' });
});
