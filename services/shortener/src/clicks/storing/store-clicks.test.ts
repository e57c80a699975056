import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';
import { batchOf, type ClickStore, openClickStore } from '../testing/click-store.js';
import { forgetClicks } from '../upkeep/forget-clicks.js';
import { insertForgottenLinks } from '../upkeep/forgotten-link-repo.js';
import { createClickStore } from './store-clicks.js';

let store: ClickStore;

beforeAll(async () => {
  store = await openClickStore();
});

afterAll(() => store?.stop());

test('an event counts once, even if sent repeatedly and in different batches', async () => {
  const linkId = await store.createLink();
  const [first, second] = [batchOf(linkId, [1, 2, 3].map(minutesAgo)), batchOf(linkId, [4, 5].map(minutesAgo))];

  await store.record([first]);
  await store.record([second, first]);
  await store.record([first, first]);

  expect(await store.counts(linkId)).toEqual({
    events: 5,
    requests: { click: 5 },
    rolledUp: { click: 5 },
    uniqueVisitors: 5,
    totals: { clicks: 5, bots: 0 },
  });
});

test('bots, heads and prefetches count separately from clicks, and are not visitors', async () => {
  const linkId = await store.createLink();

  await store.record([
    batchOf(linkId, [1].map(minutesAgo)),
    batchOf(linkId, [1, 2].map(minutesAgo), 'bot'),
    batchOf(linkId, [1, 2, 3].map(minutesAgo), 'head'),
    batchOf(linkId, [1, 2, 3, 4].map(minutesAgo), 'prefetch'),
  ]);

  const requests = { click: 1, bot: 2, head: 3, prefetch: 4 };
  expect(await store.counts(linkId)).toEqual({
    events: 10,
    requests,
    rolledUp: requests,
    uniqueVisitors: 1,
    totals: { clicks: 1, bots: 2 },
  });
});

test('a visitor counts as unique once per link and UTC day, across processes and in any order', async () => {
  const [linkId, otherId] = [await store.createLink(), await store.createLink()];
  const visitor = 'ab'.repeat(16);
  const by = (link: string, ...times: string[]) => ({
    ...batchOf(link, times),
    visitorHashes: times.map(() => visitor),
  });

  await store.record([by(linkId, '2026-05-02T12:00Z', '2026-05-02T12:01Z')]);
  await store.record([by(linkId, '2026-05-02T00:00Z', '2026-05-02T23:59:59.999Z', '2026-05-03T00:00Z')]);
  await store.record([by(otherId, '2026-05-02T12:00Z')]);

  expect(await store.counts(linkId)).toMatchObject({ uniqueVisitors: 2, totals: { clicks: 5 } });
  expect(await store.counts(otherId)).toMatchObject({ uniqueVisitors: 1, totals: { clicks: 1 } });
});

test('the time of the newest click is stored, and bots do not change it', async () => {
  const linkId = await store.createLink();

  await store.record([batchOf(linkId, ['2026-05-02T12:00:00.123Z'])]);
  await store.record([batchOf(linkId, ['2026-05-01T12:00Z']), batchOf(linkId, ['2026-05-09T12:00Z'], 'bot')]);

  const { rows } = await store.pool.query<{ at: Date }>(
    `select last_click_at as at from shortener.link_totals where link_id = $1`,
    [linkId],
  );
  expect(rows[0]?.at.toISOString()).toBe('2026-05-02T12:00:00.123Z');
});

test('events of deleted links are skipped, and the others are stored', async () => {
  const [linkId, goneId] = [await store.createLink(), newId()];

  await store.record([batchOf(goneId, [1].map(minutesAgo)), batchOf(linkId, [1].map(minutesAgo))]);

  expect(await store.counts(goneId)).toMatchObject({ events: 0, rolledUp: {}, totals: { clicks: 0 } });
  expect(await store.counts(linkId)).toMatchObject({ events: 1 });
});

test('when a link is deleted while its events are being stored, none is left', async () => {
  const linkIds = await Promise.all(Array.from({ length: 20 }, () => store.createLink()));
  const batches = linkIds.map((linkId) =>
    batchOf(
      linkId,
      Array.from({ length: 50 }, (_, i) => minutesAgo(i)),
    ),
  );

  await Promise.all([
    ...batches.map((batch) => store.record([batch])),
    inTransaction(store.pool, async (tx) => {
      await tx.query(`delete from shortener.links where id = any ($1::uuid[])`, [linkIds]);
      await insertForgottenLinks(tx, linkIds);
    }),
  ]);
  await forgetClicks(store.pool);

  const left = await Promise.all(linkIds.map((linkId) => store.counts(linkId)));
  expect(left.map(({ events, totals }) => events + totals.clicks)).toEqual(linkIds.map(() => 0));
});

test('a link stays marked as forgotten until no process can still store its clicks', async () => {
  const linkIds = await Promise.all([store.createLink(), store.createLink()]);
  await inTransaction(store.pool, (tx) => insertForgottenLinks(tx, linkIds));
  const stillForgotten = async (): Promise<number> => {
    const text = `select count(*)::int as count from shortener.forgotten_links where link_id = any ($1::uuid[])`;
    return (await store.pool.query<{ count: number }>(text, [linkIds])).rows[0]?.count ?? NaN;
  };

  await forgetClicks(store.pool);
  const before = await stillForgotten();
  await store.record(linkIds.map((linkId) => batchOf(linkId, [1].map(minutesAgo))));
  await forgetClicks(store.pool, { settledMs: 0 });

  expect([before, await stillForgotten()]).toEqual([2, 0]);
  for (const linkId of linkIds) expect(await store.counts(linkId)).toMatchObject({ events: 0, totals: { clicks: 0 } });
});

test('concurrent writers of the same links and events neither lose nor duplicate events', async () => {
  const linkIds = await Promise.all(Array.from({ length: 5 }, () => store.createLink()));
  const batches = Array.from({ length: 40 }, (_, i) =>
    batchOf(
      linkIds[i % 5]!,
      Array.from({ length: 100 }, (__, k) => minutesAgo(k)),
    ),
  );
  const shuffled = [...batches, ...batches].map((batch, i) => [batch, batches[(i * 7) % batches.length]!]);

  // Limits concurrency, so that all writers get a connection in time on a busy machine.
  for (let first = 0; first < shuffled.length; first += 16)
    await Promise.all(shuffled.slice(first, first + 16).map((group) => store.record(group)));

  for (const linkId of linkIds) {
    expect(await store.counts(linkId)).toMatchObject({ events: 800, uniqueVisitors: 800, totals: { clicks: 800 } });
  }
});

test('a link counts a hundred referrers a day by name, and all further ones together', async () => {
  const [linkId, otherId] = [await store.createLink(), await store.createLink()];
  const named = (link: string, day: string, first: number, count: number) => ({
    ...batchOf(
      link,
      Array.from({ length: count }, () => `${day}T12:00Z`),
    ),
    referrerHosts: Array.from({ length: count }, (_, index) => `host${first + index}.example`),
  });
  const afterRestart = createClickStore(store.pool);

  await store.record([named(linkId, '2026-06-15', 0, 60)]);
  await store.record([named(linkId, '2026-06-15', 60, 90), named(otherId, '2026-06-15', 0, 5)]);
  await afterRestart([named(linkId, '2026-06-15', 1_000, 20)]);
  await afterRestart([named(linkId, '2026-06-15', 2_000, 20), named(linkId, '2026-06-15', 0, 3)]);
  await store.record([named(linkId, '2026-06-16', 0, 3)]);

  const { rows } = await store.pool.query<{ day: string; hosts: number; others: number; clicks: number }>(
    `select (quarter at time zone 'UTC')::date as day, count(*) filter (where referrer_host <> 'other')::int as hosts,
            sum(clicks) filter (where referrer_host = 'other') as others, sum(clicks) as clicks
       from shortener.click_quarter_hour where link_id = $1 group by 1 order by 1`,
    [linkId],
  );
  expect(rows).toEqual([
    { day: '2026-06-15', hosts: 100, others: 90, clicks: 193 },
    { day: '2026-06-16', hosts: 3, others: null, clicks: 3 },
  ]);
});

test('a link counts a hundred referrers a day by name also while many others are clicked in between', async () => {
  const linkId = await store.createLink();
  const day = ['2026-06-15T12:00Z'];
  const others = Array.from({ length: 6_000 }, () => newId());
  const othersClicked = {
    ...batchOf(
      linkId,
      others.map(() => day[0] ?? ''),
    ),
    linkIds: others,
  };

  for (let host = 0; host < 102; host += 1) {
    // Events of deleted links are not stored, but their ids are remembered like any others.
    if (host > 98) await store.record([{ ...othersClicked, id: batchOf(linkId, []).id }]);
    await store.record([{ ...batchOf(linkId, day), referrerHosts: [`host${host}.example`] }]);
  }

  const { rows } = await store.pool.query(
    `select count(*) filter (where referrer_host <> 'other')::int as hosts, sum(clicks) as clicks
       from shortener.click_quarter_hour where link_id = $1`,
    [linkId],
  );
  expect(rows).toEqual([{ hosts: 100, clicks: 102 }]);
});

test('of other requests, only the number is rolled up', async () => {
  const linkId = await store.createLink();
  const bots = batchOf(linkId, [1, 1, 1].map(minutesAgo), 'bot');

  await store.record([{ ...bots, referrerHosts: ['a.example', 'b.example', ''], countries: ['DE', 'FR', ''] }]);

  const { rows } = await store.pool.query(
    `select referrer_host, country, device, clicks from shortener.click_quarter_hour where link_id = $1`,
    [linkId],
  );
  expect(rows).toEqual([{ referrer_host: '', country: '', device: 'other', clicks: 3 }]);
});

/** A time within one past hour, so that a test run at midnight sees one day. */
function minutesAgo(minutes: number): number {
  return Date.parse('2026-06-15T12:59Z') - (minutes % 60) * 60_000;
}
