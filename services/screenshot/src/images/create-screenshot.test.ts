import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import { call } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng } from '../testing/test-files.js';

let service: ScreenshotService;

beforeAll(async () => {
  service = await startScreenshot();
});

afterEach(() => {
  service.deal.isAway = false;
});

afterAll(() => service?.stop());

async function create(as: ReturnType<typeof testUser>, fields: object, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const body = { image: (await freshPng()).toString('base64'), ...fields };
  return call(service, 'POST', '/screenshots', { as, body, headers });
}

const countOf = async (as: ReturnType<typeof testUser>): Promise<number> =>
  (await service.shots(as).listScreenshots({ pageSize: 1, skip: 0, scope: '' })).totalSize;

test('stores all fields of a new screenshot and records the link on its deal', async () => {
  const user = testUser();
  const { dealId, videoId } = service.deal.create(user.userId);

  const { status, body } = await create(user, {
    sourceUrl: 'https://www.tiktok.com/@a/video/7450000000000000000?is_copy_url=1',
    detectedViews: 1_234,
    capturedAt: '2026-05-01T12:00:00+02:00',
    note: '  Before noon ',
    dealId,
    videoId,
  });

  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: 'uploaded',
    dealId,
    videoId,
    sourceUrl: 'https://www.tiktok.com/@a/video/7450000000000000000',
    platform: 'tiktok',
    detectedViews: 1_234,
    detectedViewsDetail: { source: 'operator', precision: null, metric: 'views', conflict: false },
    capturedAt: '2026-05-01T10:00:00.000Z',
    note: 'Before noon',
    shortLink: null,
    degraded: [],
  });
  expect(service.told.activity).toMatchObject([{ dealId, action: 'screenshot.linked', userId: user.userId }]);
});

test('creates one screenshot per idempotency key, even with concurrent requests', async () => {
  const user = testUser();
  const fields = { image: (await freshPng()).toString('base64'), note: 'Once' };
  const key = newId();

  const first = await create(user, fields, key);
  const again = await create(user, fields, key);
  const otherwise = await create(user, { ...fields, note: 'Twice' }, key);
  const otherImage = await create(user, { note: 'Once' }, key);
  const second = newId();
  const parallel = await Promise.all([create(user, fields, second), create(user, fields, second)]);

  expect([first.status, again.status, again.body.screenshotId]).toEqual([201, 201, first.body.screenshotId]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  for (const refused of [otherwise, otherImage]) {
    expect([refused.status, refused.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  }
  const made = parallel.filter(({ status }) => status === 201);
  expect(made.length).toBeGreaterThan(0);
  expect(new Set(made.map(({ body }) => body.screenshotId)).size).toBe(1);
  expect(await countOf(user)).toBe(2);
});

test('creates no screenshot when its link is not allowed', async () => {
  const [user, other] = [testUser(), testUser()];
  const own = service.deal.create(user.userId);
  const hidden = service.deal.create(other.userId);
  const looked = service.deal.create(other.userId, { viewers: [user.userId] });

  const refused = [
    await create(user, { dealId: hidden.dealId }),
    await create(user, { dealId: own.dealId, videoId: hidden.videoId }),
    await create(user, { dealId: looked.dealId }),
  ];
  service.deal.isAway = true;
  const away = await create(user, { dealId: own.dealId });

  expect([...refused, away].map(({ status }) => status)).toEqual([404, 400, 403, 503]);
  expect(refused[1]?.body.error.details.map(({ path }) => path)).toEqual(['videoId']);
  expect(await countOf(user)).toBe(0);
});
