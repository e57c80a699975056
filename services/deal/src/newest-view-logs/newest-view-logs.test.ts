import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { addVideo, createDeal, getDeal, record } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const CHECKED = new Date('2026-03-05T12:00:00.123Z');

async function dealWithVideos(count: number) {
  const owner = testUser();
  const deal = await createDeal(service, owner);
  const videoIds: string[] = [];
  for (let added = 0; added < count; added += 1) videoIds.push((await addVideo(service, owner, deal.id)).id);
  return { owner, dealId: deal.id, videoIds };
}

async function values(owner: UserPrincipal, dealId: string) {
  const { videos } = await service.as(owner).videos.listVideos({ dealId, pageSize: 200, skip: 0 });
  return new Map(videos.map(({ id, latestValue }) => [id, latestValue]));
}

test('a view log updates its video and deal without changing either version', async () => {
  const { owner, dealId, videoIds } = await dealWithVideos(2);
  const [videoId] = videoIds;

  await record(service, { videoId: videoId!, revision: 1, value: 1_234, checkedAt: CHECKED });

  const { videos } = await service.as(owner).videos.listVideos({ dealId, pageSize: 2, skip: 0 });
  expect(videos.find(({ id }) => id === videoId)).toMatchObject({
    latestValue: 1_234,
    latestCheckedAt: CHECKED,
    version: 1,
  });
  expect(await getDeal(service, owner, dealId)).toMatchObject({ totalViews: 1_234, videoCount: 2, version: 1 });
});

test('late and repeated view logs change nothing', async () => {
  const { owner, dealId, videoIds } = await dealWithVideos(1);
  const [videoId] = videoIds;
  await record(service, { videoId: videoId!, revision: 7, value: 100, checkedAt: CHECKED });

  await record(service, { videoId: videoId!, revision: 7, value: 1, checkedAt: CHECKED });
  await record(service, { videoId: videoId!, revision: 6, value: 2, checkedAt: CHECKED });

  expect(await getDeal(service, owner, dealId)).toMatchObject({ totalViews: 100 });
});

test('a newer revision applies even with a lower value and time, and so does the removal of all view logs', async () => {
  const { owner, dealId, videoIds } = await dealWithVideos(1);
  const [videoId] = videoIds;
  await record(service, { videoId: videoId!, revision: 1, value: 100, checkedAt: CHECKED });

  await record(service, { videoId: videoId!, revision: 2, value: 50, checkedAt: new Date('2026-03-01') });
  const corrected = await getDeal(service, owner, dealId);
  await record(service, { videoId: videoId!, revision: 3, value: null, checkedAt: null });

  expect(corrected).toMatchObject({ totalViews: 50 });
  expect(await getDeal(service, owner, dealId)).toMatchObject({ totalViews: 0 });
});

test('a batch may cover many deals; it uses the newest log per video and ignores missing videos', async () => {
  const one = await dealWithVideos(2);
  const other = await dealWithVideos(1);
  const [first, second] = one.videoIds;

  await record(
    service,
    { videoId: first!, revision: 2, value: 20, checkedAt: CHECKED },
    { videoId: first!, revision: 1, value: 10, checkedAt: CHECKED },
    { videoId: newId(), revision: 1, value: 1, checkedAt: CHECKED },
    { videoId: second!, revision: 1, value: 5, checkedAt: CHECKED },
    { videoId: other.videoIds[0]!, revision: 1, value: 3, checkedAt: CHECKED },
  );

  expect(await values(one.owner, one.dealId)).toEqual(
    new Map([
      [first, 20],
      [second, 5],
    ]),
  );
  expect(await getDeal(service, one.owner, one.dealId)).toMatchObject({ totalViews: 25 });
  expect(await getDeal(service, other.owner, other.dealId)).toMatchObject({ totalViews: 3 });
});

test('the total of a deal stops at the largest safe integer', async () => {
  const { owner, dealId, videoIds } = await dealWithVideos(2);
  const viewLogs = videoIds.map((videoId) => ({
    videoId,
    revision: 1,
    value: Number.MAX_SAFE_INTEGER,
    checkedAt: CHECKED,
  }));

  await record(service, ...viewLogs);
  const full = await getDeal(service, owner, dealId);
  await record(service, { videoId: videoIds[0]!, revision: 2, value: 1, checkedAt: CHECKED });
  await record(service, { videoId: videoIds[1]!, revision: 2, value: 2, checkedAt: CHECKED });

  expect(full).toMatchObject({ totalViews: Number.MAX_SAFE_INTEGER });
  expect(await getDeal(service, owner, dealId)).toMatchObject({ totalViews: 3 });
});

test('view logs of the same deals that arrive concurrently, in any order, are all counted', async () => {
  const deals = await Promise.all([dealWithVideos(5), dealWithVideos(5)]);
  const viewLogs = deals.flatMap(({ videoIds }) =>
    videoIds.map((videoId) => ({ videoId, revision: 1, value: 1, checkedAt: CHECKED })),
  );

  await Promise.all(
    Array.from({ length: 10 }, (_, index) => {
      const batch = viewLogs.map((viewLog) => ({ ...viewLog, revision: index + 1, value: index + 1 }));
      return record(service, ...(index % 2 === 0 ? batch : batch.toReversed()));
    }),
  );

  for (const { owner, dealId } of deals) {
    expect(await getDeal(service, owner, dealId)).toMatchObject({ totalViews: 50 });
  }
});

test('a thousand view logs take as many statements as one, and more than a thousand are refused', async () => {
  const { owner, dealId, videoIds } = await dealWithVideos(1);
  await service.pool.query(
    `insert into deal.deal_videos (id, deal_id, owner_id, url, original_url, canonical_key, platform, post_date)
     select gen_random_uuid(), $1, $2, 'https://example.org', 'https://example.org', 'web:' || n, 'other', '2026-03-01'
       from generate_series(1, 999) as n`,
    [dealId, owner.userId],
  );
  const { rows } = await service.pool.query<{ id: string }>(`select id from deal.deal_videos where deal_id = $1`, [
    dealId,
  ]);
  const all = rows.map(({ id }) => ({ videoId: id, revision: 5, value: 2, checkedAt: CHECKED }));
  const count = async (work: Promise<void>) => {
    const before = service.pool.statementCount();
    await work;
    return service.pool.statementCount() - before;
  };

  const few = await count(record(service, { videoId: videoIds[0]!, revision: 1, value: 1, checkedAt: CHECKED }));
  const many = await count(record(service, ...all));

  expect(many).toBe(few);
  expect(await getDeal(service, owner, dealId)).toMatchObject({ totalViews: 2_000 });
  await expect(record(service, ...all, all[0]!)).rejects.toMatchObject({ kind: 'invalid_input' });
});

test('view logs are accepted only from viewcheck', async () => {
  for (const principal of [testUser(), { kind: 'service', service: 'identity' } as const]) {
    await expect(service.as(principal).newestViewLogs.recordReadings({ readings: [] })).rejects.toMatchObject({
      kind: 'forbidden',
    });
  }
});
