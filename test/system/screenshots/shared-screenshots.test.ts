import { describe, expect, test } from '@jest/globals';
import { noise } from '@svc/images/testing/test-images';
import { sharedBrowser, sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import { type AnswerOf, type ErrorAnswer, videoUrl } from '../answers.ts';
import { isTooWide, openPage } from '../chromium.ts';
import { endViewingPasses } from '../database.ts';
import { joinTeam } from '../sharing/joining.ts';
import { createScreenshot, dealWithVideo, pixel, readPicture } from './screenshots.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

interface Opened {
  readonly viewingPass: string;
  readonly screenshots?: AnswerOf<'public.open_share'>['screenshots'];
}

interface ExternalShare {
  readonly id: string;
  readonly url: string;
  readonly token: string;
}

async function shareOutside(owner: Session, dealId: string, fields: object = {}): Promise<ExternalShare> {
  const request = { entityType: 'deal', entityId: dealId, ...fields };
  const { status, body } = await owner.post<{ id: string; url: string }>('/api/shares/external', request);
  expect(status).toBe(201);
  return { ...body, token: new URL(body.url).pathname.split('/').at(-1) ?? '' };
}

const open = async ({ token }: ExternalShare) =>
  (await stack.anyone.post<Opened>(`/api/public/shares/${token}/open`, {})).body;

/** A deal with a screenshot of its video, and an external share that shows it. */
async function shownOutside(number: number) {
  const owner = await stack.signUp();
  const { dealId, videoId } = await dealWithVideo(owner, number);
  const fields = { dealId, videoId, capturedAt: '2026-01-05T10:30:00Z', detectedViews: 12_345 };
  const screenshot = await createScreenshot(owner, pixel(number), fields);
  const share = await shareOutside(owner, dealId, { visibleFields: ['name', 'videos', 'screenshots'] });
  return { owner, dealId, videoId, screenshot, share };
}

describe('an external share that shows screenshots', () => {
  test('shows those of its owner, which its viewing pass opens', async () => {
    const { owner, dealId, videoId, screenshot, share } = await shownOutside(500);
    const editor = await stack.signUp();
    const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Team' });
    await joinTeam(owner, team.id, editor, 'admin');
    await owner.post(`/api/teams/${team.id}/share`, { entityType: 'deal', entityId: dealId });
    const foreign = await createScreenshot(editor, pixel(501), { dealId, videoId });

    const { screenshots, viewingPass } = await open(share);
    const [shown] = screenshots ?? [];
    const pass = { headers: { 'x-viewing-pass': viewingPass } };
    const picture = await readPicture(stack, shown?.imageUrl ?? null, pass);
    const small = await readPicture(stack, `${shown?.imageUrl}?size=160`, pass);

    expect(screenshots).toEqual([
      {
        screenshotId: screenshot.screenshotId,
        videoUrl: videoUrl(500),
        capturedAt: '2026-01-05T10:30:00.000Z',
        detectedViews: 12_345,
        viewsDetected: false,
        grade: 'uploaded',
        sourceUrl: null,
        showsAnotherPage: false,
        imageUrl: `/api/public/shares/${share.token}/screenshots/${screenshot.screenshotId}`,
      },
    ]);
    for (const { status, headers } of [picture, small]) {
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'image/webp',
        'no-store',
      ]);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    const ofEditor = `/api/public/shares/${share.token}/screenshots/${foreign.screenshotId}`;
    expect((await readPicture(stack, ofEditor, pass)).status).toBe(404);
  });

  test("serves no image without its pass, with another share's pass, or after the pass has ended", async () => {
    const [{ share, screenshot }, other] = [await shownOutside(510), await shownOutside(511)];
    const imageUrl = `/api/public/shares/${share.token}/screenshots/${screenshot.screenshotId}`;
    const status = async (pass?: string) =>
      (await readPicture(stack, imageUrl, pass === undefined ? {} : { headers: { 'x-viewing-pass': pass } })).status;
    const { viewingPass } = await open(share);

    expect([await status(), await status((await open(other.share)).viewingPass)]).toEqual([404, 404]);
    expect(await status(viewingPass)).toBe(200);
    await endViewingPasses(stack.databaseAdminUrl, share.id);
    expect(await status(viewingPass)).toBe(404);
  });

  test.each([
    ['the share is disabled', { isActive: false }],
    ['it no longer shows screenshots', { visibleFields: ['name', 'videos'] }],
  ])('serves no image once %s', async (_what, change) => {
    const { owner, share, screenshot } = await shownOutside('isActive' in change ? 520 : 521);
    const { viewingPass } = await open(share);
    const imageUrl = `/api/public/shares/${share.token}/screenshots/${screenshot.screenshotId}`;
    const status = async () =>
      (await readPicture(stack, imageUrl, { headers: { 'x-viewing-pass': viewingPass } })).status;
    expect(await status()).toBe(200);

    expect((await owner.put(`/api/shares/external/${share.id}`, change)).status).toBe(200);

    expect(await status()).toBe(404);
  });

  test('names them in its fields; by default it shows none', async () => {
    const { owner, dealId, screenshot } = await shownOutside(530);
    const share = await shareOutside(owner, dealId);

    const { viewingPass, ...opened } = await open(share);
    const imageUrl = `/api/public/shares/${share.token}/screenshots/${screenshot.screenshotId}`;
    const picture = await readPicture(stack, imageUrl, { headers: { 'x-viewing-pass': viewingPass } });

    expect(opened).not.toHaveProperty('screenshots');
    expect(picture.status).toBe(404);
    const chosen = await owner.post<ErrorAnswer>('/api/shares/external', {
      entityType: 'contact',
      entityId: dealId,
      visibleFields: ['screenshots'],
    });
    expect([chosen.status, chosen.body.error.details[0]?.path]).toEqual([400, 'visibleFields']);
  });
});

describe('the page of an external share', () => {
  test('shows screenshots with the time and way they were taken', async () => {
    const { share } = await shownOutside(540);
    const { page, complaints } = await openPage(browser, { viewport: { width: 375, height: 667 } });
    await page.goto(share.url);

    await page.getByRole('button', { name: 'Open' }).click();
    const isShown = await page.evaluate<boolean>(
      "document.querySelector('figure img').decode().then(() => true, () => false)",
    );
    const caption = await page.locator('figcaption').innerText();
    const tooWide = await isTooWide(page);
    await page.reload();

    expect(isShown).toBe(true);
    expect(caption).toContain('12,345 views (stated by A Person) · Uploaded by A Person, Jan 5, 2026, 10:30 AM');
    expect(caption).toContain('youtube.com/watch?v=00000000540');
    expect(tooWide).toBe(false);
    expect(await page.locator('figcaption').innerText()).toBe(caption);
    expect(complaints).toEqual([]);
  });

  test("shows the sender's logo only once it is open, in print too", async () => {
    const owner = await stack.signUp();
    const { dealId } = await dealWithVideo(owner, 570);
    const share = await shareOutside(owner, dealId, { password: 'open sesame' });
    const image = new Uint8Array(await noise(64, 20));
    const sent = await fetch(`${stack.gatewayUrl}/api/settings/logo`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'image/png' },
      body: image,
    });
    const { page, complaints } = await openPage(browser, { viewport: { width: 375, height: 667 } });
    await page.goto(share.url);
    const closed = await page.content();

    await page.getByLabel('Password').fill('open sesame');
    await page.getByRole('button', { name: 'Open' }).click();
    const logo = page.locator('img.logo');
    const isShown = await page.evaluate<boolean>(
      "document.querySelector('img.logo').decode().then(() => true, () => false)",
    );
    await page.emulateMedia({ media: 'print' });

    expect(sent.status).toBe(200);
    expect(closed).not.toMatch(/\/logo|class="logo"/);
    expect([isShown, await logo.isVisible()]).toEqual([true, true]);
    expect(await logo.getAttribute('src')).toBe(`/api/public/shares/${share.token}/logo`);
    expect(await page.locator('head').innerHTML()).not.toContain('/logo');
    expect(complaints).toEqual([]);
    expect((await readPicture(stack, `/api/public/shares/${share.token}/logo`)).status).toBe(404);
    await owner.delete('/api/settings/logo');
    await page.reload();
    expect(await logo.count()).toBe(0);
  });

  test('has no images when screenshots are not shared', async () => {
    const { owner, dealId } = await shownOutside(550);
    const share = await shareOutside(owner, dealId);

    const opened = await fetch(share.url, { method: 'POST', redirect: 'manual' });
    const cookie = opened.headers.get('set-cookie')!.split(';')[0]!;
    const text = await (await fetch(share.url, { headers: { cookie } })).text();

    expect(text).toContain('<h2>Videos</h2>');
    expect(text).not.toMatch(/<img(?! src="\/brand\/icon\.svg")|Screenshots/);
  });

  test('allows images from its own host only', async () => {
    const { share } = await shownOutside(560);

    const shared = await fetch(share.url);

    expect(shared.headers.get('content-security-policy')).toContain("img-src 'self';");
  });
});
