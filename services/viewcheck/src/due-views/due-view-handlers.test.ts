import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { addDays, localDay } from '@svc/chassis/time/calendar';
import { DAY_MS } from '@svc/chassis/time/durations';
import { DueViewService } from '@svc/proto/viewcheck/v1/due_view_service';
import { v7 as newId } from 'uuid';
import {
  AWAY,
  newViewLog,
  SLOW,
  startViewcheck,
  type TestDeal,
  type ViewcheckService,
} from '../testing/viewcheck-service.js';

let viewcheck: ViewcheckService;

beforeAll(async () => {
  viewcheck = await startViewcheck();
});

beforeEach(() => {
  viewcheck.dueVideos.length = 0;
  viewcheck.askedUntil.length = 0;
  viewcheck.screenshots.failure = null;
  viewcheck.screenshots.calls.length = 0;
});

afterAll(() => viewcheck.stop());

function isDue(deal: TestDeal, dueDate: string): void {
  const video = {
    videoId: deal.videoId,
    dealId: deal.dealId,
    ownerId: deal.users.owner.userId,
    dealName: 'Spring launch',
    promoCode: null,
    title: 'Unboxing',
    videoUrl: 'https://www.youtube.com/watch?v=abc123XYZ_0',
    platform: 'youtube',
    postDate: '2026-01-01',
    access: { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] },
  };
  viewcheck.dueVideos.push({ video, dueDate, checkDay: 7, lastValue: 12, lastCheckedAt: new Date('2026-01-02') });
}

const PAGE = { pageSize: 0, skip: 0, scope: 'mine', includeLogs: false, includeScreenshots: false };

test("a due check has the days it is overdue by the caller's date", async () => {
  const deal = viewcheck.createDeal();
  const timeZone = 'Pacific/Kiritimati';
  const { owner } = deal.users;
  const threeDaysAgo = localDay(new Date(Date.now() - 3 * DAY_MS), timeZone);
  isDue(deal, threeDaysAgo);
  const there = { ...owner, preferences: { ...owner.preferences, timeZone } };

  const { dueViews, totalSize, degraded } = await viewcheck.as(there, DueViewService).listDueViews(PAGE);

  expect({ totalSize, degraded }).toEqual({ totalSize: 1, degraded: [] });
  expect(dueViews[0]).toMatchObject({
    dealId: deal.dealId,
    videoId: deal.videoId,
    videoTitle: 'Unboxing',
    dueDate: threeDaysAgo,
    checkDay: 7,
    daysOverdue: 3,
    lastValue: 12,
    logs: [],
    screenshots: [],
    screenshotCount: 0,
  });
});

test('the five newest view logs of each video are attached on request', async () => {
  const [first, second] = [viewcheck.createDeal(), viewcheck.createDeal()];
  for (const deal of [first, second]) {
    isDue(deal, '2026-01-08');
    for (let day = 1; day <= 6; day += 1) {
      await viewcheck.logs(deal.users.owner).addViewLog(newViewLog(deal, { value: day, checkedAt: `2026-02-0${day}` }));
    }
  }

  const { dueViews } = await viewcheck
    .as(first.users.owner, DueViewService)
    .listDueViews({ ...PAGE, includeLogs: true });

  expect(dueViews.map((due) => due.logs.map((log) => log.value))).toEqual([
    [6, 5, 4, 3, 2],
    [6, 5, 4, 3, 2],
  ]);
});

/** Adds two screenshots of the deal's video, one of them by its owner. */
function withScreenshots({ videoId, users }: TestDeal): string {
  const screenshotId = newId();
  const answer = { grade: 'uploaded' };
  viewcheck.screenshots.known.set(screenshotId, { ownerId: users.owner.userId, videoId, answer });
  viewcheck.screenshots.known.set(newId(), { ownerId: users.stranger.userId, videoId, answer });
  return screenshotId;
}

test('the screenshots that the caller may see are attached on request, in one call with those of the view logs', async () => {
  const deal = viewcheck.createDeal();
  isDue(deal, '2026-01-08');
  const screenshotId = withScreenshots(deal);
  await viewcheck.logs(deal.users.owner).addViewLog(newViewLog(deal, { screenshotId }));
  const mine = viewcheck.as(deal.users.owner, DueViewService);

  const { dueViews, degraded } = await mine.listDueViews({ ...PAGE, includeLogs: true, includeScreenshots: true });

  expect(degraded).toEqual([]);
  expect(dueViews).toMatchObject([
    { screenshotCount: 1, screenshots: [{ screenshotId }], logs: [{ screenshot: { screenshotId } }] },
  ]);
  expect(viewcheck.screenshots.calls).toHaveLength(1);
});

test('screenshots are requested only when they will be shown', async () => {
  const deal = viewcheck.createDeal();
  isDue(deal, '2026-01-08');
  withScreenshots(deal);

  await viewcheck.as(deal.users.owner, DueViewService).listDueViews(PAGE);

  expect(viewcheck.screenshots.calls).toEqual([]);
});

test.each([
  ['away', AWAY],
  ['slow', SLOW],
])(
  'due checks are returned without screenshots, and marked degraded, while screenshot is %s',
  async (_what, failure) => {
    const deal = viewcheck.createDeal();
    isDue(deal, '2026-01-08');
    withScreenshots(deal);
    viewcheck.screenshots.failure = failure;
    const mine = viewcheck.as(deal.users.owner, DueViewService);

    const { dueViews, degraded } = await mine.listDueViews({ ...PAGE, includeScreenshots: true });

    expect(degraded).toEqual(['screenshots']);
    expect(dueViews).toMatchObject([{ videoId: deal.videoId, screenshots: [], screenshotCount: 0 }]);
  },
);

describe('until', () => {
  const timeZone = 'Pacific/Kiritimati';
  const there = ({ users: { owner } }: TestDeal) => ({ ...owner, preferences: { ...owner.preferences, timeZone } });
  const today = () => localDay(new Date(), timeZone);

  test("a date returns the checks due by then, and without one those due today in the caller's time zone", async () => {
    const deal = viewcheck.createDeal();
    const mine = viewcheck.as(there(deal), DueViewService);
    const next = addDays(today(), 30);
    isDue(deal, next);

    const { dueViews } = await mine.listDueViews({ ...PAGE, until: next });
    await mine.listDueViews(PAGE);

    expect(viewcheck.askedUntil).toEqual([next, today()]);
    expect(dueViews).toMatchObject([{ dueDate: next, daysOverdue: 0 }]);
  });

  test('more than a year ahead is refused', async () => {
    const mine = viewcheck.as(there(viewcheck.createDeal()), DueViewService);
    const farthest = addDays(today(), 366);

    await mine.listDueViews({ ...PAGE, until: farthest });
    await expect(mine.listDueViews({ ...PAGE, until: addDays(farthest, 1) })).rejects.toMatchObject({
      kind: 'invalid_input',
      details: [{ path: 'until', message: expect.stringContaining(farthest) }],
    });
  });

  test.each(['0000-01-01', '2026-02-30', '2026-02-20T12:00:00Z', 'tomorrow'])('%s is refused', async (until) => {
    const mine = viewcheck.as(there(viewcheck.createDeal()), DueViewService);

    await expect(mine.listDueViews({ ...PAGE, until })).rejects.toMatchObject({ details: [{ path: 'until' }] });
  });
});
