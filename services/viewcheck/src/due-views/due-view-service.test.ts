import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { DueViewServiceService } from '@svc/proto/viewcheck/v1/due_view_service';
import { localDate } from '../view-logs/checked-at.js';
import { reading, startViewcheck, type TestDeal, type ViewcheckService } from '../testing/viewcheck-service.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

let viewcheck: ViewcheckService;

beforeAll(async () => {
  viewcheck = await startViewcheck();
});

beforeEach(() => {
  viewcheck.dueVideos.length = 0;
});

afterAll(() => viewcheck.stop());

function isDue(deal: TestDeal, dueDate: string): void {
  const video = {
    videoId: deal.videoId,
    dealId: deal.dealId,
    ownerId: deal.users.owner.userId,
    dealName: 'Spring launch',
    promoCode: null,
    videoUrl: 'https://www.youtube.com/watch?v=abc123XYZ_0',
    platform: 'youtube',
    postDate: '2026-01-01',
    access: { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] },
  };
  viewcheck.dueVideos.push({ video, dueDate, checkDay: 7, lastValue: 12, lastCheckedAt: new Date('2026-01-02') });
}

const PAGE = { pageSize: 0, skip: 0, scope: 'mine', includeLogs: false, includeScreenshots: false };

test('a due check says by how many days it is overdue on the date of whoever asks', async () => {
  const deal = viewcheck.createDeal();
  const timeZone = 'Pacific/Kiritimati';
  const { owner } = deal.users;
  const threeDaysAgo = localDate(new Date(Date.now() - 3 * DAY_MS), timeZone);
  isDue(deal, threeDaysAgo);
  const there = { ...owner, preferences: { ...owner.preferences, timeZone } };

  const { dueViews, totalSize, degraded } = await viewcheck.as(there, DueViewServiceService).listDueViews(PAGE);

  expect({ totalSize, degraded }).toEqual({ totalSize: 1, degraded: [] });
  expect(dueViews[0]).toMatchObject({
    dealId: deal.dealId,
    videoId: deal.videoId,
    dueDate: threeDaysAgo,
    checkDay: 7,
    daysOverdue: 3,
    lastValue: 12,
    logs: [],
    screenshots: [],
    screenshotCount: 0,
  });
});

test('the five newest readings of each video are attached when asked for', async () => {
  const [first, second] = [viewcheck.createDeal(), viewcheck.createDeal()];
  for (const deal of [first, second]) {
    isDue(deal, '2026-01-08');
    for (let day = 1; day <= 6; day += 1) {
      await viewcheck.logs(deal.users.owner).addViewLog(reading(deal, { value: day, checkedAt: `2026-02-0${day}` }));
    }
  }

  const { dueViews } = await viewcheck
    .as(first.users.owner, DueViewServiceService)
    .listDueViews({ ...PAGE, includeLogs: true });

  expect(dueViews.map((due) => due.logs.map((log) => log.value))).toEqual([
    [6, 5, 4, 3, 2],
    [6, 5, 4, 3, 2],
  ]);
});
