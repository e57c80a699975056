import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SharedReadingService } from '@svc/proto/viewcheck/v1/view_log_service';
import { v7 as newId } from 'uuid';
import { newViewLog, startViewcheck, type ViewcheckService } from '../../testing/viewcheck-service.js';

let viewcheck: ViewcheckService;

beforeAll(async () => {
  viewcheck = await startViewcheck();
});

afterAll(() => viewcheck.stop());

const read = (viewingPass: string) =>
  viewcheck.as(undefined, SharedReadingService).listSharedReadings({ token: 't', viewingPass, pageSize: 0, skip: 0 });

test('a visitor with an opened share gets the view logs of its videos, oldest first, and no others', async () => {
  const [shown, other] = [viewcheck.createDeal(), viewcheck.createDeal()];
  for (const deal of [shown, other]) {
    for (const day of [2, 1]) {
      await viewcheck.logs(deal.users.owner).addViewLog(newViewLog(deal, { value: day, checkedAt: `2026-01-0${day}` }));
    }
  }
  const videos = [{ videoId: shown.videoId, url: 'https://a.example/v' }];
  viewcheck.passes.set('p', {
    entityType: 'deal',
    ownerId: newId(),
    entityId: shown.dealId,
    visibleFields: ['readings'],
    videos,
  });

  const { readings, totalSize } = await read('p');

  expect(totalSize).toBe(2);
  expect(readings).toEqual([
    { videoUrl: 'https://a.example/v', value: 1, checkedAt: new Date('2026-01-01'), screenshotId: null },
    { videoUrl: 'https://a.example/v', value: 2, checkedAt: new Date('2026-01-02'), screenshotId: null },
  ]);
});

test('the next page continues where the previous one ended', async () => {
  const deal = viewcheck.createDeal();
  for (const day of [1, 2, 3]) {
    await viewcheck.logs(deal.users.owner).addViewLog(newViewLog(deal, { value: day, checkedAt: `2026-01-0${day}` }));
  }
  const videos = [{ videoId: deal.videoId, url: 'https://a.example/v' }];
  viewcheck.passes.set('r', {
    entityType: 'deal',
    ownerId: newId(),
    entityId: deal.dealId,
    visibleFields: ['readings'],
    videos,
  });
  const page = (pageToken?: string | null) =>
    viewcheck
      .as(undefined, SharedReadingService)
      .listSharedReadings({ token: 't', viewingPass: 'r', pageSize: 2, skip: 0, pageToken });

  const first = await page();
  const second = await page(first.nextPageToken);

  expect([first, second].map(({ readings }) => readings.map(({ value }) => value))).toEqual([[1, 2], [3]]);
  expect(second.nextPageToken ?? null).toBeNull();
});

test('the latest view logs are returned without earlier ones, oldest first', async () => {
  const deal = viewcheck.createDeal();
  for (const day of [1, 2, 3]) {
    await viewcheck.logs(deal.users.owner).addViewLog(newViewLog(deal, { value: day, checkedAt: `2026-01-0${day}` }));
  }
  const videos = [{ videoId: deal.videoId, url: 'https://a.example/v' }];
  viewcheck.passes.set('s', {
    entityType: 'deal',
    ownerId: newId(),
    entityId: deal.dealId,
    visibleFields: ['readings'],
    videos,
  });

  const { readings, totalSize } = await viewcheck
    .as(undefined, SharedReadingService)
    .listSharedReadings({ token: 't', viewingPass: 's', pageSize: 2, skip: 0, latest: true });

  expect([totalSize, readings.map(({ value }) => value)]).toEqual([3, [2, 3]]);
});

test('without a pass, or with a share that shows no view logs, the response is not_found', async () => {
  viewcheck.passes.set('q', {
    entityType: 'deal',
    ownerId: newId(),
    entityId: 'x',
    visibleFields: ['name'],
    videos: [],
  });

  await expect(read('unknown')).rejects.toMatchObject({ kind: 'not_found' });
  await expect(read('q')).rejects.toMatchObject({ kind: 'not_found' });
});
