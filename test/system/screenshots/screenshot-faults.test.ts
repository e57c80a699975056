/** @lane waiting */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTcpProxy, type TcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { makeBmp } from '@svc/images/testing/bmp-file';
import { openUpload } from '@svc/screenshot/testing/image-requests';
import { type OwnStack, startOwnStack } from '../../own-stack.ts';
import type { Session } from '../../stack.ts';
import type { AnswerOf, ErrorAnswer, List, ViewLog } from '../answers.ts';
import { countRows } from '../database.ts';
import { FROM_ANYWHERE, teamOf, visit } from '../short-links/short-link-visits.ts';
import { createScreenshot, dealWithVideo, pixel, readPicture, type Screenshot, UPLOADS } from './screenshots.ts';

/** Milliseconds for deferred work to complete after a recovery. */
const RECOVERY_MS = 60_000;

let objects: TcpProxy;
let stack: OwnStack;
let user: Session;
let deal: { dealId: string; videoId: string };

beforeAll(async () => {
  const { TEST_S3_ENDPOINT = '', TEST_S3_ACCESS_KEY, TEST_S3_SECRET_KEY } = process.env;
  objects = await createTcpProxy(TEST_S3_ENDPOINT);
  stack = await startOwnStack('kills', {
    without: ['copilot'],
    // As in a cluster: enough time for requests in flight.
    serviceEnvironment: { gateway: { STOP_GRACE_MS: '60000' }, screenshot: { STOP_GRACE_MS: '60000' } },
    environment: {
      ...FROM_ANYWHERE,
      S3_ENDPOINT: objects.through(TEST_S3_ENDPOINT),
      S3_ACCESS_KEY: TEST_S3_ACCESS_KEY,
      S3_SECRET_KEY: TEST_S3_SECRET_KEY,
      S3_BUCKET: `screenshots-${process.pid}`,
    },
  });
  user = await stack.signUp();
  deal = await dealWithVideo(user, 1);
});

afterEach(() => stack.waitUntilReady());

afterAll(async () => {
  await stack.stop();
  await objects.close();
});

const read = async (id: string) => (await user.get<Screenshot>(`/api/screenshots/${id}`)).body;

const reserve = async (fields: object = {}) =>
  (await user.post<Screenshot>('/api/screenshots/reserve', fields)).body.screenshotId;

const count = async () => (await user.get<List<Screenshot>>('/api/screenshots')).body.total;

const imageOf = (number: number) => ({ image: pixel(number).toString('base64') });

/** Status and error code of an answer, and whether it has Retry-After. */
function outcome({ status, body, headers }: { status: number; body: unknown; headers: Headers }): string {
  const code = status < 400 ? '' : ` ${(body as ErrorAnswer).error.code}`;
  return `${status}${code}${headers.has('retry-after') ? ' Retry-After' : ''}`;
}

const REFUSED = '503 UNAVAILABLE Retry-After';

test('without screenshot, deals and view checks work and name the missing part, and uploads are refused', async () => {
  const { dealId, videoId } = deal;
  const { screenshotId, imageUrl } = await createScreenshot(user, pixel(1));
  await user.post<ViewLog>(`/api/deals/${dealId}/views`, { videoId, value: 5, screenshotId });
  const due = await dealWithVideo(user, 2);
  const share = await user.post<{ url: string }>('/api/shares/external', {
    entityType: 'deal',
    entityId: dealId,
    visibleFields: ['name', 'screenshots'],
  });
  await stack.stopService('screenshot');

  const deals = await user.get('/api/deals');
  const checks = await user.get<AnswerOf<'deals.due_views'>>('/api/deals/due-views?includeScreenshots=true');
  const logs = await user.get<AnswerOf<'deals.view_logs'>>(`/api/deals/view-logs?dealId=${dealId}`);
  const logged = await user.post(`/api/deals/${due.dealId}/views`, { videoId: due.videoId, value: 6 });
  const opened = await fetch(share.body.url, { method: 'POST', redirect: 'manual' });
  const cookie = opened.headers.getSetCookie().map((set) => set.split(';')[0]);
  const page = await (await fetch(share.body.url, { headers: { cookie: cookie.join('; ') } })).text();
  const refused = [
    await user.post(`/api/deals/${dealId}/views`, { videoId, value: 7, screenshotId }),
    await user.post('/api/screenshots/reserve', {}),
    await user.post('/api/screenshots', imageOf(2)),
    await UPLOADS.bytes(stack, user, screenshotId, pixel(1)),
    await user.get(imageUrl ?? ''),
    await user.get('/api/screenshots'),
  ];
  const readiness = await stack.anyone.get<{ status: string; checks: object }>('/api/readiness');
  await stack.startService('screenshot');

  expect([deals.status, logged.status]).toEqual([200, 201]);
  expect(checks.body).toMatchObject({ degraded: ['screenshots'] });
  expect(checks.body.items.find((check) => check.videoId === due.videoId)).toMatchObject({ screenshotCount: 0 });
  expect(logs.body).toMatchObject({ degraded: ['screenshots'], items: [{ value: 5, screenshot: null }] });
  expect(page).toContain("The screenshots can't be shown right now.");
  expect(refused.map(outcome)).toEqual(refused.map(() => REFUSED));
  expect(readiness.status).toBe(200);
  expect(readiness.body).toMatchObject({ status: 'ready', checks: { screenshot: { status: 'degraded' } } });
  await stack.waitUntilReady();
  // Each service reconnects on its own, within about a second.
  await eventually(async () => {
    const ofDeal = await user.get<List<ViewLog>>(`/api/deals/${dealId}/views`);
    expect(ofDeal.body.items).toMatchObject([{ value: 5, screenshot: { screenshotId } }]);
  });
});

test('ended shares and a deleted account take effect in screenshot once it is back', async () => {
  const [leaving, deleted, member] = [await stack.signUp(), await stack.signUp(), await stack.signUp()];
  const teamId = await teamOf(member, leaving);
  const shared = await createScreenshot(leaving, pixel(10));
  await createScreenshot(deleted, pixel(11));
  const entity = { entityType: 'screenshot', entityId: shared.screenshotId };
  expect((await leaving.post(`/api/teams/${teamId}/share`, entity)).status).toBe(201);
  await stack.stopService('screenshot');

  const left = await leaving.delete(`/api/teams/${teamId}/members/${leaving.userId}`);
  const ended = await deleted.delete('/api/auth/account', { body: { password: deleted.password } });
  await stack.startService('screenshot');

  expect([left.status, ended.status]).toEqual([204, 204]);
  const seen = async () => (await member.get(`/api/screenshots/${shared.screenshotId}`)).status;
  await eventually(async () => expect(await seen()).toBe(404), RECOVERY_MS);
  await eventually(async () => {
    expect(await countRows(stack.databaseAdminUrl, deleted.userId)).toMatchObject({ screenshots: 0 });
  }, RECOVERY_MS);
});

test('screenshot killed during uploads keeps every acknowledged image and no partial one', async () => {
  const numbers = Array.from({ length: 24 }, (_, index) => 100 + index);
  const ids = await Promise.all(numbers.map(() => reserve()));
  let answered = 0;
  const sent = await Promise.all(
    ids.map(async (id, index) => {
      const answer = await UPLOADS.bytes(stack, user, id, pixel(numbers[index] ?? 0));
      answered += 1;
      if (answered === 4) stack.kill('screenshot', 'SIGKILL');
      return answer;
    }),
  );
  await stack.waitUntilReady();

  expect(sent.some(({ status }) => status === 200)).toBe(true);
  for (const [index, id] of ids.entries()) {
    const { uploaded, imageUrl } = await read(id);
    if (sent[index]?.status === 200) expect([id, uploaded]).toEqual([id, true]);
    const { status } = await readPicture(stack, imageUrl ?? `/api/screenshots/${id}/image`, user);
    expect([id, status]).toEqual([id, uploaded ? 200 : 409]);
  }
});

test('a slow upload in flight is completed when gateway and screenshot get a stop signal', async () => {
  const id = await reserve();
  // Larger than the part of a body that is read before memory is reserved for it.
  const image = makeBmp({ width: 800, height: 600, depth: 24, pixels: Array.from({ length: 1_440_000 }, () => 7) });
  const upload = openUpload(`${stack.gatewayUrl}/api/screenshots/${id}/content`, image.length, {
    authorization: `Bearer ${user.token}`,
    'content-type': 'image/bmp',
  });
  await upload.write(image.subarray(0, image.length / 2));
  await eventually(async () => expect(await read(id)).toMatchObject({ status: 'processing' }));

  for (const name of ['screenshot', 'gateway'] as const) stack.kill(name, 'SIGTERM');
  for (const name of ['screenshot', 'gateway'] as const)
    await eventually(() => expect(readFileSync(stack.logFile(name), 'utf8')).toContain('"msg":"stopping"'));
  await upload.write(image.subarray(image.length / 2));

  expect(await upload.end()).toBe(200);
  await stack.waitUntilReady();
  expect((await readPicture(stack, `/api/screenshots/${id}/image`, user)).bytes).toEqual(image);
});

test('without deal nothing is linked unchecked, and images are still accepted', async () => {
  const id = await reserve();
  const { screenshotId } = await createScreenshot(user, pixel(20), deal);
  const before = await count();
  await stack.stopService('deal');

  const refused = [
    await user.post(`/api/screenshots/${id}/link`, deal),
    await user.post('/api/screenshots/reserve', deal),
    await user.post('/api/screenshots', { ...imageOf(21), ...deal }),
  ];
  const uploaded = await UPLOADS.JSON(stack, user, id, pixel(22));
  const unlinked = await user.delete(`/api/screenshots/${screenshotId}/link`);
  const after = await count();
  await stack.startService('deal');
  await stack.waitUntilReady();

  expect(refused.map(outcome)).toEqual(refused.map(() => REFUSED));
  expect([uploaded.status, unlinked.status, after]).toEqual([200, 200, before]);
  expect(await read(id)).toMatchObject({ uploaded: true, dealId: null });
  await eventually(async () => {
    const { body } = await user.get<List<{ action: string }>>(`/api/deals/${deal.dealId}/activity`);
    expect(body.items[0]?.action).toBe('screenshot.unlinked');
  }, RECOVERY_MS);
});

test('without identity uploads fail, and a later retry succeeds', async () => {
  const id = await reserve();
  await stack.stopService('identity');

  const refused = await eventually(async () => {
    const answer = await UPLOADS.JSON(stack, user, id, pixel(30));
    expect(answer.status).toBe(503);
    return answer;
  });
  await stack.startService('identity');
  await stack.waitUntilReady();

  expect(outcome(refused)).toBe(REFUSED);
  expect((await UPLOADS.JSON(stack, user, id, pixel(30))).status).toBe(200);
});

test('without the shortener a screenshot is kept and gets its short link later', async () => {
  const doomed = await createScreenshot(user, pixel(40), { createShortLink: true });
  await stack.stopService('shortener');

  const created = await createScreenshot(user, pixel(41), { createShortLink: true });
  const deleted = await user.delete(`/api/screenshots/${doomed.screenshotId}`);
  await stack.startService('shortener');

  expect(created).toMatchObject({ uploaded: true, shortUrl: null, shareUrl: null, degraded: ['short_links'] });
  expect(deleted.status).toBe(204);
  const made = await eventually(async () => {
    const now = await read(created.screenshotId);
    expect(now.directUrl).toEqual(expect.any(String));
    return now;
  }, RECOVERY_MS);
  expect(made).not.toHaveProperty('degraded');
  expect((await visit(made.directUrl ?? '')).status).toBe(200);
  await eventually(async () => expect((await visit(doomed.directUrl ?? '')).status).toBe(410), RECOVERY_MS);
});

test('without the object store no image is accepted, and no screenshot refers to a missing one', async () => {
  const id = await reserve();
  const { imageUrl } = await createScreenshot(user, pixel(50));
  const before = await count();
  objects.cut();

  const created = await user.post('/api/screenshots', imageOf(51));
  const uploaded = await UPLOADS.bytes(stack, user, id, pixel(52));
  const picture = await user.get(imageUrl ?? '');
  const [state, after] = [await read(id), await count()];
  objects.restore();

  expect([created, uploaded, picture].map(outcome)).toEqual([REFUSED, REFUSED, REFUSED]);
  expect([state.status, state.image, after]).toEqual(['pending', null, before]);
  expect((await UPLOADS.bytes(stack, user, id, pixel(52))).status).toBe(200);
  expect((await readPicture(stack, imageUrl, user)).bytes.equals(pixel(50))).toBe(true);
});
