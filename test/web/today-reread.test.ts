/** Today when its data is read again after counts were recorded. */
import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import { countFields, followTo, importDueVideos, openApp } from './app.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

test('recorded counts are not added twice when the user returns to the tab', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 3);
  const visit = await openApp(stack, browser, manager);
  const { page } = visit;
  await page.getByText('3 left to do · 0 recorded today').waitFor();
  await page.clock.install();
  await page.keyboard.type('1001');
  await page.keyboard.press('Enter');
  await page.keyboard.type('1002');
  await page.keyboard.press('Enter');
  await page.getByText('1 left to do · 2 recorded today').waitFor();

  await page.clock.fastForward(16_000);
  const isTotal = (url: string): boolean => /\/api\/deals\/view-logs\?.*limit=1$/.test(url);
  const read = page.waitForResponse((response) => isTotal(response.url()));
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await (await read).finished();
  await page.keyboard.type('1003');
  await page.keyboard.press('Enter');

  await page.getByText('All done · 3 recorded today').waitFor();
  expect(visit.complaints).toEqual([]);
});

test('recorded rows are kept when the deletion of another deal takes effect', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 1, { name: 'Kiteline' });
  await importDueVideos(manager, 3, { name: 'Northwind' });
  const { body } = await manager.get<{ items: { id: string; name: string }[] }>('/api/deals');
  const kiteline = body.items.find(({ name }) => name === 'Kiteline');
  const visit = await openApp(stack, browser, manager, { path: `/deals/${kiteline?.id}` });
  const { page } = visit;
  const rows = page.getByRole('list', { name: 'Due view checks' }).getByRole('listitem');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete deal…' }).click();
  await page.clock.install();
  await page.getByRole('button', { name: 'Delete deal', exact: true }).click();
  await page.waitForURL(/\/deals$/);
  await page.getByText('Deleted “Kiteline”.').waitFor();
  await followTo(page, '/today');
  await page.getByText('4 left to do').waitFor();
  const first = rows.filter({ hasText: 'Northwind' }).first();
  await first.getByRole('textbox').fill('1001');
  await first.getByRole('textbox').press('Enter');
  await page.getByText('3 left to do').waitFor();

  // On a busy machine the time for undo may start only now.
  await eventually(async () => {
    await page.clock.fastForward(8_000);
    expect(await rows.filter({ hasText: 'Kiteline' }).count()).toBe(0);
  });
  await first.getByText('1,001').waitFor();
  await page.getByText('2 left to do · 1 recorded today').waitFor();
  await page.getByRole('link', { name: 'Today, 2 due' }).waitFor();
  expect(await countFields(page).count()).toBe(3);
  expect(visit.complaints).toEqual([]);
});
