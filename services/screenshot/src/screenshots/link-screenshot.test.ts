import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import { keep, reserve } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng } from '../testing/test-files.js';

let service: ScreenshotService;
let user: SignedInPrincipal;
let id: string;

beforeAll(async () => {
  service = await startScreenshot();
});

beforeEach(async () => {
  user = testUser();
  id = await reserve(service, user);
  service.told.activity.length = 0;
});

afterEach(() => {
  service.deal.isAway = false;
});

afterAll(() => service?.stop());

const link = (to: { dealId: string; videoId?: string }, as: SignedInPrincipal = user) =>
  service.shots(as).linkScreenshot({ screenshotId: id, ...to });
const unlink = () => service.shots(user).unlinkScreenshot({ screenshotId: id });
const stored = async () => (await service.shots(user).getScreenshot({ screenshotId: id })).screenshot;
const told = () => service.told.activity.map(({ dealId, action }) => [dealId, action]);

test('links once, even when repeated', async () => {
  const deal = service.deal.create(user.userId);

  const first = await link(deal);
  const again = await link(deal);

  expect(first.screenshot).toMatchObject({ ...deal, status: 'pending', version: 2 });
  expect(again).toEqual(first);
  expect(told()).toEqual([[deal.dealId, 'screenshot.linked']]);
});

test("lets editors of a deal's views link their screenshots without showing them to its owner", async () => {
  const owner = testUser();
  const deal = service.deal.create(owner.userId, { editors: [user.userId] });

  const { screenshot } = await link(deal);

  expect(screenshot?.dealId).toBe(deal.dealId);
  await expect(service.shots(owner).getScreenshot({ screenshotId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('replaces a link to another deal and notifies both deals', async () => {
  const [before, after] = [service.deal.create(user.userId), service.deal.create(user.userId)];
  await link(before);

  const { screenshot } = await link({ dealId: after.dealId });

  expect(screenshot).toMatchObject({ dealId: after.dealId, videoId: null });
  expect(told()).toEqual([
    [before.dealId, 'screenshot.linked'],
    [before.dealId, 'screenshot.unlinked'],
    [after.dealId, 'screenshot.linked'],
  ]);
});

test('unlinks once, even when repeated', async () => {
  const deal = service.deal.create(user.userId);
  await link(deal);

  const [first, again] = [await unlink(), await unlink()];

  expect(first.screenshot).toMatchObject({ dealId: null, videoId: null, version: 3 });
  expect(again).toEqual(first);
  expect(told().slice(1)).toEqual([[deal.dealId, 'screenshot.unlinked']]);
});

test('notifies the deal of a deletion', async () => {
  const deal = service.deal.create(user.userId);
  await link(deal);

  await service.shots(user).deleteScreenshot({ screenshotId: id });

  expect(told().slice(1)).toEqual([[deal.dealId, 'screenshot.unlinked']]);
});

test('records who linked, without the screenshot or its contents', async () => {
  const agent = testAgent({ userId: user.userId }, ['svc.write.low_risk']);
  const deal = service.deal.create(user.userId);
  const wanted = { sourceUrl: 'https://secret.example/page', note: 'secret note', createShortLink: true };
  id = await keep(service, user, await freshPng(), wanted);
  const { screenshot } = await service.shots(user).getScreenshot({ screenshotId: id });
  const call = { operation: 'screenshots.link', requestId: newId(), tier: 1 } as const;

  await service.shots(agent, call).linkScreenshot({ screenshotId: id, ...deal });

  expect(service.told.activity).toEqual([
    {
      id: expect.any(String),
      dealId: deal.dealId,
      action: 'screenshot.linked',
      userId: user.userId,
      actorKind: 'agent',
      operation: call.operation,
      requestId: call.requestId,
      tier: 1,
      agent: null,
      changedFields: [],
      reading: null,
      at: expect.any(Date),
    },
  ]);
  const line = JSON.stringify(service.told.activity);
  const { shortUrl, directUrl } = screenshot?.shortLink ?? {};
  const secrets = [id, screenshot?.shortId, screenshot?.image?.sha256, shortUrl, directUrl, 'secret'];
  for (const secret of secrets) expect(line).not.toContain(secret ?? 'nothing');
  expect(shortUrl).toContain('https://');
});

test('changes nothing and notifies no service when a link is not allowed', async () => {
  const other = testUser();
  const own = service.deal.create(user.userId);
  const hidden = service.deal.create(other.userId);
  const looked = service.deal.create(other.userId, { viewers: [user.userId] });
  const before = await stored();

  await expect(link({ dealId: hidden.dealId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(link({ dealId: looked.dealId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(link({ dealId: own.dealId, videoId: hidden.videoId })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'videoId' }],
  });
  await expect(link(hidden, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  service.deal.isAway = true;
  await expect(link(own)).rejects.toMatchObject({ kind: 'unavailable' });

  expect(await stored()).toEqual(before);
  expect(told()).toEqual([]);
});

test('unlinks even while deal is unavailable', async () => {
  await link(service.deal.create(user.userId));
  service.deal.isAway = true;

  expect((await unlink()).screenshot?.dealId).toBeNull();
});
