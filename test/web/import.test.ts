import { expect, test } from '@jest/globals';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';

import type { Deal, List, Video } from '../system/answers.ts';
import { daysAgo, videoUrl } from '../system/answers.ts';
import { openPage } from '../system/chromium.ts';
import { openApp } from './app.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const LINKS = ['aaaaaaaaaa1', 'aaaaaaaaaa2', 'aaaaaaaaaa3'].map((id) => `https://www.youtube.com/watch?v=${id}`);

test('a new person signs up, pastes links, and sees them due', async () => {
  const { page, complaints } = await openPage(browser, { timezoneId: 'Pacific/Auckland', locale: 'de-DE' });
  await page.goto(`${stack.gatewayUrl}/signup`);
  await page.getByLabel('Name').fill('A New Person');
  await page.getByLabel('Email').fill('new@example.test');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByText('Time zone: Pacific/Auckland').waitFor();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Nothing due').waitFor();

  await page.getByRole('link', { name: 'Import' }).first().click();
  await page.getByLabel('Posted on').fill(daysAgo(9));
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
  // Numbers read as in the locale that the browser brought along.
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

test('a group without its code is mended in its card, and importing again changes nothing', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/import' });
  const text = `First deal\nCODE: FIRST\n${LINKS[0]}\n\nSecond deal\n${LINKS[1]}\n${LINKS[2]}`;
  await page.getByLabel('Posted on').fill(daysAgo(3));
  await page.getByLabel('Links').fill(text);
  await page.getByText('needs a promo code').waitFor();
  await page.getByText("These links don't match an active deal.").waitFor();

  // What was typed is kept when the page is left.
  await page.getByRole('link', { name: 'Today' }).first().click();
  await page.getByRole('link', { name: 'Import' }).first().click();
  expect(await page.getByLabel('Links').inputValue()).toBe(text);
  await page.getByLabel('Posted on').fill(daysAgo(3));
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

test('lines that cannot be used are named, and the rest is done', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/import' });
  await page.getByLabel('Links').fill(`CODE: MIXED\n${LINKS[0]}\nhttps://<img src=x onerror=alert(1)>/`);
  await page.getByText('1 line skipped').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('1 video added.').waitFor();

  const deals = await manager.get<List<Deal>>('/api/deals');
  const videos = await manager.get<List<Video>>(`/api/deals/${deals.body.items[0]?.id}/videos`);
  expect(videos.body.total).toBe(1);
  expect(await page.locator('img').count()).toBe(0);
});

test('a whole first day: ten links with one label and one code, a group without, what is due, counts, and the text', async () => {
  const { page, complaints } = await openPage(browser, { permissions: ['clipboard-write'] });
  await page.goto(`${stack.gatewayUrl}/signup`);
  await page.getByLabel('Name').fill('A New Person');
  await page.getByLabel('Email').fill('first-day@example.test');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('link', { name: 'Import links' }).click();

  const links = Array.from({ length: 12 }, (_each, index) => videoUrl(900 + index));
  const groups = [['Northwind Coffee', 'CODE: SPRING20', ...links.slice(0, 10)], links.slice(10)];
  await page.getByLabel('Posted on').fill(daysAgo(9));
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

  // No page may read the clipboard; a person can paste it.
  await page.getByRole('link', { name: 'Import' }).first().click();
  await page.getByLabel('Links').focus();
  await page.keyboard.press('Control+v');
  const { token } = await stack.signIn({ email: 'first-day@example.test', password: 'correct horse battery' });
  const readings = await stack.as(token).get<{ copyText: string }>('/api/deals/view-logs?limit=200');
  expect(await page.getByLabel('Links').inputValue()).toBe(readings.body.copyText);
  expect(readings.body.copyText.split('\n').filter((line) => line.includes('1,011'))).toHaveLength(1);
  expect(complaints.filter((complaint) => !complaint.includes('ERR_ABORTED'))).toEqual([]);
});
