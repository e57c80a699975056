import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import { startDeal, type DealService } from '../testing/deal-service.js';
import { importLinks } from '../testing/imports.js';
import { addVideo, changeRequest, createDeal, createSharedDeal, dealRequest, newVideoUrl } from '../testing/records.js';

let service: DealService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const PAGE = { pageSize: 50, skip: 0 };

test('every write leaves one line, with who did it, through which call, and what changed', async () => {
  const owner = testAgent();
  const requestId = newId();
  const { deals, videos } = service.as(owner, { operation: 'deals.update', tier: 2, requestId });
  const { deal } = await deals.createDeal(dealRequest({ name: 'Old' }));
  const dealId = deal!.id;
  await deals.updateDeal(changeRequest(dealId, { name: 'New', viewsTarget: 5, brand: null }));
  const { video } = await videos.addVideo({ dealId, url: newVideoUrl(), postDate: '2026-03-01' });
  const videoId = video!.id;
  await videos.updateVideo({ dealId, videoId, updateMask: ['title', 'post_date'], title: 'T', postDate: '2026-03-01' });
  await videos.deleteVideo({ dealId, videoId });
  await deals.deleteDeal({ dealId });

  const { activities, totalSize } = await deals.listActivity(PAGE);

  expect(totalSize).toBe(6);
  expect(activities.map(({ action, dealName, changedFields }) => [action, dealName, changedFields])).toEqual([
    ['deal.deleted', 'New', []],
    ['video.deleted', 'New', []],
    ['video.updated', 'New', ['title']],
    ['video.added', 'New', []],
    ['deal.updated', 'New', ['name', 'viewsTarget']],
    ['deal.created', 'Old', []],
  ]);
  for (const activity of activities) {
    expect(activity).toMatchObject({
      dealId,
      userId: owner.userId,
      actorKind: 'agent',
      operation: 'deals.update',
      tier: 2,
      requestId,
      count: 1,
      createdAt: expect.any(Date),
    });
  }
});

test('an import leaves a line for each deal that it made or filled, with the number of videos', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner, { promoCode: 'OLD', name: 'Old' });
  const groups = [
    { urls: [newVideoUrl(), newVideoUrl()], promoCode: 'OLD' },
    { urls: [newVideoUrl()], promoCode: 'NEW' },
  ];
  await importLinks(service, owner, groups);
  await importLinks(service, owner, groups);

  const { activities, totalSize } = await service.as(owner).deals.listActivity(PAGE);

  expect(totalSize).toBe(4);
  expect(activities.map(({ action, dealName, count }) => `${action} ${dealName} ${count}`).sort()).toEqual([
    'deal.created NEW 1',
    'deal.created Old 1',
    'videos.imported NEW 1',
    'videos.imported Old 2',
  ]);
  const ofDeal = await service.as(owner).deals.listActivity({ dealId: deal.id, ...PAGE });
  expect(ofDeal.totalSize).toBe(2);
});

test('a write that fails leaves no line', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner);
  const { deals } = service.as(owner);

  await expect(deals.updateDeal(changeRequest(deal.id, { status: 'draft' }))).rejects.toBeDefined();
  await expect(addVideo(service, owner, deal.id, { url: 'nonsense' })).rejects.toBeDefined();

  expect(await deals.listActivity(PAGE)).toMatchObject({ totalSize: 1 });
});

test('what happened to a deal is shown to whoever sees it, in pages; without a deal only what happened to one’s own', async () => {
  const { deal, owner, member } = await createSharedDeal(service);
  const { deals } = service.as(member);

  const first = await deals.listActivity({ dealId: deal.id, pageSize: 1, skip: 0 });
  const second = await deals.listActivity({ dealId: deal.id, pageSize: 1, skip: 1 });

  expect([first, second]).toMatchObject([
    { totalSize: 2, activities: [{ action: 'video.added', userId: owner.userId }] },
    { totalSize: 2, activities: [{ action: 'deal.created' }] },
  ]);
  expect(await deals.listActivity(PAGE)).toEqual({ activities: [], totalSize: 0 });
});
