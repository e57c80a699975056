import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Deal } from '../system/answers.ts';
import { goTo, openApp } from './app.ts';
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
  // A search omits services that take longer than 0.8 s, as they may on a busy machine.
  await eventually(async () => {
    await field.fill('');
    await page.keyboard.type('zebra');
    await page.getByRole('option', { name: /Zebra sneakers/ }).waitFor({ timeout: 10_000 });
  });
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Zebra sneakers' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/deals/${deal.id}`);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('impo');
  await page.getByRole('option', { name: /Import/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/import');

  // A page focuses its own field when it opens.
  await page.getByLabel('Links').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('password');
  await page.getByRole('option', { name: /Settings/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings');
  expect(visit.complaints).toEqual([]);
});

test('the palette runs frequent actions and lists recently opened records', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Zebra sneakers' });
  const visit = await openApp(stack, browser, manager, { path: `/deals/${deal.id}` });
  const { page } = visit;
  await page.getByRole('heading', { name: 'Zebra sneakers' }).waitFor();
  const run = async (typed: string, option: string | RegExp): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search pages and records' }).fill(typed);
    await page.getByRole('option', { name: option }).first().waitFor();
    await page.keyboard.press('Enter');
  };

  await run('create dea', 'New deal');
  await page.getByRole('dialog', { name: 'New deal' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/deals');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The same action works on the page itself.
  await run('new deal', 'New deal');
  await page.getByRole('dialog', { name: 'New deal' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  const recent = page.getByRole('group', { name: 'Recent' });
  await recent.getByRole('option', { name: /Zebra sneakers/ }).waitFor();
  await page.getByRole('option', { name: 'Copy report…' }).click();
  await page.getByRole('option', { name: /Copy report for Zebra sneakers/ }).waitFor();
  await page.keyboard.press('Escape');

  await run('dark', 'Use dark theme');
  await page.locator('html[data-theme=dark]').waitFor();
  await page.keyboard.press('Control+k');
  expect(await findViolations(page)).toEqual([]);
  await keepPicture(page, 'palette');
  await page.keyboard.press('Escape');
  // A deleted record is no longer listed.
  await manager.delete(`/api/deals/${deal.id}`);
  await page.reload();
  await page.getByRole('heading', { name: 'Deals' }).waitFor();
  const asking = page.waitForResponse((response) => response.url().endsWith(`/api/deals/${deal.id}`));
  await page.keyboard.press('Control+k');
  expect((await asking).status()).toBe(404);
  await page.getByRole('option', { name: 'New deal' }).waitFor();
  expect(await recent.count()).toBe(0);
  const isKept = `Object.entries(localStorage).some(([name, value]) => name.startsWith('dealbridge.recent.') && value.includes('${deal.id}'))`;
  await page.waitForFunction(`!${isKept}`);
  await page.keyboard.press('Escape');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'New deal' }).waitFor();
  expect(asked).not.toContain(`/api/deals/${deal.id}`);
  await page.keyboard.press('Escape');
  await run('log out', 'Sign out');
  await page.waitForURL('**/login');
});

test('on a phone, search is in the bar and the account is under More', async () => {
  const manager = await stack.signUp();
  const visit = await openApp(stack, browser, manager, { viewport: { width: 320, height: 640 } });
  const { page } = visit;
  await page.getByText('Nothing due').waitFor();

  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search pages and records' }).fill('impo');
  await page.getByRole('option', { name: /Import/ }).click();
  await page.waitForURL('**/import');
  const more = page.getByRole('button', { name: 'More', exact: true });
  expect(await more.getAttribute('aria-current')).toBe('false');
  await more.click();
  await page.getByText(manager.email).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await keepPicture(page, 'phone-more');
  await page.getByRole('link', { name: 'Teams' }).click();
  await page.waitForURL('**/teams');
  expect(await more.getAttribute('aria-current')).toBe('true');
  expect(visit.complaints).toEqual([]);
});

test('g and a letter open a page, but never while the user types', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  await page.getByText('No deals yet.').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('gi');
  expect(await page.getByRole('searchbox').inputValue()).toBe('gi');
  expect(new URL(page.url()).pathname).toBe('/deals');

  await page.locator('h1').click();
  await goTo(page, 'i');
  await page.waitForURL('**/import');
});

test('a pending search does not navigate back after the user has left', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  await page.getByText('No deals yet.').waitFor();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/assets/import-page-*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.clock.install();
  await page.getByRole('searchbox').fill('autumn');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.clock.runFor(1_000);
  release(undefined);
  await page.waitForURL('**/import');
  await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
});

test('the palette finds videos by their title, and tasks', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Zebra sneakers' });
  const url = 'https://www.youtube.com/watch?v=windowseat1';
  await manager.post(`/api/deals/${deal.id}/videos`, { url, title: 'Window seat', postDate: '2026-01-05' });
  await manager.post('/api/tasks', { title: 'Send the window invoice' });
  const names = Array.from({ length: 13 }, (_, index) => `Aisle ${index}`);
  await Promise.all(names.map((name) => manager.post('/api/deals', { name })));
  const visit = await openApp(stack, browser, manager, { path: '/deals' });
  const { page } = visit;
  await page.getByRole('heading', { name: 'Deals', level: 1 }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search pages and records' }).fill('window');
  await page.getByRole('option', { name: /Send the window invoice/ }).waitFor();
  await page.getByRole('option', { name: /Window seat.*video/ }).click();
  await page.waitForURL(`**/deals/${deal.id}?tab=videos`);
  await page.getByRole('heading', { name: 'Zebra sneakers' }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search pages and records' }).fill('invoice');
  await page.getByRole('option', { name: /Send the window invoice/ }).click();
  await page.getByRole('dialog', { name: 'Task', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // What does not fit is one line away.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search pages and records' }).fill('aisle');
  await page.getByRole('option', { name: 'All deals with “aisle”' }).click();
  await page.waitForURL('**/deals?q=aisle');
  await page.getByText('13 of 14 deals').waitFor();
  expect(visit.complaints).toEqual([]);
});

test('text typed while the palette loads goes to its field, not to the page', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  await page.getByText('No deals yet.').waitFor();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/assets/palette-*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.reload();
  await page.getByText('No deals yet.').waitFor();
  await page.keyboard.press('Control+k');
  // On the page, the first key would create a deal and the others would open Import.
  await page.keyboard.type('ngix');
  await page.keyboard.press('Backspace');
  release(undefined);
  const field = page.getByRole('combobox', { name: 'Search pages and records' });
  await field.waitFor();
  await page.keyboard.type('o');
  expect(await field.inputValue()).toBe('ngio');
  expect(new URL(page.url()).pathname).toBe('/deals');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'New deal' }).waitFor();
});
