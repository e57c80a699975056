/** Pages for a visitor without an account: a shared deal on a phone, a short link on a poster. */
import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import type { Page } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { daysAgo, type ImportAnswer, type List, videoUrl } from '../system/answers.ts';
import { isTooWide, openPage, readDownload } from '../system/chromium.ts';
import { countClicks, type Link, visit } from '../system/short-links/short-link-visits.ts';
import { openApp } from './app.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const PASSWORD = 'open sesame 1';

/** A deal with view counts and an external share limited to ten views. Returns the URL of the share. */
async function shareDeal(owner: Session): Promise<string> {
  const { body } = await owner.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: daysAgo(12),
    linksText: ['Spring launch', 'CODE: PROOF20', videoUrl(800), videoUrl(801)].join('\n'),
  });
  const { dealId, videos } = body.deals[0]!;
  for (const { videoId } of videos) {
    for (const [day, value] of [
      [9, 1_000],
      [2, 4_000],
    ] as const) {
      await owner.post(`/api/deals/${dealId}/views`, { videoId, value, checkedAt: `${daysAgo(day)}T10:00:00Z` });
    }
  }
  const { body: share } = await owner.post<{ url: string }>('/api/shares/external', {
    entityType: 'deal',
    entityId: dealId,
    visibleFields: ['name', 'promoCode', 'totalViews', 'videos', 'readings'],
    maxViews: 10,
    password: PASSWORD,
  });
  return share.url;
}

const timesViewed = async (owner: Session): Promise<number | undefined> =>
  (await owner.get<List<{ viewCount: number }>>('/api/shares/external')).body.items[0]?.viewCount;

async function openShare(page: Page, url: string, password: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Open' }).click();
}

test('a stranger opens a share, prints it and downloads the CSV; owner views and reloads do not count', async () => {
  const owner = await stack.signUp();
  const url = await shareDeal(owner);
  const own = await openApp(stack, browser, owner, { path: '/shares' });
  for (let look = 0; look < 2; look += 1) {
    await openShare(own.page, url, PASSWORD);
    await own.page.getByRole('heading', { name: 'Spring launch' }).waitFor();
    await own.page.context().clearCookies({ name: /^svc_view_/ });
  }
  expect(await timesViewed(owner)).toBe(0);

  const { page, complaints } = await openPage(browser, PHONE);
  await openShare(page, url, 'open sesame 2');
  await page.getByText('password').first().waitFor();
  expect(await timesViewed(owner)).toBe(0);
  await openShare(page, url, PASSWORD);
  await page.getByRole('heading', { name: 'Spring launch' }).waitFor();
  await page.getByRole('img', { name: /Views/ }).waitFor();
  expect(await isTooWide(page)).toBe(false);
  await page.reload();
  await page.getByRole('heading', { name: 'Spring launch' }).waitFor();
  expect(await timesViewed(owner)).toBe(1);

  const csv = page.getByRole('link', { name: 'Download view counts' });
  const [file] = await Promise.all([page.waitForEvent('download'), csv.click()]);
  const text = (await readDownload(file)).toString('utf8');
  expect(text.match(/,(1000|4000)\b/g)?.length).toBe(4);
  await page.emulateMedia({ media: 'print' });
  expect(await csv.isVisible()).toBe(false);
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await timesViewed(owner)).toBe(1);

  for (let viewer = 2; viewer <= 10; viewer += 1) expect(await openAsSomebody(url)).toBe(303);
  expect(await timesViewed(owner)).toBe(10);
  expect(await openAsSomebody(url)).toBe(410);
  const late = await openPage(browser, PHONE);
  await late.page.goto(url);
  await late.page.getByRole('heading', { name: 'This link is used up' }).waitFor();
  expect(complaints.filter((complaint) => !complaint.includes('40'))).toEqual([]);
});

/** Opens the link from a new browser. Returns the status. */
async function openAsSomebody(url: string): Promise<number> {
  const body = new URLSearchParams({ password: PASSWORD });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return answer.status;
}

test('a short link is created, opened and charted, and its QR code leads to the same target', async () => {
  const user = await stack.signUp();
  const visitOfApp = await openApp(stack, browser, user, { path: '/links', permissions: ['clipboard-write'] });
  const { page } = visitOfApp;
  await page.getByLabel('URL to shorten').fill('https://example.com/spring');
  await page.getByRole('button', { name: 'Shorten and copy' }).click();
  await page.getByText('Link created and copied').waitFor();
  const { body } = await user.get<List<Link>>('/api/shorten');
  const link = body.items[0]!;
  const { shortUrl, shortId, id } = link;
  expect(await visit(shortUrl)).toMatchObject({ status: 302, location: 'https://example.com/spring' });

  await page.getByRole('link', { name: shortId }).click();
  await page.waitForURL(`**/links/${id}`);
  const code = page.getByAltText(/^QR code/);
  await code.scrollIntoViewIfNeeded();
  await code.evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode());
  expect(await readQrCode(await code.screenshot())).toBe(shortUrl);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'PNG' }).click()]);
  const printed = await readQrCode(await readDownload(file));
  expect(await visit(printed)).toMatchObject({ status: 302, location: 'https://example.com/spring' });

  await eventually(async () => expect(await countClicks(user, link)).toBe(2));
  await page.reload();
  await page.getByText('2 clicks by 2 visitors').waitFor();
  await page.getByText('Show data').click();
  const today = page.getByRole('table').getByRole('row').last();
  await today.getByRole('cell', { name: '2', exact: true }).first().waitFor();
  expect(visitOfApp.complaints).toEqual([]);
});

/** Decodes the QR code in an image. */
async function readQrCode(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}
