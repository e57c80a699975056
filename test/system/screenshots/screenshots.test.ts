import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { callApi } from '@svc/scripts/stack/http';
import sharp from 'sharp';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import { type AnswerOf, type Deal, type ErrorAnswer, type List, readWhole, type ViewLog } from '../answers.ts';
import { visit } from '../short-links/short-link-visits.ts';
import { createScreenshot, dealWithVideo, pixel, readPicture, type Screenshot, UPLOADS } from './screenshots.ts';

const stack = await sharedStack();
let owner: Session;

beforeAll(async () => {
  owner = await stack.signUp();
});

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

type Reserved = AnswerOf<'screenshots.reserve'>;
type Activity = AnswerOf<'deals.activity'>['items'][number];

const reserve = (fields: object = {}) => owner.post<Reserved>('/api/screenshots/reserve', fields);

const read = async (id: string) => (await owner.get<Screenshot>(`/api/screenshots/${id}`)).body;

test.each([
  ['JSON', 100],
  ['form', 101],
  ['bytes', 102],
] as const)('a screenshot is reserved, sent as %s, linked to a video and read', async (way, number) => {
  const { dealId, videoId } = await dealWithVideo(owner, number);
  const image = pixel(number);

  const reserved = await reserve({ sourceUrl: 'https://youtu.be/dQw4w9WgXcQ?si=x', note: 'Launch' });
  const { screenshotId } = reserved.body;
  const early = await owner.get<ErrorAnswer>(`/api/screenshots/${screenshotId}/image`);
  const sent = await UPLOADS[way](stack, owner, screenshotId, image);
  const linked = await owner.post<Screenshot>(`/api/screenshots/${screenshotId}/link`, { dealId, videoId });
  const original = await readPicture(stack, linked.body.imageUrl, owner);
  const preview = await readPicture(stack, linked.body.previewUrl, owner);

  expect([reserved.status, reserved.headers.get('location')]).toEqual([201, `/api/screenshots/${screenshotId}`]);
  expect(reserved.body).toMatchObject({
    status: 'pending',
    pending: true,
    uploaded: false,
    image: null,
    grade: null,
    previewUrl: null,
    uploadUrl: `/api/screenshots/${screenshotId}/upload`,
    expiresAt: expect.any(String),
    sourceUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    platform: 'youtube',
  });
  expect([early.status, early.body.error.code]).toEqual([409, 'SCREENSHOT_NOT_UPLOADED']);
  expect(sent.status).toBe(200);
  expect(sent.body).toMatchObject({ status: 'uploaded', pending: false, uploaded: true, expiresAt: null });
  expect(sent.body.image).toMatchObject({ contentType: 'image/bmp', sha256: sha256Of(image), width: 1, height: 1 });
  expect(linked.body).toMatchObject({ dealId, videoId, note: 'Launch', access: { role: 'owner', canEdit: true } });
  expect([original.status, original.bytes.equals(image)]).toEqual([200, true]);
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const list = await owner.get<List<Screenshot>>(`/api/screenshots?videoId=${videoId}`);
  expect(list.body.items.map((each) => each.screenshotId)).toEqual([screenshotId]);
});

test('sending the same image again changes nothing, and another image is refused', async () => {
  const { screenshotId, version } = await createScreenshot(owner, pixel(20));

  const again = await UPLOADS.bytes(stack, owner, screenshotId, pixel(20));
  const other = await UPLOADS.bytes(stack, owner, screenshotId, pixel(21));

  expect([again.status, again.body.version]).toEqual([200, version]);
  expect([other.status, other.body.error?.code]).toEqual([409, 'SCREENSHOT_ALREADY_UPLOADED']);
  expect((await readPicture(stack, again.body.imageUrl, owner)).bytes.equals(pixel(20))).toBe(true);
});

test('of two concurrent images for one screenshot, one is kept and the other refused', async () => {
  const { screenshotId } = (await reserve()).body;
  const images = [pixel(30), pixel(31)];

  const sent = await Promise.all(images.map((image) => UPLOADS.bytes(stack, owner, screenshotId, image)));

  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const winner = images[sent.findIndex(({ status }) => status === 200)];
  expect((await read(screenshotId)).image?.sha256).toBe(winner && sha256Of(winner));
});

test('the grade of a screenshot depends on how it was received, and no caller can set it', async () => {
  const image = pixel(40).toString('base64');
  const cookie = `svc_session=${owner.token}`;
  const byPage = await callApi<Screenshot>(stack.gatewayUrl, 'POST', '/api/screenshots', {
    body: { image },
    headers: { cookie, origin: stack.gatewayUrl, 'sec-fetch-site': 'same-origin' },
  });
  const byProgram = await createScreenshot(owner, pixel(41));
  const claimed = await owner.post<ErrorAnswer>('/api/screenshots', { image, grade: 'server_captured' });
  const path = `/api/screenshots/${byProgram.screenshotId}`;
  const raised = await owner.patch<ErrorAnswer>(path, { grade: 'server_captured' });

  expect([byPage.body.grade, byProgram.grade]).toEqual(['uploaded', 'uploaded']);
  for (const { status, body } of [claimed, raised]) {
    expect([status, body.error.details[0]?.path]).toEqual([400, 'grade']);
  }
});

test('a short link shows anyone the image without its location, and the owner keeps the original', async () => {
  const photo = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#336699' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
  const pending = await reserve({ createShortLink: true });

  const sent = await UPLOADS.bytes(stack, owner, pending.body.screenshotId, photo);

  expect(pending.body).toMatchObject({ shareUrl: null, shortUrl: null, directUrl: null });
  const { shortUrl, directUrl, imageUrl, image } = sent.body;
  expect(sent.body).not.toHaveProperty('degraded');
  expect([shortUrl?.startsWith(stack.shortenerUrl), sent.body.shareUrl]).toEqual([true, shortUrl]);
  const opened = await readPicture(stack, directUrl);
  const kept = await readPicture(stack, imageUrl, owner);
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await sharp(opened.bytes).metadata()).exif).toBeUndefined();
  expect([kept.bytes.equals(photo), image?.sha256]).toEqual([true, sha256Of(photo)]);
  expect((await visit(shortUrl ?? '', { accept: 'text/html' })).status).toBe(200);
});

describe('linking', () => {
  test('accepts only deals whose views the caller may edit, and their videos', async () => {
    const stranger = await stack.signUp();
    const [mine, other] = [await dealWithVideo(owner, 200), await dealWithVideo(owner, 201)];
    const hidden = await dealWithVideo(stranger, 202);
    const { screenshotId } = await createScreenshot(owner, pixel(50));
    const link = (to: object) => owner.post<ErrorAnswer>(`/api/screenshots/${screenshotId}/link`, to);

    const toHidden = await link({ dealId: hidden.dealId });
    const toForeignVideo = await link({ dealId: mine.dealId, videoId: other.videoId });
    const reserved = await owner.post<ErrorAnswer>('/api/screenshots/reserve', { dealId: hidden.dealId });
    const withoutDeal = await owner.post<ErrorAnswer>('/api/screenshots/reserve', { videoId: mine.videoId });

    expect([toHidden.status, reserved.status]).toEqual([404, 404]);
    expect([toForeignVideo.status, toForeignVideo.body.error.details[0]?.path]).toEqual([400, 'videoId']);
    expect([withoutDeal.status, withoutDeal.body.error.details[0]?.path]).toEqual([400, 'dealId']);
    expect(await read(screenshotId)).toMatchObject({ dealId: null, videoId: null });
  });

  test('appears once in the activity of each deal, without details of the screenshot', async () => {
    const [first, second] = [await dealWithVideo(owner, 210), await dealWithVideo(owner, 211)];
    const sourceUrl = 'https://example.com/only-here';
    const screenshot = await createScreenshot(owner, pixel(60), { createShortLink: true, sourceUrl });
    const { screenshotId, shortId, shortUrl, directUrl, image } = screenshot;
    const path = `/api/screenshots/${screenshotId}/link`;
    for (const link of [first, first, second]) expect((await owner.post(path, link)).status).toBe(200);
    expect((await owner.delete(path)).status).toBe(200);

    const activityOf = async ({ dealId }: { dealId: string }) => {
      const { body } = await owner.get<List<Activity>>(`/api/deals/${dealId}/activity`);
      return body.items.filter(({ action }) => action.startsWith('screenshot.'));
    };

    const rows = await eventually(async () => {
      const all = [await activityOf(first), await activityOf(second)];
      expect(all.map((lines) => lines.map(({ action }) => action))).toEqual([
        ['screenshot.unlinked', 'screenshot.linked'],
        ['screenshot.unlinked', 'screenshot.linked'],
      ]);
      return all.flat();
    });
    expect(rows[0]).toMatchObject({ userId: owner.userId, actorKind: 'user', operation: 'screenshots.link' });
    const told = JSON.stringify(rows);
    for (const secret of [screenshotId, shortId, shortUrl, directUrl, sourceUrl, image?.sha256]) {
      expect(told).not.toContain(secret);
    }
    const written = readFileSync(stack.logFile('screenshot'), 'utf8') + readFileSync(stack.logFile('gateway'), 'utf8');
    for (const secret of [shortUrl, directUrl, sourceUrl, image?.sha256, pixel(60).toString('base64')]) {
      expect(written).not.toContain(secret);
    }
  });

  test('ends when the video or the deal is deleted', async () => {
    const { dealId, videoId } = await dealWithVideo(owner, 220);
    const { screenshotId } = await createScreenshot(owner, pixel(70), { dealId, videoId });

    await owner.delete(`/api/deals/${dealId}/videos/${videoId}`);
    await eventually(async () => expect(await read(screenshotId)).toMatchObject({ dealId, videoId: null }));
    await owner.delete(`/api/deals/${dealId}`);
    await eventually(async () => expect(await read(screenshotId)).toMatchObject({ dealId: null, videoId: null }));

    expect((await read(screenshotId)).uploaded).toBe(true);
  });
});

type DueView = AnswerOf<'deals.due_views'>['items'][number];
type ViewLogs = AnswerOf<'deals.view_logs'>;

describe('the ledger', () => {
  test('accepts a screenshot as proof of a view log, and shows it with the log and the video', async () => {
    const { dealId, videoId } = await dealWithVideo(owner, 300);
    const fields = { detectedViews: 12_345, createShortLink: true };
    const { screenshotId, shortId, shareUrl } = await createScreenshot(owner, pixel(80), fields);
    const reference = {
      screenshotId,
      shortId,
      shareUrl,
      previewUrl: `/api/screenshots/${screenshotId}/thumbnail`,
    };

    await owner.post(`/api/screenshots/${screenshotId}/link`, { dealId, videoId });
    const due = await readWhole(() =>
      owner.get<List<DueView>>('/api/deals/due-views?includeScreenshots=true&limit=200'),
    );
    const logged = await owner.post<ViewLog>(`/api/deals/${dealId}/views`, {
      videoId,
      value: 12_345,
      screenshotId,
      observedPromoAtSeconds: 81,
    });
    const logs = await readWhole(() => owner.get<ViewLogs>(`/api/deals/view-logs?dealId=${dealId}`));
    const ofDeal = await readWhole(() => owner.get<List<ViewLog>>(`/api/deals/${dealId}/views`));

    expect(due.body.items.find((check) => check.videoId === videoId)).toMatchObject({
      screenshots: [reference],
      screenshotCount: 1,
    });
    expect(logged.status).toBe(201);
    expect(logged.body).toMatchObject({
      screenshot: reference,
      evidence: { grade: 'uploaded', precision: null, metric: 'views', observedPromoAtSeconds: 81 },
    });
    for (const { items } of [logs.body, ofDeal.body]) expect(items[0]?.screenshot).toEqual(reference);
    expect(logs.body.copyText).toContain(` proof: ${shareUrl}`);
  });

  test("links the screenshot of a view log to its video, and accepts only the caller's own with an image", async () => {
    const { dealId, videoId } = await dealWithVideo(owner, 301);
    const { screenshotId } = await createScreenshot(owner, pixel(81));
    const foreign = await createScreenshot(await stack.signUp(), pixel(82));
    const pending = await reserve();
    const log = (id: string) =>
      owner.post<ErrorAnswer>(`/api/deals/${dealId}/views`, { videoId, value: 1, screenshotId: id });

    const [ofSomebody, withoutImage] = [await log(foreign.screenshotId), await log(pending.body.screenshotId)];
    const own = await log(screenshotId);

    expect(ofSomebody.status).toBe(404);
    expect([withoutImage.status, withoutImage.body.error.code]).toEqual([409, 'SCREENSHOT_NOT_UPLOADED']);
    expect(own.status).toBe(201);
    expect(await read(screenshotId)).toMatchObject({ dealId, videoId });
    expect((await owner.get<List<ViewLog>>(`/api/deals/${dealId}/views`)).body.total).toBe(1);
  });

  test('keeps the keys of its answers unchanged when no screenshots are requested', async () => {
    const user = await stack.signUp();
    const { dealId, videoId } = await dealWithVideo(user, 302);

    const due = await user.get<List<DueView>>('/api/deals/due-views');
    await user.post(`/api/deals/${dealId}/views`, { videoId, value: 1 });
    const logs = await user.get<ViewLogs>('/api/deals/view-logs');

    const keysOf = (body: object) => Object.keys(body).toSorted();
    expect(keysOf(due.body)).toEqual(['items', 'limit', 'offset', 'total']);
    expect(keysOf(due.body.items[0] ?? {})).not.toContain('screenshots');
    expect(keysOf(logs.body)).toEqual(
      ['copyText', 'copyTextFormat', 'copyTextScope', 'items', 'limit', 'offset', 'total'].toSorted(),
    );
    expect(keysOf(logs.body.items[0] ?? {})).toEqual(
      ['id', 'dealId', 'dealName', 'promoCode', 'videoId', 'videoUrl', 'platform', 'value', 'checkedAt', 'sourceUrl']
        .concat([
          'note',
          'screenshot',
          'loggedBy',
          'source',
          'evidence',
          'editable',
          'deletable',
          'createdAt',
          'updatedAt',
        ])
        .concat(['version', 'videoTitle'])
        .toSorted(),
    );
    expect(logs.body.items[0]?.screenshot).toBeNull();
  });
});

test('a deleted screenshot is gone, its short link ends, and its view log remains', async () => {
  const { dealId, videoId } = await dealWithVideo(owner, 400);
  const screenshot = await createScreenshot(owner, pixel(90), { createShortLink: true });
  const { screenshotId, shortUrl, directUrl, imageUrl } = screenshot;
  await owner.post<ViewLog>(`/api/deals/${dealId}/views`, { videoId, value: 5, screenshotId });

  const deleted = await owner.delete(`/api/screenshots/${screenshotId}`);

  expect(deleted.status).toBe(204);
  expect((await readPicture(stack, imageUrl, owner)).status).toBe(409);
  const listed = await owner.get<List<Screenshot>>(`/api/screenshots?dealId=${dealId}`);
  const logs = await owner.get<List<ViewLog>>(`/api/deals/${dealId}/views`);
  const deal = await owner.get<Deal>(`/api/deals/${dealId}`);
  expect(listed.body.total).toBe(0);
  expect(logs.body.items).toMatchObject([{ value: 5, screenshot: null, evidence: { grade: 'uploaded' } }]);
  expect(deal.body.totalViews).toBe(5);
  await eventually(async () => {
    for (const address of [shortUrl, directUrl]) expect((await visit(address ?? '')).status).toBe(410);
  });
});
