import { expect, test } from '@jest/globals';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';

import type { Deal } from '../system/answers.ts';
import { openApp } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

test('pages and records are found and opened by keyboard alone', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Zebra sneakers' });
  const visit = await openApp(stack, browser, manager);
  const { page } = visit;
  await page.getByText('Nothing due').waitFor();

  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search pages and records' });
  await field.waitFor();
  await page.keyboard.type('zebra');
  await page.getByRole('option', { name: /Zebra sneakers/ }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Zebra sneakers' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/deals/${deal.id}`);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('impo');
  await page.getByRole('option', { name: /Import/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/import');
  expect(visit.complaints).toEqual([]);
});

test('on a phone the search is in the bar, and the account behind More', async () => {
  const manager = await stack.signUp();
  const visit = await openApp(stack, browser, manager, { viewport: { width: 320, height: 640 } });
  const { page } = visit;
  await page.getByText('Nothing due').waitFor();

  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search pages and records' }).fill('impo');
  await page.getByRole('option', { name: /Import/ }).click();
  await page.waitForURL('**/import');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByText(manager.email).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await keepPicture(page, 'phone-more');
  expect(visit.complaints).toEqual([]);
});

test('a letter after g leads to a page, and never while somebody types', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  await page.getByText('No deals yet.').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('gi');
  expect(await page.getByRole('searchbox').inputValue()).toBe('gi');
  expect(new URL(page.url()).pathname).toBe('/deals');

  await page.locator('h1').click();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.waitForURL('**/import');
});
