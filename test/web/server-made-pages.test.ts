import { beforeAll, expect, test } from '@jest/globals';
import { PUBLIC_PAGES } from '@svc/gateway/surfaces/public-pages/pages';
import type { BrowserContextOptions } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { daysAgo, type ImportAnswer, videoUrl } from '../system/answers.ts';
import { isTooWide, openPage } from '../system/chromium.ts';
import { createScreenshot, pixel } from '../system/screenshots/screenshots.ts';
import { pastedText } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();
let owner: Session;
/** Paths of the pages that show records of the owner. */
let paths: Readonly<Record<string, string>>;

beforeAll(async () => {
  owner = await stack.signUp();
  paths = { ...(await shareProof()), ...(await askToBeLetIn()), ...(await invite()) };
});

const pathOf = (address: string): string => new URL(address).pathname;

/** A deal with three videos and two weeks of view counts, shared externally with and without a password. */
async function shareProof() {
  const { body } = await owner.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: daysAgo(20),
    linksText: ['Spring launch', 'CODE: PROOF20', ...[700, 701, 702].map(videoUrl)].join('\n'),
  });
  const { dealId, videos } = body.deals[0]!;
  const target = await owner.patch(`/api/deals/${dealId}`, { viewsTarget: 40_000, price: 1_200, currency: 'EUR' });
  expect(target.status).toBe(200);
  for (const [place, { videoId }] of videos.entries()) {
    for (const day of [19, 15, 12, 6, 1]) {
      const value = Math.round((20 - day) ** 1.4 * 310 * (place + 1));
      const viewLog = { videoId, value, checkedAt: `${daysAgo(day)}T10:00:00Z` };
      const { status } = await owner.post(`/api/deals/${dealId}/views`, viewLog);
      expect(status).toBe(201);
    }
    const fields = { dealId, videoId, capturedAt: `${daysAgo(1)}T10:00:00Z`, detectedViews: 12_345 };
    await createScreenshot(owner, pixel(700 + place), fields);
  }
  const link = async (fields: object) => {
    const request = { entityType: 'deal', entityId: dealId, ...fields };
    return pathOf((await owner.post<{ url: string }>('/api/shares/external', request)).body.url);
  };
  const facts = ['name', 'brand', 'status', 'promoCode', 'price', 'viewsTarget', 'totalViews'];
  const visibleFields = [...facts, 'videos', 'readings', 'screenshots'];
  return { proof: await link({ visibleFields }), locked: await link({ visibleFields, password: 'open sesame' }) };
}

/** Starts the login link of an agent. */
async function askToBeLetIn() {
  const asked = await stack.anyone.post<{ approvalUrl: string; userCode: string }>('/api/agent/auth/start', {
    clientName: 'Deal helper',
    scopes: ['svc.read', 'svc.write.low_risk', 'mcp'],
  });
  return { authorization: pathOf(asked.body.approvalUrl) };
}

async function invite() {
  const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Team of the spring' });
  const path = `/api/teams/${team.id}/members`;
  const { body } = await owner.post<{ link: string }>(path, { email: 'guest@example.test', role: 'member' });
  return { invitation: pathOf(body.link) };
}

/** Opens a browser page, signed in as the owner if asked. */
async function look(options: BrowserContextOptions, isSignedIn = false) {
  const opened = await openPage(browser, options);
  const cookie = { name: 'svc_session', value: owner.token, url: stack.gatewayUrl };
  if (isSignedIn) await opened.page.context().addCookies([cookie]);
  return opened;
}

const SIZES = { desk: { width: 1_280, height: 800 }, phone: { width: 320, height: 640 } };

test('a block of the guide for agents is copied with its button', async () => {
  const { page, complaints } = await look({ viewport: SIZES.phone, permissions: ['clipboard-write'] });
  await page.goto(`${stack.gatewayUrl}/docs/agents`);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();

  expect(JSON.parse(await pastedText(page))).toMatchObject({
    mcpServers: { 'agent-bridge': { url: `${stack.gatewayUrl}/api/agent/mcp` } },
  });
  expect(complaints).toEqual([]);
});

/** Each page with its viewer; names in brackets are keys of `paths`. */
const PAGES = [
  ...PUBLIC_PAGES.map(({ path }) => [path, 'stranger'] as const),
  ['/docs/agents', 'stranger'],
  ['/docs/backend/api-surface', 'stranger'],
  ['[proof]', 'stranger'],
  ['[locked]', 'stranger'],
  ['/reset-password', 'stranger'],
  ['/reset-password?token=abc', 'stranger'],
  ['/confirm-address?token=abc', 'stranger'],
  ['/api/public/reminders/abc', 'stranger'],
  ['[invitation]', 'stranger'],
  ['[invitation]', 'owner'],
  ['[authorization]', 'stranger'],
  ['[authorization]', 'owner'],
  ['/agent/authorize', 'owner'],
  ['/nothing', 'stranger'],
] as const;

test.each(PAGES)('%s, for a %s, is accessible and fits, on a phone and in dark colors too', async (name, who) => {
  const path = name.startsWith('[') ? (paths[name.slice(1, -1)] ?? '') : name;
  const picture = `${name.replaceAll(/[^a-z]+/g, '-')}-${who}`;
  const { page, complaints } = await look({ colorScheme: 'light', viewport: SIZES.desk }, who === 'owner');
  await page.goto(stack.gatewayUrl + path);
  if (name === '[proof]') await page.getByRole('button', { name: 'Open' }).click();

  const onDesk = { violations: await findViolations(page), tooWide: await isTooWide(page) };
  await keepPicture(page, `${picture}-desk`);
  await page.setViewportSize(SIZES.phone);
  const onPhone = { violations: await findViolations(page, 'narrow'), tooWide: await isTooWide(page) };
  await keepPicture(page, `${picture}-phone`);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inTheDark = await findViolations(page, 'dark');
  await keepPicture(page, `${picture}-dark`);

  expect(onDesk).toEqual({ violations: [], tooWide: false });
  expect(onPhone).toEqual({ violations: [], tooWide: false });
  expect(inTheDark).toEqual([]);
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  await page.context().close();
});

test('view counts of a shared deal stay on one line on a phone', async () => {
  const { page } = await look({ viewport: SIZES.phone });
  await page.goto(stack.gatewayUrl + (paths.proof ?? ''));
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Videos' }).waitFor();
  const lines = await page.evaluate<number[]>(`
    [...document.querySelector('table').querySelectorAll('td:nth-child(3)')].map((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return text.getClientRects().length;
    });
  `);

  expect(lines).toEqual([1, 1, 1]);
});

test('a shared deal prints dark on white without screen-only parts, and keeps lines in forced colors', async () => {
  const { page } = await look({ colorScheme: 'dark', viewport: { width: 794, height: 1_123 } });
  await page.goto(stack.gatewayUrl + (paths.proof ?? ''));
  await page.getByRole('button', { name: 'Open' }).click();
  const csv = page.getByRole('link', { name: 'Download view counts' });
  const colorOf = (selector: string, property: string): Promise<string> =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`);
  const onScreen = await csv.isVisible();

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const onPaper = { csv: await csv.isVisible(), ink: await colorOf('h1', 'color') };
  await keepPicture(page, '-proof--printed');
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  const lines = [await colorOf('.chart .whole', 'stroke'), await colorOf('.chart .grid', 'stroke')];
  await keepPicture(page, '-proof--forced-colours');

  expect(onScreen).toBe(true);
  expect(onPaper).toEqual({ csv: false, ink: 'rgb(22, 26, 33)' });
  expect(new Set(lines).size).toBe(2);
});
