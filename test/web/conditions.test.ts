/** Browsers without storage, plain HTTP, and pages older than the product. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { openPage, startChromium, startForgetfulChromium } from '../system/chromium.ts';
import { goTo, importDueVideos, openApp } from './app.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

async function signIn(page: Page, { email, password }: Session): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const viewLogsOf = async (manager: Session): Promise<{ total: number; copyText: string }> =>
  (await manager.get<{ total: number; copyText: string }>('/api/deals/view-logs')).body;

const FULL = `Storage.prototype.setItem = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};`;
const FORBIDDEN = `for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, name, { get() { throw new DOMException('Denied.', 'SecurityError'); } });
}`;

test.each([
  ['full', FULL],
  ['forbidden', FORBIDDEN],
])('with %s storage, everything works while the page is open', async (_how, script) => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 2);
  const { page, complaints } = await openPage(browser);
  await page.addInitScript(script);
  await page.goto(`${stack.gatewayUrl}/login`);
  await signIn(page, manager);
  await page.getByText('2 left to do').waitFor();
  await page.keyboard.type('31');
  await page.keyboard.press('Enter');
  await page.getByText('1 left to do').waitFor();

  await page.locator('h1').click();
  await goTo(page, 'i');
  await page.getByLabel('Links').fill('CODE: KEPT');
  await page.goto(`${stack.gatewayUrl}/settings`);
  await page.getByLabel('Use single-letter shortcuts').waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
  expect((await viewLogsOf(manager)).total).toBe(1);
  expect(complaints.filter((complaint) => !complaint.includes('ERR_ABORTED'))).toEqual([]);
});

test('a browser that blocks cookies is told that signing in needs them', async () => {
  const context = await startForgetfulChromium();
  try {
    const page = await context.newPage();
    for (const path of ['/login', '/signup']) {
      await page.goto(`${stack.gatewayUrl}${path}`);
      await page.getByRole('alert').getByText('blocks them').waitFor();
      expect(await page.getByRole('textbox').count()).toBe(0);
    }
  } finally {
    await context.close();
  }
});

test('over plain http, without clipboard API and random ids, counts are recorded and copied', async () => {
  const office = await startChromium('--host-resolver-rules=MAP dealbridge.lan 127.0.0.1');
  try {
    const manager = await stack.signUp();
    await importDueVideos(manager, 1);
    const { page, complaints } = await openPage(office);
    await page.goto(`http://dealbridge.lan:${new URL(stack.gatewayUrl).port}/login`);
    expect(await page.evaluate('[isSecureContext, typeof crypto.randomUUID, typeof navigator.clipboard]')).toEqual([
      false,
      'undefined',
      'undefined',
    ]);
    await signIn(page, manager);
    await page.getByText('1 left to do').waitFor();
    await page.keyboard.type('31');
    await page.keyboard.press('Enter');
    await page.getByText('· All done').waitFor();
    await page.getByRole('button', { name: 'Copy for Autumn launch · 1' }).click();
    await page.getByText('1 view count copied').waitFor();
    await page.getByRole('link', { name: 'Import' }).first().click();
    await page.getByLabel('Links').focus();
    await page.keyboard.press('Control+v');
    expect(await page.getByLabel('Links').inputValue()).toBe((await viewLogsOf(manager)).copyText);
    // Ignores warnings about headers that apply only to https.
    expect(complaints.filter((complaint) => !/ERR_ABORTED|header has been ignored/.test(complaint))).toEqual([]);
  } finally {
    await office.close();
  }
});

test('an outdated page reloads itself once and keeps the typed count', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 1);
  const { page } = await openApp(stack, browser, manager);
  await page.getByText('1 left to do').waitFor();
  await page.keyboard.type('31');
  const chunk = '**/assets/deals-page-*.js';
  await page.route(chunk, (route) => route.fulfill({ status: 404, body: 'Not found' }), { times: 1 });

  await page.getByRole('link', { name: 'Deals', exact: true }).first().click();
  await page.getByRole('table', { name: 'Deals' }).getByRole('link', { name: 'Autumn launch' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/deals');
  await page.getByRole('link', { name: 'Today, 1 due', exact: true }).first().click();
  const field = page.getByRole('textbox', { name: /^Views of/ });
  await field.waitFor();
  expect(await field.inputValue()).toBe('31');

  // The page does not reload a second time.
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route('**/assets/links-page-*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.getByRole('link', { name: 'Short links', exact: true }).first().click();
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  expect(loads).toBe(0);
});

test('the back button after signing out shows no data', async () => {
  const manager = await stack.signUp();
  await manager.post('/api/deals', { name: 'Autumn launch' });
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  await page.getByRole('link', { name: 'Autumn launch' }).waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');

  await page.goBack();
  await page.getByRole('heading', { name: /^Sign in/ }).waitFor();
  expect(await page.content()).not.toContain('Autumn launch');
});

test('a save says that it is pending when the server takes long, above an open dialog too', async () => {
  const manager = await stack.signUp();
  await manager.post('/api/deals', { name: 'Autumn launch' });
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  await page.getByRole('link', { name: 'Autumn launch' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/deals/*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const form = page.getByRole('dialog', { name: 'Edit deal' });
  await form.getByLabel('Notes').fill('As agreed on the phone');
  await form.getByRole('button', { name: 'Save' }).click();

  const pending = page.getByRole('status').filter({ hasText: 'Still saving…' });
  await pending.waitFor();
  held.resolve();
  await form.waitFor({ state: 'detached' });
  await pending.waitFor({ state: 'detached' });
});

test('what is typed in a frame kept through an outage is not sent for another user who has signed in meanwhile', async () => {
  const [first, second] = [await stack.signUp(), await stack.signUp()];
  const { page } = await openApp(stack, browser, first, { path: '/tasks' });
  await page.getByTitle(first.email).waitFor();
  let isDown = true;
  await page.route('**/api/auth/me', (route) => (isDown ? route.abort() : route.continue()));
  await page.reload();
  await page.getByText("can't be reached").waitFor();
  await page.getByTitle(first.email).waitFor();
  await page.request.post(`${stack.gatewayUrl}/api/auth/login`, {
    data: { email: second.email, password: second.password },
    headers: { origin: stack.gatewayUrl },
  });

  await page.getByRole('button', { name: 'New task' }).last().click();
  await page.getByLabel('Title').fill('Send the contract');
  await page.getByRole('button', { name: 'Create' }).click();
  isDown = false;
  await page.getByTitle(second.email).waitFor();

  const totals = await Promise.all(
    [first, second].map(async (user) => (await user.get<{ total: number }>('/api/tasks')).body.total),
  );
  expect(totals).toEqual([0, 0]);
});
