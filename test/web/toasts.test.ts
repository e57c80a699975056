/** Toasts: messages about successes and failures, and their number on the page. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Deal } from '../system/answers.ts';
import { openApp } from './app.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const PHONE = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true };

async function openDeal(options: object): Promise<Page> {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Kiteline', promoCode: 'KITE25' });
  await manager.post('/api/tasks', { title: 'Send the invoice', dealId: deal.id });
  const { page } = await openApp(stack, browser, manager, { path: `/deals/${deal.id}`, ...options });
  await page.getByTitle('Copy promo code').waitFor();
  return page;
}

/** Copies the promo code this many times in a row, for as many simultaneous toasts. Returns how many are visible. */
async function copyCode(page: Page, times: number): Promise<number> {
  const confirmations = page.getByRole('region', { name: 'Notifications' }).getByText('KITE25');
  await page.getByTitle('Copy promo code').evaluate((button, clicks) => {
    for (let click = 0; click < clicks; click += 1) button.click();
  }, times);
  await confirmations.nth(times - 1).waitFor({ state: 'attached' });
  return confirmations.filter({ visible: true }).count();
}

/** Makes the next change of a task fail. */
async function failToComplete(page: Page): Promise<void> {
  const refusal = { code: 'CONFLICT', message: 'The task is locked today.' };
  await page.route('**/api/tasks/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 409, json: { error: refusal } }),
  );
  await page.getByRole('button', { name: 'Done: Send the invoice' }).click();
}

test('a phone shows one message at a time, and a wider page at most three', async () => {
  expect(await copyCode(await openDeal(PHONE), 4)).toBe(1);
  expect(await copyCode(await openDeal({}), 5)).toBe(3);
});

test('an error stays until it is dismissed, and reappears after a newer message', async () => {
  const page = await openDeal(PHONE);
  const problem = page.getByText('The task is locked today.');

  await failToComplete(page);
  await problem.waitFor();
  await copyCode(page, 1);
  await problem.waitFor({ state: 'hidden' });

  await problem.waitFor();
  await page.getByLabel('Dismiss').click();
  await problem.waitFor({ state: 'detached' });
});
