import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startTestStack, type Session, type TestStack } from '../stack.ts';
import { startChromium } from '../system/chromium.ts';
import { importDueVideos, openApp } from './app.ts';

let stack: TestStack;
let browser: Browser;
let admin: Session;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startTestStack(), startChromium()]);
  admin = await stack.signInAsAdmin();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

test('maintenance stands over the page, and when it is over what was entered is recorded', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 2);
  const { page } = await openApp(stack, browser, manager);
  await page.getByText('2 left to do').waitFor();
  await page.clock.install();
  await admin.put('/api/admin/settings', { maintenanceMode: true });

  await page.keyboard.type('321');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Closed for maintenance' }).waitFor();
  await admin.put('/api/admin/settings', { maintenanceMode: false });
  await page.clock.fastForward(20_000);
  await page.getByText('1 left to do').waitFor();

  const readings = await manager.get<{ items: { value: number }[] }>('/api/deals/view-logs');
  expect(readings.body.items.map(({ value }) => value)).toEqual([321]);
});

test('while viewchecks are away what is shown stays, and the page goes on by itself afterwards', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 2);
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  await page.getByRole('row').nth(1).waitFor();
  await stack.stopService('viewcheck');

  await page.getByRole('link', { name: 'Today' }).first().click();
  await page.getByText('cannot be reached').waitFor();
  await page.getByRole('link', { name: 'Deals' }).first().click();
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('link', { name: 'Today' }).first().click();
  await stack.startService('viewcheck');
  await page.getByText('2 left to do').waitFor();
});

test('a user who is disabled is asked to sign in, and sees nothing more', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager);
  await page.getByText('Nothing is due').waitFor();
  await admin.patch(`/api/admin/users/${manager.userId}`, { disabled: true });

  await page.getByRole('link', { name: 'Deals' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('E-mail').fill(manager.email);
  await dialog.getByLabel('Password').fill(manager.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByRole('alert').waitFor();
});
