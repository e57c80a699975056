import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';
import { deleteClicksOf } from './click-removal-repo.js';
import { recordClicks } from './record-clicks.js';
import { batchOf, openClickStore, type ClickStore } from './testing/click-store.js';

let store: ClickStore;

beforeAll(async () => {
  store = await openClickStore();
});

afterAll(() => store?.stop());

test('an event counts once, however often and however mixed with others it is given', async () => {
  const linkId = await store.createLink();
  const [first, second] = [batchOf(linkId, [1, 2, 3].map(minutesAgo)), batchOf(linkId, [4, 5].map(minutesAgo))];

  await recordClicks(store.pool, [first]);
  await recordClicks(store.pool, [second, first]);
  await recordClicks(store.pool, [first, first]);

  expect(await store.counts(linkId)).toEqual({
    events: 5,
    requests: { click: 5 },
    rolledUp: { click: 5 },
    uniqueVisitors: 5,
    totals: { clicks: 5, bots: 0 },
  });
});

test('bots, heads and prefetches are counted apart from clicks, and are no visitors', async () => {
  const linkId = await store.createLink();

  await recordClicks(store.pool, [
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

test('a visitor is unique once per link and UTC day, whoever saw them and in which order', async () => {
  const [linkId, otherId] = [await store.createLink(), await store.createLink()];
  const visitor = 'ab'.repeat(16);
  const by = (link: string, ...times: string[]) => ({
    ...batchOf(link, times),
    visitorHashes: times.map(() => visitor),
  });

  await recordClicks(store.pool, [by(linkId, '2026-05-02T12:00Z', '2026-05-02T12:01Z')]);
  await recordClicks(store.pool, [by(linkId, '2026-05-02T00:00Z', '2026-05-02T23:59:59.999Z', '2026-05-03T00:00Z')]);
  await recordClicks(store.pool, [by(otherId, '2026-05-02T12:00Z')]);

  expect(await store.counts(linkId)).toMatchObject({ uniqueVisitors: 2, totals: { clicks: 5 } });
  expect(await store.counts(otherId)).toMatchObject({ uniqueVisitors: 1, totals: { clicks: 1 } });
});

test('the newest click is remembered, and bots do not move it', async () => {
  const linkId = await store.createLink();

  await recordClicks(store.pool, [batchOf(linkId, ['2026-05-02T12:00:00.123Z'])]);
  await recordClicks(store.pool, [
    batchOf(linkId, ['2026-05-01T12:00Z']),
    batchOf(linkId, ['2026-05-09T12:00Z'], 'bot'),
  ]);

  const { rows } = await store.pool.query<{ at: Date }>(
    `select last_click_at as at from shortener.link_totals where link_id = $1`,
    [linkId],
  );
  expect(rows[0]?.at.toISOString()).toBe('2026-05-02T12:00:00.123Z');
});

test('events of links that are gone are left out, and those beside them are stored', async () => {
  const [linkId, goneId] = [await store.createLink(), newId()];

  await recordClicks(store.pool, [batchOf(goneId, [1].map(minutesAgo)), batchOf(linkId, [1].map(minutesAgo))]);

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
    ...batches.map((batch) => recordClicks(store.pool, [batch])),
    inTransaction(store.pool, async (tx) => {
      await tx.query(`delete from shortener.links where id = any ($1::uuid[])`, [linkIds]);
      await deleteClicksOf(tx, linkIds);
    }),
  ]);

  const left = await Promise.all(linkIds.map((linkId) => store.counts(linkId)));
  expect(left.map(({ events, totals }) => events + totals.clicks)).toEqual(linkIds.map(() => 0));
});

test('many writers of the same links and events at once neither lose nor double any', async () => {
  const linkIds = await Promise.all(Array.from({ length: 5 }, () => store.createLink()));
  const batches = Array.from({ length: 40 }, (_, i) =>
    batchOf(
      linkIds[i % 5]!,
      Array.from({ length: 100 }, (__, k) => minutesAgo(k)),
    ),
  );
  const shuffled = [...batches, ...batches].map((batch, i) => [batch, batches[(i * 7) % batches.length]!]);

  await Promise.all(shuffled.map((group) => recordClicks(store.pool, group)));

  for (const linkId of linkIds) {
    expect(await store.counts(linkId)).toMatchObject({ events: 800, uniqueVisitors: 800, totals: { clicks: 800 } });
  }
});

/** All within one hour that has passed, so that a test at midnight sees one day. */
function minutesAgo(minutes: number): number {
  return Date.parse('2026-06-15T12:59Z') - (minutes % 60) * 60_000;
}
