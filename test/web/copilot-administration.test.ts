/** The copilot's administration pages. */
import { expect, test } from '@jest/globals';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import { isTooWide } from '../system/chromium.ts';
import { useCopilot } from '../system/database.ts';
import { openApp } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const ADMIN = { email: 'admin@example.test', password: 'correct horse battery' };
const PHONE = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };

test('an administrator goes from the overview to one user, whose settings show no key', async () => {
  const user = await stack.signUp();
  await useCopilot(stack.databaseAdminUrl, user.userId, 41);
  await user.put('/api/copilot/config', { learningEnabled: true });
  const visit = await openApp(stack, browser, ADMIN, { path: '/admin', colorScheme: 'light' });
  const { page } = visit;
  await page.getByRole('link', { name: 'Copilot', exact: true }).last().click();
  await page.getByRole('region', { name: 'Usage of the last seven days' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await keepPicture(page, 'admin-copilot');

  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search users' }).fill(user.email);
  const row = page.getByRole('row').filter({ hasText: user.email });
  await row.getByRole('cell', { name: '41' }).first().waitFor();
  await page.waitForURL((url) => url.searchParams.get('search') === user.email);
  await page.reload();
  await row.waitFor();
  expect(await page.getByRole('row').count()).toBe(2);

  await page.goto(`${stack.gatewayUrl}/admin/copilot?tab=accounts&search=${encodeURIComponent(user.email)}`);
  await page.getByRole('row').filter({ hasText: user.email }).getByText('the free models').waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(visit.complaints).toEqual([]);
});

test('the pages for models and learning work when empty, on a phone', async () => {
  const visit = await openApp(stack, browser, ADMIN, { path: '/admin/copilot?tab=rotation', ...PHONE });
  const { page } = visit;
  await page.getByText('No free model is set up.').waitFor();
  await page.getByText('No cooldowns.').waitFor();
  expect(await findViolations(page, 'narrow')).toEqual([]);
  await page.getByRole('link', { name: 'Learning' }).click();
  await page.getByRole('region', { name: 'Learning' }).waitFor();

  expect(await isTooWide(page)).toBe(false);
  expect(visit.complaints).toEqual([]);
});

test('an administrator adds an MCP server with a hidden header, and removes the header and the server', async () => {
  const visit = await openApp(stack, browser, ADMIN, { path: '/admin/copilot?tab=servers', colorScheme: 'light' });
  const { page } = visit;
  await page.getByRole('button', { name: 'Add MCP server' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Notes\u202E');
  await page.getByLabel('Slug').fill('webnotes');
  await page.getByLabel('Address').fill('https://10.0.0.1/mcp');
  await page.getByLabel('Header value').fill('Bearer secret-of-the-server');
  await page.getByRole('button', { name: 'Add server' }).click();
  await page.getByText('Must be reachable on the public internet').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Address').fill('https://mcp.example.com/of-the-page');
  await page.getByRole('button', { name: 'Add server' }).click();

  // The list may also have servers of other tests.
  const server = page.getByRole('article').filter({ hasText: 'mcp.example.com/of-the-page' });
  await server.getByText('with a header', { exact: false }).waitFor();
  expect(await server.textContent()).toContain('Notes\uFFFD');
  await server.getByRole('button', { name: 'Enable' }).click();
  await server.getByText('The server cannot be reached.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await keepPicture(page, 'admin-copilot-servers');
  await server.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Other notes');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('article', { name: 'Other notes' }).getByText('with a header', { exact: false }).waitFor();
  await server.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove header…' }).click();
  await page.getByRole('dialog', { name: 'Remove header?' }).getByRole('button', { name: 'Remove header' }).click();
  await server.getByText('without a header', { exact: false }).waitFor();
  expect(await page.content()).not.toContain('secret-of-the-server');
  await server.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove server' }).click();
  await server.waitFor({ state: 'detached' });

  expect(visit.complaints.filter((complaint) => !complaint.includes('400'))).toEqual([]);
});

test('MCP servers fit on a phone', async () => {
  const visit = await openApp(stack, browser, ADMIN, { path: '/admin/copilot?tab=servers', ...PHONE });
  const { page } = visit;
  await page.getByRole('button', { name: 'Add MCP server' }).click();
  await page.getByLabel('Header value').waitFor();

  expect(await isTooWide(page)).toBe(false);
  expect(await findViolations(page, 'narrow')).toEqual([]);
  expect(visit.complaints).toEqual([]);
});

test('is not found for other users', async () => {
  const { page } = await openApp(stack, browser, await stack.signUp(), { path: '/admin/copilot' });
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});
