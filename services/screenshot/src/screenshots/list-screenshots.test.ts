import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import type { ListScreenshotsRequest } from '@svc/proto/screenshot/v1/screenshot_service';
import { TeamShareService } from '@svc/proto/sharing/v1/sharing_service';
import { v7 as newId } from 'uuid';
import { VIDEO_URL } from '../testing/fake-deal.js';
import { keep, reserve } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng } from '../testing/test-files.js';

const teamId = newId();
const user = testUser({ teams: [{ id: teamId, role: 'member' }] });
const colleague = testUser({ teams: [{ id: teamId, role: 'member' }] });

let service: ScreenshotService;
let deal: { dealId: string; videoId: string };
/** Names of screenshots by id, to make lists readable. */
const names = new Map<string, string>();

/** Four screenshots of the user, a day apart, and two of a colleague, one shared with their team. */
beforeAll(async () => {
  service = await startScreenshot();
  deal = service.deal.create(user.userId);
  const made = {
    first: await reserve(service, user, { note: 'Été à Paris' }),
    second: await reserve(service, user, { sourceUrl: 'https://youtu.be/dQw4w9WgXcQ', ...deal }),
    third: await keep(service, user, await freshPng(), { platform: 'tiktok', dealId: deal.dealId, note: '100% off_' }),
    fourth: await keep(service, user, await freshPng()),
    shared: await reserve(service, colleague, { note: 'Paris as well' }),
    hidden: await reserve(service, colleague, { note: 'Paris, but private' }),
  };
  await service
    .as(colleague, TeamShareService)
    .shareWithTeam({ teamId, entityType: 'screenshot', entityId: made.shared });
  for (const [index, [name, id]] of Object.entries(made).entries()) {
    names.set(id, name);
    await service.pool.query(
      `update screenshot.screenshots
          set created_at = '2026-03-01T22:30:00Z'::timestamptz + make_interval(days => $2) where id = $1`,
      [id, index],
    );
  }
});

afterAll(() => service?.stop());

async function list(filter: Partial<ListScreenshotsRequest> = {}, as = user): Promise<string[]> {
  const { screenshots } = await service.shots(as).listScreenshots({ pageSize: 0, skip: 0, scope: '', ...filter });
  return screenshots.map(({ screenshotId }) => names.get(screenshotId) ?? screenshotId);
}

test('lists own screenshots newest first, and shared ones on request', async () => {
  expect(await list()).toEqual(['fourth', 'third', 'second', 'first']);
  expect(await list({ scope: 'mine-and-shared' })).toEqual(['shared', 'fourth', 'third', 'second', 'first']);
  expect(await list({ scope: 'mine-and-shared' }, testUser())).toEqual([]);
  await expect(list({ scope: 'all' })).rejects.toMatchObject({ details: [{ path: 'scope' }] });
});

test('filters by deal, video, platform and status', async () => {
  expect(await list({ dealId: deal.dealId })).toEqual(['third', 'second']);
  expect(await list({ videoId: deal.videoId })).toEqual(['second']);
  expect(await list({ platform: 'tiktok' })).toEqual(['third']);
  expect(await list({ status: 'uploaded' })).toEqual(['fourth', 'third']);
  expect(await list({ status: 'pending', platform: 'youtube' })).toEqual(['second']);
  expect(await list({ status: 'deleted' })).toEqual([]);
  const message = '`status` must be one of pending, processing, uploaded, failed, expired, deleted.';
  await expect(list({ status: 'gone' })).rejects.toMatchObject({ details: [{ path: 'status', message }] });
});

test("reads dates in the caller's time zone and instants exactly", async () => {
  const inTokyo = { ...user, preferences: { ...user.preferences, timeZone: 'Asia/Tokyo' } };

  expect(await list({ from: '2026-03-02', to: '2026-03-03' })).toEqual(['third', 'second']);
  expect(await list({ from: '2026-03-02', to: '2026-03-03' }, inTokyo)).toEqual(['second', 'first']);
  expect(await list({ from: '2026-03-02T22:30:00Z', to: '2026-03-02T22:30:00Z' })).toEqual(['second']);
  await expect(list({ from: '2026-03-03', to: '2026-03-01' })).rejects.toMatchObject({ details: [{ path: 'to' }] });
  await expect(list({ from: 'soon' })).rejects.toMatchObject({ details: [{ path: 'from' }] });
});

test('searches notes, URLs and short ids, ignoring case and accents, without wildcards', async () => {
  const { screenshots } = await service.shots(user).listScreenshots({ pageSize: 1, skip: 0, scope: '' });

  expect(await list({ query: 'ETE A paris' })).toEqual(['first']);
  expect(await list({ query: 'paris', scope: 'mine-and-shared' })).toEqual(['shared', 'first']);
  expect(await list({ query: 'watch?v=dqw4' })).toEqual(['second']);
  expect(await list({ query: '% off_' })).toEqual(['third']);
  expect(await list({ query: '%' })).toEqual(['third']);
  expect(await list({ query: screenshots[0]?.shortId ?? '' })).toEqual(['fourth']);
});

test('pages a list, each screenshot once, at most 200 per page', async () => {
  const pages = [0, 1, 2, 3, 4].map((skip) =>
    service.shots(user).listScreenshots({ pageSize: 1, skip, scope: 'mine-and-shared' }),
  );
  const read = await Promise.all(pages);

  expect(read.map(({ totalSize }) => totalSize)).toEqual([5, 5, 5, 5, 5]);
  expect(new Set(read.flatMap(({ screenshots }) => screenshots.map(({ screenshotId }) => screenshotId))).size).toBe(5);
  expect(await list({ pageSize: 1_000 })).toHaveLength(4);
  await expect(list({ pageSize: -1 })).rejects.toMatchObject({ kind: 'invalid_input' });
  await expect(list({ skip: -1 })).rejects.toMatchObject({ kind: 'invalid_input' });
});

test('names the deal and video to those who see them, and omits them while deal is unavailable', async () => {
  const named = async (screenshotId: string) => {
    const { screenshot } = await service.shots(user).getScreenshot({ screenshotId });
    const { screenshots } = await service.shots(user).listScreenshots({ pageSize: 0, skip: 0, scope: '' });
    const listed = screenshots.find((each) => each.screenshotId === screenshotId);
    return [screenshot, listed].map((each) => [each?.dealName, each?.videoUrl, each?.videoTitle]);
  };
  const idOf = (name: string) => [...names].find(([, each]) => each === name)?.[0] ?? '';
  const nothing = [
    [null, null, null],
    [null, null, null],
  ];

  const [read, listed] = await named(idOf('second'));
  expect([read, listed]).toEqual([
    ['Spring launch', VIDEO_URL, 'Unboxing'],
    ['Spring launch', VIDEO_URL, 'Unboxing'],
  ]);
  expect(await named(idOf('first'))).toEqual(nothing);
  service.deal.isAway = true;
  expect(await named(idOf('second'))).toEqual(nothing);
  service.deal.isAway = false;
});
