import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { noise } from '@svc/images/testing/test-images';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { type AnswerOf, daysAgo, videoUrl } from '../system/answers.ts';
import { isTooWide, readDownload } from '../system/chromium.ts';
import { createScreenshot, pixel } from '../system/screenshots/screenshots.ts';
import { dropFile, type GivenFile, importDueVideos, openApp, pasteFile } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

/** Text by others that could break the page: markup, control characters, long words. */
const BAD_TITLE = `\u202E<img src=x onerror=alert(1)> \u0634\u0628\u0643\u0629 \u{1F469}\u200D\u{1F467} ${'w'.repeat(200)}`;

/** A candidates file in the format that `collect` prints. */
function candidateFile(candidates: readonly object[], request: object): GivenFile {
  const file = {
    format: 'viewcheck-candidate-json-v1',
    generatedAt: new Date().toISOString(),
    status: 'completed',
    liveWrites: false,
    persistentViewLogWrites: false,
    request,
    candidates,
    targets: [],
  };
  return { name: 'candidates.json', type: 'application/json', content: Buffer.from(JSON.stringify(file)) };
}

const dropZone = (page: Page) => page.getByText('Drop a saved file here');

const recordButton = (page: Page) => page.getByRole('button', { name: 'Record', exact: true });

async function pastePicture(page: Page): Promise<void> {
  await pasteFile(page, { name: 'views.png', type: 'image/png', content: await noise(80, 60) });
  await page.getByText('Screenshot attached').waitFor();
}

async function viewLogsOf(manager: Session): Promise<AnswerOf<'deals.view_logs'>['items']> {
  return (await manager.get<AnswerOf<'deals.view_logs'>>('/api/deals/view-logs')).body.items;
}

test('a candidates file is completed and recorded, and a reload before that loses nothing', async () => {
  const manager = await stack.signUp();
  const visit = await openApp(stack, browser, manager, { path: '/evidence' });
  const { page } = visit;
  await page.getByText('On which date was the video posted').waitFor();
  await page.getByRole('button', { name: 'From due checks' }).click();
  await page.getByRole('status').getByText('No checks are due.').waitFor();
  await page.getByText('More options').click();
  const day = daysAgo(1);
  const candidates = [
    { url: videoUrl(71), title: BAD_TITLE, publishedText: day, foundVia: 'account_page' },
    { url: videoUrl(72), title: 'Another one', publishedText: daysAgo(9), foundVia: 'search' },
  ];
  await dropFile(dropZone(page), candidateFile(candidates, { requestedDate: day, promoCode: 'SAVE20' }));

  // The more likely video is first, and can be opened by keyboard.
  const rows = page.getByRole('region', { name: 'Videos' }).getByRole('listitem');
  await rows.first().getByText('posted on the day').waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText("The promotion hasn't been confirmed in the video yet.").waitFor();
  expect(await page.getByRole('link', { name: /^0:00 to/ }).getAttribute('rel')).toBe('noreferrer');
  await page.getByLabel('Heard at').fill('1:24');
  await page.keyboard.press('Enter');
  await page.keyboard.type('12.3k');
  await page.getByText('= 12,300').waitFor();
  await page.reload();
  await rows.first().getByRole('button').first().click();
  expect(await page.getByLabel('Heard at').inputValue()).toBe('1:24');
  expect(await page.getByLabel('View count').inputValue()).toBe('12,300');

  await pastePicture(page);
  await page.getByText('Ready to record').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await keepPicture(page, 'evidence-ready');
  await page.getByText('Import a video posted on').waitFor();
  await recordButton(page).click();
  await page.getByText('Add a view count of 12,300').waitFor();
  expect(await viewLogsOf(manager)).toEqual([]);
  await recordButton(page).click();
  await page.getByText('12,300 views of').waitFor();

  expect(await viewLogsOf(manager)).toMatchObject([
    {
      value: 12_300,
      promoCode: 'SAVE20',
      screenshot: { screenshotId: expect.any(String) },
      evidence: { observedPromoAtSeconds: 84 },
    },
  ]);
  await eventually(async () => expect(await rows.count()).toBe(1));
  await rows.first().getByRole('button').first().click();
  await page.getByRole('button', { name: 'Remove from this page' }).click();
  await page.getByText('Every video on this page is recorded.').waitFor();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(visit.complaints).toEqual([]);
});

test('due videos come from Today, a refused call keeps its reason, and a saved file can be loaded', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 1, { name: 'Spring drinks' });
  const { page } = await openApp(stack, browser, manager);
  await page.getByRole('link', { name: 'Collect evidence' }).click();
  const head = page.getByRole('region', { name: 'Videos' }).getByRole('button').first();
  await head.getByText('Spring drinks').waitFor();
  await head.click();
  await page.getByLabel('Logo at').fill('0:09');
  await page.getByLabel('View count').fill('500');
  await pastePicture(page);
  await page.getByText('Add a view count of 500').waitFor();

  const { body } = await manager.get<AnswerOf<'deals.list'>>('/api/deals');
  await manager.delete(`/api/deals/${body.items[0]?.id}`);
  await recordButton(page).click();
  await head.locator('xpath=..').getByRole('alert').getByText('Not recorded:').waitFor();
  expect(await viewLogsOf(manager)).toEqual([]);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save' }).click();
  const content = await readDownload(await downloading);
  await page.getByRole('button', { name: 'Clear page…' }).click();
  await page.getByRole('button', { name: 'Clear page', exact: true }).click();
  await dropFile(dropZone(page), { name: 'saved.json', type: 'application/json', content });
  await head.getByText('Spring drinks').waitFor();
  await head.click();
  expect(await page.getByLabel('Logo at').inputValue()).toBe('0:09');
  expect(await page.getByLabel('View count').inputValue()).toBe('500');
});

test('due videos are listed by their titles', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<{ id: string }>('/api/deals', { name: 'Kites', viewCheckDays: [1] });
  const video = { url: videoUrl(95), title: 'Unboxing', postDate: daysAgo(2) };
  await manager.post(`/api/deals/${deal.id}/videos`, video);
  const { page } = await openApp(stack, browser, manager, { path: '/evidence?from=due' });

  const row = page.getByRole('region', { name: 'Videos' }).getByRole('listitem');
  await row.getByText('Unboxing').waitFor();
  await row.getByText('Kites').waitFor();
});

test('a screenshot that already proves a view count is not recorded again', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<{ id: string }>('/api/deals', { name: 'Kites', viewCheckDays: [1, 3] });
  const video = { url: videoUrl(96), title: 'Unboxing', postDate: daysAgo(4) };
  const { body: added } = await manager.post<{ id: string }>(`/api/deals/${deal.id}/videos`, video);
  const { screenshotId } = await createScreenshot(manager, pixel(96), { sourceUrl: video.url });
  const log = { videoId: added.id, value: 900, checkedAt: daysAgo(3), screenshotId };
  await manager.post(`/api/deals/${deal.id}/views`, log);
  const { page } = await openApp(stack, browser, manager, { path: '/evidence?from=due' });

  await page.getByRole('region', { name: 'Videos' }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Use screenshot from' }).click();

  await page.getByText('A count is already recorded for that day, or with this screenshot.').waitFor();
});

test('an image dropped on a row belongs to that video, and a failed capture shows the reason', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 2);
  const { page } = await openApp(stack, browser, manager);
  await page.getByRole('link', { name: 'Collect evidence' }).click();
  const rows = page.getByRole('region', { name: 'Videos' }).getByRole('listitem');
  await rows.nth(1).getByRole('button').first().click();
  const row = rows.filter({ has: page.getByLabel('Heard at') });
  const title = await row.locator('bdi').first().innerText();

  await row.getByRole('button', { name: 'Attach screenshot' }).getByText('Attach screenshot').waitFor();
  await row.getByRole('button', { name: 'Capture page' }).click();
  await row.getByRole('alert').waitFor();
  await dropFile(row, { name: 'views.png', type: 'image/png', content: await noise(80, 60) });
  await row.getByText('Screenshot attached').waitFor();

  const { body } = await manager.get<AnswerOf<'screenshots.list'>>('/api/screenshots?status=uploaded');
  expect(body.items).toMatchObject([{ sourceUrl: expect.stringContaining(title) }]);
});

test('planned pages are links, links that are not videos show the reason, and a video can be ruled out', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/evidence', viewport: { width: 320, height: 700 } });
  await page.getByLabel('Posted on').fill(daysAgo(2));
  await page.getByRole('textbox', { name: 'Account' }).fill('tiktok:@creator');
  const planned = page.getByRole('link', { name: '@creator on TikTok' });
  await planned.waitFor();
  expect(await planned.getAttribute('href')).toBe('https://www.tiktok.com/@creator');
  expect([await planned.getAttribute('target'), await planned.getAttribute('rel')]).toEqual(['_blank', 'noreferrer']);
  await page.getByText('www.tiktok.com').first().waitFor();

  await page
    .getByLabel('Video links')
    .fill(`${videoUrl(81)}\nhttps://www.tiktok.com/@creator\nhttps://youtu.be/${'0'.repeat(9)}81`);
  await page.getByRole('button', { name: 'Add these links' }).click();
  await page.getByText('1 link skipped').waitFor();
  await page.getByText("It's an account's page, not a video's.").waitFor();
  const heads = page.getByRole('region', { name: 'Videos' }).getByRole('button');
  expect(await heads.count()).toBe(1);
  await heads.first().click();
  await page.getByRole('button', { name: 'Not mentioned' }).click();
  await page.getByText("You checked: the promotion isn't in it.").waitFor();
  await page.getByLabel('Heard at').fill('1:2');
  await page.getByText('Enter a moment like 1:24.').waitFor();

  expect(await findViolations(page, 'narrow')).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
  await keepPicture(page, 'evidence-narrow');
});
