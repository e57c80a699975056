import { expect, test } from '@jest/globals';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Deal, List, Video } from '../system/answers.ts';
import { daysAgo, videoUrl } from '../system/answers.ts';
import { openPage } from '../system/chromium.ts';
import { goTo, openApp, shownDate } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const LINKS = ['aaaaaaaaaa1', 'aaaaaaaaaa2', 'aaaaaaaaaa3'].map((id) => `https://www.youtube.com/watch?v=${id}`);

test('a new user signs up, pastes links, and sees them due', async () => {
  const { page, complaints } = await openPage(browser, { timezoneId: 'Pacific/Auckland', locale: 'de-DE' });
  await page.goto(`${stack.gatewayUrl}/signup`);
  const readTop = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.y;
  const top = await readTop();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('alert').first().waitFor();
  expect(await readTop()).toBe(top);
  await page.getByLabel('Name').fill('A New Person');
  await page.getByLabel('Email').fill('new@example.test');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByText('Time zone: Auckland · Format: German (Germany).').waitFor();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Nothing due').waitFor();

  await page.getByRole('link', { name: 'Import' }).first().click();
  await page.getByRole('textbox', { name: 'Posted on' }).fill(daysAgo(9));
  await page.getByLabel('Links').fill(`Northwind Coffee\nCODE: SPRING20\n${LINKS.join('\n')}`);
  const plan = page.getByRole('region', { name: 'Preview' });
  await plan.getByText('3 new videos').waitFor();
  await plan.getByText('new deal').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('3 videos added.').waitFor();

  await page.getByRole('link', { name: 'Go to Today' }).click();
  await page.getByText('3 left to do').waitFor();
  await page.keyboard.type('1234567');
  await page.keyboard.press('Enter');
  await page.getByText('2 left to do').waitFor();
  // Numbers are in the browser's locale, which sign-up stores.
  expect(
    await page
      .getByRole('textbox', { name: /^Views of/ })
      .first()
      .inputValue(),
  ).toBe('1.234.567');
  const { token } = await stack.signIn({ email: 'new@example.test', password: 'correct horse battery' });
  const settings = await stack.as(token).get<{ timeZone: string; locale: string }>('/api/settings');
  expect(settings.body).toMatchObject({ timeZone: 'Pacific/Auckland', locale: 'de-DE' });
  expect(complaints.filter((complaint) => !complaint.includes('ERR_ABORTED'))).toEqual([]);
});

test('a new user goes from sample links to a first report, step by step', async () => {
  const manager = await stack.signUp();
  const visit = await openApp(stack, browser, manager, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visit;
  const steps = page.getByRole('region', { name: 'First steps' });
  const isNext = (title: string) => steps.locator('[aria-current=step]').getByText(title).waitFor();
  await isNext('Import the videos you posted');
  await steps.getByText('Nothing due yet.').waitFor();
  expect(await page.getByRole('main').getByRole('link', { name: 'Import links' }).count()).toBe(1);
  await keepPicture(page, 'first-steps');
  expect(await findViolations(page)).toEqual([]);

  await steps.getByRole('button', { name: 'Try with sample links' }).click();
  await page.getByRole('region', { name: 'Preview' }).getByText('3 new videos').waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'Go to Today' }).click();
  await isNext('Record a view count');
  expect(await steps.getByRole('button', { name: 'Try with sample links' }).count()).toBe(0);

  await page
    .getByRole('textbox', { name: /^Views of/ })
    .first()
    .focus();
  await page.keyboard.type('1200');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Copy for Sample/ }).click();
  await page.getByText('1 view count copied').waitFor();
  await isNext('Bring a teammate or an agent');
  await steps.getByRole('button', { name: 'Hide first steps' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await page
    .getByRole('textbox', { name: /^Views of/ })
    .first()
    .waitFor();
  expect(await steps.count()).toBe(0);
  expect(visit.complaints).toEqual([]);
});

test('a group without a code is fixed in its card, and importing again changes nothing', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/import' });
  const text = `First deal\nCODE: FIRST\n${LINKS[0]}\n\nSecond deal\n${LINKS[1]}\n${LINKS[2]}`;
  await page.getByRole('textbox', { name: 'Posted on' }).fill('+3');
  await page.getByText('This date is in the future.').waitFor();
  await page.getByRole('textbox', { name: 'Posted on' }).fill(daysAgo(3));
  await page.getByText('This date is in the future.').waitFor({ state: 'detached' });
  await page.getByLabel('Links').fill(text);
  await page.getByText('needs a promo code').waitFor();
  await page.getByText('No active deal matches.').waitFor();

  // Typed text is kept when leaving the page.
  await page.getByRole('link', { name: 'Today' }).first().click();
  await page.getByRole('link', { name: 'Import' }).first().click();
  expect(await page.getByLabel('Links').inputValue()).toBe(text);
  await page.getByRole('textbox', { name: 'Posted on' }).fill(daysAgo(3));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('1 video added.').waitFor();
  await page.getByLabel('Promo code').fill('SECOND');
  await page.keyboard.press('Enter');
  await page.getByText('3 videos added.').waitFor();

  await page.getByLabel('Links').fill(text.replace('Second deal\n', 'Second deal\nCODE: SECOND\n'));
  await page.getByText('0 new videos, 3 already tracked').waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('Every video is already tracked. Nothing changed.').waitFor();
  const deals = await manager.get<List<Deal>>('/api/deals?sort=name');
  expect(deals.body.items.map(({ promoCode, videoCount }) => [promoCode, videoCount])).toEqual([
    ['FIRST', 1],
    ['SECOND', 2],
  ]);
});

test('rows of a spreadsheet are separate deals, and one with the name of a deal offers to add to it', async () => {
  const manager = await stack.signUp();
  await manager.post('/api/deals', { name: 'Glow Serum Spring', promoCode: 'GLOW10', status: 'active' });
  const { page } = await openApp(stack, browser, manager, { path: '/import' });
  const rows = [`Kite Nine\t${LINKS[0]}\tKITE99`, `Glow serum spring\t${LINKS[1]}\t`];
  await page.getByLabel('Links').fill(['Deal\tLink\tCode', ...rows].join('\n'));
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('article').filter({ hasText: 'KITE99' }).getByText('new deal').waitFor();

  const card = page.getByRole('article', { name: 'Glow serum spring' });
  await card.getByText('Add to Glow Serum Spring (GLOW10)?').waitFor();
  await card.getByLabel('Promo code').fill('OTHER');
  await card.getByText('No active deal matches.').waitFor();
  await card.getByLabel('Promo code').fill('GLOW10');
  await card.getByText('Add to Glow Serum Spring (GLOW10)?').waitFor();
  await keepPicture(page, 'import-offer');
  await card.getByRole('button', { name: 'Add video' }).click();
  await page.getByText('1 video added.').waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'Kite Nine' }).waitFor();

  const deals = await manager.get<List<Deal>>('/api/deals?sort=name');
  expect(deals.body.items.map(({ name, promoCode, videoCount }) => [name, promoCode, videoCount])).toEqual([
    ['Glow Serum Spring', 'GLOW10', 1],
    ['Kite Nine', 'KITE99', 1],
  ]);
});

test('a date that cannot be read blocks the preview and the import, which leads to its field', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/import' });
  const field = page.getByRole('textbox', { name: 'Posted on' });
  const preview = page.getByRole('region', { name: 'Preview' });
  await page.getByLabel('Links').fill(`CODE: DATED\n${LINKS[0]}\n\nOpen\n${LINKS[1]}`);
  await preview.getByText('1 new video').waitFor();

  await field.fill('abc');
  await preview.getByText('Correct “Posted on” to see the preview.').waitFor();
  expect(await preview.getByText('1 new video').count()).toBe(0);
  for (const send of [
    () => page.getByRole('button', { name: 'Import', exact: true }).click(),
    () => page.getByLabel('Links').press('Control+Enter'),
  ]) {
    await page.getByLabel('Links').focus();
    await send();
    expect(await page.evaluate('document.activeElement.labels[0].textContent')).toBe('Posted on');
    await page.getByRole('alert').filter({ hasText: 'Enter a date, like' }).waitFor();
  }
  expect((await manager.get<List<Deal>>('/api/deals')).body.items).toEqual([]);

  await field.fill(daysAgo(2));
  await preview.getByText('1 new video').waitFor();
  await page.getByLabel('Links').press('Control+Enter');
  await page.getByText('1 video added.').waitFor();
});

test('unusable lines are named, and the rest is imported', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/import' });
  await page.getByLabel('Links').fill(`CODE: MIXED\n${LINKS[0]}\nhttps://<img src=x onerror=alert(1)>/`);
  await page.getByText('1 line to fix').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('1 video added.').waitFor();

  const deals = await manager.get<List<Deal>>('/api/deals');
  const videos = await manager.get<List<Video>>(`/api/deals/${deals.body.items[0]?.id}/videos`);
  expect(videos.body.total).toBe(1);
  expect(await page.locator('img:not([src="/brand/icon.svg"])').count()).toBe(0);
  // The line is kept, with its group's code, until it is corrected or dismissed.
  expect(await page.getByLabel('Links').inputValue()).toBe('CODE: MIXED\nhttps://<img src=x onerror=alert(1)>/');
  await page.getByRole('button', { name: 'Line 2' }).click();
  expect(await page.evaluate('getSelection().toString()')).toBe('https://<img src=x onerror=alert(1)>/');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByLabel('Links').inputValue()).resolves.toBe('');

  await page.getByLabel('Links').fill('Nobody');
  await page.getByText('This text has no links yet.').waitFor();
  await page.getByRole('button', { name: 'Clear text' }).click();
  await expect(page.getByLabel('Links').inputValue()).resolves.toBe('');
});

test('unplaced links stay in text, cards and badge, in every tab, until solved or dismissed', async () => {
  const manager = await stack.signUp();
  const { page, complaints } = await openApp(stack, browser, manager, { path: '/import', isUnhurried: true });
  const [one, two, three, four] = [videoUrl(951), videoUrl(952), videoUrl(953), videoUrl(954)];
  const open = [`Second\n${two}\n${two}`, `Third (use code THIRD-3)\n${three}`, `Fourth\n${four}`];
  await page.getByRole('textbox', { name: 'Posted on' }).fill(daysAgo(5));
  await page.getByLabel('Links').fill([`CODE: DONE1\n${one}`, ...open].join('\n\n'));
  await page.getByText('· 1 duplicate skipped').waitFor();
  await page.getByRole('textbox', { name: 'Posted on' }).fill(daysAgo(4));
  await page.getByLabel('Links').press('Control+Enter');
  await page.getByText('1 video added.').waitFor();

  const badge = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Import, 3 open' });
  await badge.waitFor();
  expect(await page.getByLabel('Links').inputValue()).toBe(open.join('\n\n'));
  const card = (name: string) => page.getByRole('article', { name });
  await card('Second').getByLabel('Promo code').fill('SECOND2');
  await page.keyboard.press('Escape');
  await goTo(page, 'd');
  await page.getByRole('heading', { name: 'Deals' }).waitFor();
  await badge.click();
  await card('Second').getByTitle(two).waitFor();
  await page.reload();
  await card('Fourth').waitFor();
  expect(await page.getByRole('textbox', { name: 'Posted on' }).inputValue()).toBe(shownDate(daysAgo(4)));
  expect(await card('Second').getByLabel('Promo code').inputValue()).toBe('SECOND2');

  const other = await page.context().newPage();
  await other.goto(`${stack.gatewayUrl}/import`);
  const third = other.getByRole('article', { name: 'Third' });
  await third.getByText('Found in your text. Check it.').waitFor();
  await third.getByRole('button', { name: 'Add video' }).click();
  await other.getByText('1 video added.').waitFor();
  await other.close();
  await card('Third').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Import, 2 open' }).first().waitFor();

  await card('Fourth').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await card('Fourth').getByRole('button', { name: 'Dismiss' }).click();
  await card('Second').getByRole('button', { name: 'Add video' }).click();
  await page.getByRole('link', { name: 'Import', exact: true }).first().waitFor();
  expect(await page.getByLabel('Links').inputValue()).toBe('');
  const deals = await manager.get<List<Deal>>('/api/deals?sort=name');
  expect(deals.body.items.map(({ name, promoCode, postDate }) => [name, promoCode, postDate])).toEqual([
    ['DONE1', 'DONE1', daysAgo(4)],
    ['Second', 'SECOND2', daysAgo(4)],
    ['Third', 'THIRD-3', daysAgo(4)],
  ]);
  expect(complaints).toEqual([]);
});

test('an unanswered import keeps the text, retries under the same key, and keeps later input', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/import', viewport: { width: 390, height: 800 } });
  const text = `CODE: AWAY\n${videoUrl(961)}\n\nOpen\n${videoUrl(962)}`;
  const keys: (string | undefined)[] = [];
  const away = '**/api/deals/bulk-import/process';
  await page.route(away, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 2) await route.continue();
    else await route.abort('connectionrefused');
  });
  await page.getByLabel('Links').fill(text);
  await page.getByRole('article', { name: 'Open' }).waitFor();

  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Importing…' }).waitFor();
  expect(await page.getByLabel('Links').inputValue()).toBe(text);
  await page.getByLabel('Links').fill(`${text}\n\nLater\n${videoUrl(963)}`);
  await page.getByRole('button', { name: 'Import', exact: true }).waitFor();
  await page.getByRole('article', { name: 'Later' }).waitFor();

  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  expect(await page.getByLabel('Links').inputValue()).toBe(`Open\n${videoUrl(962)}\n\nLater\n${videoUrl(963)}`);
  await page.getByRole('link', { name: /^Import, 2 open/ }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);

  // Reloading the tab during the import loses nothing.
  await page.unroute(away);
  await page.route(away, () => undefined);
  await page.getByLabel('Links').press('Control+Enter');
  await page.getByRole('button', { name: 'Importing…' }).waitFor();
  await page.reload();
  await page.getByRole('article', { name: 'Later' }).waitFor();
  expect(await page.getByLabel('Links').inputValue()).toContain(videoUrl(962));
});

test('a first day: ten links with a code, a group without one, due checks, counts, and the report', async () => {
  const { page, complaints } = await openPage(browser, { permissions: ['clipboard-write'] });
  await page.goto(`${stack.gatewayUrl}/signup`);
  await page.getByLabel('Name').fill('A New Person');
  await page.getByLabel('Email').fill('first-day@example.test');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('link', { name: 'Import links' }).click();

  const links = Array.from({ length: 12 }, (_each, index) => videoUrl(900 + index));
  const groups = [['Northwind Coffee', 'CODE: SPRING20', ...links.slice(0, 10)], links.slice(10)];
  await page.getByRole('textbox', { name: 'Posted on' }).fill(daysAgo(9));
  await page.getByLabel('Links').fill(groups.map((lines) => lines.join('\n')).join('\n\n'));
  await page.getByText('need a promo code').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('10 videos added.').waitFor();
  await page.getByLabel('Promo code').fill('FJELL15');
  await page.keyboard.press('Enter');
  await page.getByText('12 videos added.').waitFor();

  await page.getByRole('link', { name: 'Go to Today' }).click();
  await page.getByText('12 left to do').waitFor();
  for (const index of links.keys()) {
    await page.keyboard.type(String(1_000 + index));
    await page.keyboard.press('Enter');
  }
  await page.getByText('· All done').waitFor();
  await page.getByText('12 recorded today').waitFor();
  await page.getByRole('button', { name: 'Everything of the day' }).click();
  await page.getByText('12 view counts copied').waitFor();

  // Pages may not read the clipboard, so the test pastes it.
  await page.getByRole('link', { name: 'Import' }).first().click();
  await page.getByLabel('Links').focus();
  await page.keyboard.press('Control+v');
  const { token } = await stack.signIn({ email: 'first-day@example.test', password: 'correct horse battery' });
  const viewLogs = await stack.as(token).get<{ copyText: string }>('/api/deals/view-logs?limit=200');
  expect(await page.getByLabel('Links').inputValue()).toBe(viewLogs.body.copyText);
  expect(viewLogs.body.copyText.split('\n').filter((line) => line.includes('1,011'))).toHaveLength(1);
  expect(complaints.filter((complaint) => !complaint.includes('ERR_ABORTED'))).toEqual([]);
});
