import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SharedReadingServiceService } from '@svc/proto/viewcheck/v1/view_log_service';
import { reading, startViewcheck, type ViewcheckService } from '../testing/viewcheck-service.js';

let viewcheck: ViewcheckService;

beforeAll(async () => {
  viewcheck = await startViewcheck();
});

afterAll(() => viewcheck.stop());

const read = (viewingPass: string) =>
  viewcheck
    .as(undefined, SharedReadingServiceService)
    .listSharedReadings({ token: 't', viewingPass, pageSize: 0, skip: 0 });

test('whoever opened a share reads the readings of its videos, oldest first, and no others', async () => {
  const [shown, other] = [viewcheck.createDeal(), viewcheck.createDeal()];
  for (const deal of [shown, other]) {
    for (const day of [2, 1]) {
      await viewcheck.logs(deal.users.owner).addViewLog(reading(deal, { value: day, checkedAt: `2026-01-0${day}` }));
    }
  }
  const videos = [{ videoId: shown.videoId, url: 'https://a.example/v' }];
  viewcheck.passes.set('p', { entityType: 'deal', entityId: shown.dealId, visibleFields: ['readings'], videos });

  const { readings, totalSize } = await read('p');

  expect(totalSize).toBe(2);
  expect(readings).toEqual([
    { videoUrl: 'https://a.example/v', value: 1, checkedAt: new Date('2026-01-01') },
    { videoUrl: 'https://a.example/v', value: 2, checkedAt: new Date('2026-01-02') },
  ]);
});

test('without a pass, or when the share shows no readings, there is nothing', async () => {
  viewcheck.passes.set('q', { entityType: 'deal', entityId: 'x', visibleFields: ['name'], videos: [] });

  await expect(read('unknown')).rejects.toMatchObject({ kind: 'not_found' });
  await expect(read('q')).rejects.toMatchObject({ kind: 'not_found' });
});
