import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { readObject } from '@svc/images/testing/test-images';
import { derivedKey } from '@svc/objects/store/object-keys';
import { SharedScreenshotService } from '@svc/proto/screenshot/v1/screenshot_service';
import { v7 as newId } from 'uuid';
import { call, keep, reserve } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng, locatedJpeg } from '../testing/test-files.js';

const VIDEO_URL = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

let service: ScreenshotService;

beforeAll(async () => {
  service = await startScreenshot();
});

afterEach(() => {
  service.deal.isAway = false;
});

afterAll(() => service?.stop());

const list = (viewingPass: string, page = { pageSize: 0, skip: 0 }) =>
  service.as(undefined, SharedScreenshotService).listSharedScreenshots({ token: 't', viewingPass, ...page });
const image = (id: string, viewingPass: string, query = '', headers = {}) =>
  call(service, 'GET', `/public/shares/t/screenshots/${id}?viewingPass=${viewingPass}${query}`, { headers });

/** A deal with an opened share and its pass. */
function openedShare(visibleFields: string[] = ['screenshots']) {
  const owner = testUser();
  const deal = service.deal.create(owner.userId);
  const pass = newId();
  const videos = [{ videoId: deal.videoId, url: VIDEO_URL }];
  service.deal.passes.set(pass, {
    entityType: 'deal',
    entityId: deal.dealId,
    ownerId: owner.userId,
    visibleFields,
    videos,
  });
  return { owner, deal, pass };
}

test("shows visitors only the owner's images of the shared videos, newest first", async () => {
  const { owner, deal, pass } = openedShare();
  const editor = testUser();
  const theirs = service.deal.create(editor.userId);
  const first = await keep(service, owner, await freshPng(), deal);
  const second = await keep(service, owner, await freshPng(), deal);
  const hidden = [
    await reserve(service, owner, deal),
    await keep(service, owner, await freshPng(), { dealId: deal.dealId }),
    await keep(service, owner, await freshPng(), service.deal.create(owner.userId)),
    await keep(service, editor, await freshPng(), theirs),
  ];
  await service.pool.query(`update screenshot.screenshots set deal_id = $2, video_id = $3 where id = $1`, [
    hidden[3],
    deal.dealId,
    deal.videoId,
  ]);

  const { screenshots, totalSize } = await list(pass);
  const page = await list(pass, { pageSize: 1, skip: 1 });
  const statuses = await Promise.all([first, ...hidden].map(async (id) => (await image(id, pass)).status));

  expect(totalSize).toBe(2);
  expect(screenshots).toEqual(
    [second, first].map((screenshotId) => ({
      screenshotId,
      videoUrl: VIDEO_URL,
      capturedAt: null,
      detectedViews: null,
      viewsDetected: false,
      grade: 'uploaded',
      sourceUrl: null,
      showsAnotherPage: false,
    })),
  );
  expect(page.screenshots.map(({ screenshotId }) => screenshotId)).toEqual([first]);
  expect(statuses).toEqual([200, 404, 404, 404, 404]);
});

test("marks a screenshot whose page is not the video's", async () => {
  const { owner, deal, pass } = openedShare();
  for (const sourceUrl of [VIDEO_URL, 'https://youtu.be/aaaaaaaaaaa'])
    await keep(service, owner, await freshPng(), { ...deal, sourceUrl });

  const { screenshots } = await list(pass);

  expect(screenshots.map(({ sourceUrl, showsAnotherPage }) => [sourceUrl, showsAnotherPage])).toEqual([
    ['https://www.youtube.com/watch?v=aaaaaaaaaaa', true],
    [VIDEO_URL, false],
  ]);
});

test('distinguishes a stated count from a detected one', async () => {
  const { owner, deal, pass } = openedShare();
  const id = await keep(service, owner, await freshPng(), deal);
  const shown = async () => (await list(pass)).screenshots[0];
  const found = { rawText: '12.3K views', precision: 'rounded', metric: 'views', source: 'dom_text', conflict: false };
  await service.pool.query(
    `update screenshot.screenshots set detected_views = 12300, detected_detail = $2, grade = 'server_captured' where id = $1`,
    [id, JSON.stringify(found)],
  );

  expect(await shown()).toMatchObject({ detectedViews: 12_300, viewsDetected: true });

  await service
    .shots(owner)
    .updateScreenshot({ screenshotId: id, updateMask: ['detected_views'], detectedViews: 9_999_999 });
  expect(await shown()).toMatchObject({ detectedViews: 9_999_999, viewsDetected: false });
});

test('serves the public image uncached and never the original', async () => {
  const { owner, deal, pass } = openedShare();
  const id = await keep(service, owner, await locatedJpeg(), deal);
  const { screenshot } = await service.shots(owner).getScreenshot({ screenshotId: id });
  const sha256 = screenshot?.image?.sha256 ?? '';

  const [display, small, original] = [
    await image(id, pass),
    await image(id, pass, '&size=160'),
    await image(id, pass, '&size=original'),
  ];
  const known = await image(id, pass, '', { 'if-none-match': display.headers.get('etag') ?? '' });

  expect(display.bytes).toEqual(await readObject(service.store, derivedKey(sha256, 'display')));
  expect(small.bytes).toEqual(await readObject(service.store, derivedKey(sha256, 'thumb-160')));
  expect(Object.fromEntries(display.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect([original.status, known.status]).toEqual([400, 304]);
});

test('shows nothing for an ended pass or a share without screenshots', async () => {
  const [ended, otherParts] = [openedShare(), openedShare(['readings'])];
  const ids = [];
  for (const { owner, deal } of [ended, otherParts]) ids.push(await keep(service, owner, await freshPng(), deal));
  const before = await list(ended.pass);
  service.deal.passes.delete(ended.pass);

  for (const [index, pass] of [ended.pass, otherParts.pass].entries()) {
    await expect(list(pass)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await image(ids[index] ?? '', pass)).status).toBe(404);
  }
  expect(before.totalSize).toBe(1);
  expect((await image(ids[0] ?? '', '')).status).toBe(404);
});

test('shows nothing while deal is unavailable', async () => {
  const { owner, deal, pass } = openedShare();
  const id = await keep(service, owner, await freshPng(), deal);
  service.deal.isAway = true;

  await expect(list(pass)).rejects.toMatchObject({ kind: 'unavailable' });
  expect((await image(id, pass)).status).toBe(503);
});
