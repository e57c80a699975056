import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';

import type { AnswerOf, Deal } from '../system/answers.ts';
import { importDueVideos, openApp } from './app.ts';
import { findViolations } from './axe.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const headings = (page: Page): Promise<string[]> => page.getByRole('columnheader').allTextContents();

test('columns that are hidden stay so after a reload, and come back', async () => {
  const manager = await stack.signUp();
  await manager.post<Deal>('/api/deals', { name: 'Zebra sneakers', brand: 'Zebra', contactName: 'Ann' });
  const visit = await openApp(stack, browser, manager, { path: '/deals' });
  const { page } = visit;
  await page.getByText('Ann').waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Brand' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Price' }).click();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByText('Ann').waitFor();
  expect(await headings(page)).toEqual(['Deal', 'Status', 'Contact', 'Views', 'Videos', 'Posted']);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Brand' }).click();
  expect(await headings(page)).toContain('Brand');
  expect(visit.complaints).toEqual([]);
});

test('rows that are chosen by x are copied, and no others', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 3);
  const due = await manager.get<AnswerOf<'deals.due_views'>>('/api/deals/due-views');
  for (const [index, { dealId, videoId }] of due.body.items.entries()) {
    await manager.post(`/api/deals/${dealId}/views`, { videoId, value: 7_001 + index });
  }
  const visit = await openApp(stack, browser, manager, {
    path: '/views',
    permissions: ['clipboard-write', 'clipboard-read'],
  });
  const { page } = visit;
  await page.getByRole('checkbox', { name: 'Select row 1' }).check();
  await page.keyboard.press('x');
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const copied = page.waitForResponse((response) => response.url().includes('logIds='));
  await page.getByRole('button', { name: 'Copy text of 2' }).click();
  const { copyText } = (await (await copied).json()) as AnswerOf<'deals.view_logs'>;
  await page.getByText('2 view counts copied').waitFor();

  expect(copyText).toContain('7,003');
  expect(copyText).toContain('7,002');
  expect(copyText).not.toContain('7,001');
  expect(await findViolations(page)).toEqual([]);
  expect(visit.complaints).toEqual([]);
});

test('compact rows are lower, from the next page on and after a reload', async () => {
  const manager = await stack.signUp();
  await manager.post<Deal>('/api/deals', { name: 'Zebra sneakers' });
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  const row = page.getByRole('row').filter({ hasText: 'Zebra sneakers' });
  const heightOf = async (): Promise<number> => Math.round((await row.boundingBox())?.height ?? 0);
  expect(await heightOf()).toBe(40);
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByLabel('Density').selectOption('Compact');
  await page.getByRole('link', { name: 'Deals' }).first().click();
  expect(await heightOf()).toBe(32);
  await page.reload();
  expect(await heightOf()).toBe(32);
});

test('? lists the keys of the page, and of those that lead to others', async () => {
  const manager = await stack.signUp();
  const visit = await openApp(stack, browser, manager, { path: '/deals' });
  const { page } = visit;
  await page.getByText('No deals yet.').waitFor();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await dialog.getByText('New deal').waitFor();
  await dialog.getByText('Today').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Teams' }).first().click();
  await page.getByRole('button', { name: 'Keys' }).click();
  await dialog.getByText('New team').waitFor();
  expect(await dialog.getByText('New deal').count()).toBe(0);
  expect(visit.complaints).toEqual([]);
});
