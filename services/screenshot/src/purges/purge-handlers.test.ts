import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { RemovalService } from '@svc/proto/removal/v1/removal_service';
import { call, keep, reserve } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng } from '../testing/test-files.js';

const DEAL = { kind: 'service', service: 'deal' } as const;
const IDENTITY = { kind: 'service', service: 'identity' } as const;

let service: ScreenshotService;

beforeAll(async () => {
  service = await startScreenshot();
});

afterAll(() => service?.stop());

test('unlinks removed deals and videos, keeps other links, and is idempotent', async () => {
  const user = testUser();
  const [goneDeal, deal] = [service.deal.create(user.userId), service.deal.create(user.userId)];
  const kept = { ...deal, videoId: service.deal.addVideo(deal.dealId) };
  const ids = [];
  for (const link of [goneDeal, deal, kept]) ids.push(await reserve(service, user, link));
  const removal = service.as(DEAL, RemovalService);

  for (let time = 0; time < 2; time += 1) {
    await removal.recordRemovals({ dealIds: [goneDeal.dealId], videoIds: [deal.videoId] });
  }

  const links = [];
  for (const screenshotId of ids) {
    const { screenshot } = await service.shots(user).getScreenshot({ screenshotId });
    links.push([screenshot?.dealId, screenshot?.videoId, screenshot?.version]);
  }
  expect(links).toEqual([
    [null, null, 3],
    [deal.dealId, null, 3],
    [kept.dealId, kept.videoId, 2],
  ]);
});

test('deletes all screenshots of a removed account and keeps those of others', async () => {
  const [gone, other] = [testUser(), testUser()];
  const bytes = await freshPng();
  for (let count = 0; count < 3; count += 1) await keep(service, gone, bytes, { note: 'Mine' });
  const kept = await keep(service, other, bytes);
  const screenshotId = await reserve(service, gone);
  await service.shots(gone).updateScreenshot({ screenshotId, updateMask: ['detected_views'], detectedViews: 5 });

  const purge = service.as(IDENTITY, PurgeService);
  for (let time = 0; time < 2; time += 1) await purge.purgeAccount({ ownerId: gone.userId });

  const left = await service.pool.list(`select 1 from screenshot.screenshots where owner_id = $1`, [gone.userId]);
  expect(left).toEqual([]);
  expect(await service.pool.list(`select 1 from screenshot.detected_view_history`)).toEqual([]);
  expect((await call(service, 'GET', `/screenshots/${kept}/image`, { as: other })).bytes).toEqual(bytes);
});

test('refuses purges and removals from users and other services', async () => {
  const user = testUser();
  const refused = { kind: 'forbidden' };

  for (const principal of [user, IDENTITY]) {
    const removal = service.as(principal, RemovalService).recordRemovals({ dealIds: [], videoIds: [] });
    await expect(removal).rejects.toMatchObject(refused);
  }
  for (const principal of [user, DEAL]) {
    const purge = service.as(principal, PurgeService).purgeAccount({ ownerId: user.userId });
    await expect(purge).rejects.toMatchObject(refused);
  }
});
