import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { AnswerOf } from '../system/answers.ts';
import { openPage } from '../system/chromium.ts';
import { countFields, importDueVideos, openApp, showAsIfMailed } from './app.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

test('after signing in, a visitor returns to a page of the app and never to another site', async () => {
  const manager = await stack.signUp();
  const visit = await openApp(stack, browser, manager, { path: '/today' });
  expect(new URL(visit.page.url()).pathname).toBe('/today');

  for (const next of [
    'https://example.com/',
    '//example.com',
    '/\\example.com',
    '%2F%2Fexample.com',
    'javascript:alert(1)',
  ]) {
    const { page } = await openPage(browser);
    await page.goto(`${stack.gatewayUrl}/login?next=${encodeURIComponent(next)}`);
    await page.getByLabel('Email').fill(manager.email);
    await page.getByLabel('Password').fill(manager.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${stack.gatewayUrl}/today`);
    await page.context().close();
  }
});

test('a password can be shown, and the email typed at sign-up leads to the account it has, and on to a forgotten password, in no address', async () => {
  const { email } = await stack.signUp();
  const { page } = await openPage(browser);
  await showAsIfMailed(stack, page);
  await page.goto(`${stack.gatewayUrl}/sign-up`);
  await page.waitForURL(`${stack.gatewayUrl}/signup`);
  await page.getByLabel('Name').fill('Dana');
  await page.getByLabel('Email').fill(email);
  const password = page.getByLabel('Password');
  await password.fill('Password123');
  const show = page.getByRole('button', { name: 'Show password' });
  await show.click();
  expect(await password.and(page.locator(':focus')).getAttribute('type')).toBe('text');
  expect(await show.getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('alert').getByText('Must not be one of the most common passwords.').waitFor();
  expect(await password.getAttribute('type')).toBe('password');
  await password.fill('a quite new password');
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: /^Sign in/ }).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  expect(page.url()).toBe(`${stack.gatewayUrl}/login`);

  await page.getByLabel('Email').fill('other@example.com');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('other@example.com');
  expect(page.url()).toBe(`${stack.gatewayUrl}/forgot-password`);

  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await page.getByRole('heading', { name: /^Sign in/ }).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('other@example.com');
});

test('after a forgotten password is reset, signing in leads to the page that the visitor wanted', async () => {
  const { page } = await openPage(browser);
  await showAsIfMailed(stack, page);
  await page.goto(`${stack.gatewayUrl}/login?next=%2Fdeals%3Fq%3Dspring`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText("we've sent it a link").waitFor();

  await page.goto(`${stack.gatewayUrl}/reset-password/done`);

  const link = page.getByRole('link', { name: 'Sign in' });
  expect(await link.getAttribute('href')).toBe('/login?next=%2Fdeals%3Fq%3Dspring');
});

test('the public pages lead to the app as soon as a visitor has signed in, although browsers keep them', async () => {
  const { email, password } = await stack.signUp();
  const { page } = await openPage(browser);
  await page.goto(`${stack.gatewayUrl}/welcome`);
  await page.getByRole('link', { name: 'Create account' }).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/today');

  await page.goto(`${stack.gatewayUrl}/welcome`);

  expect(await page.getByRole('link', { name: 'Open app' }).count()).toBe(2);
  expect(await page.getByRole('link', { name: /Sign in|Create account/ }).count()).toBe(0);
});

test('a session that ends is renewed on the page, and typed counts are recorded', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 2);
  const { page } = await openApp(stack, browser, manager);
  await page.getByText('2 left to do').waitFor();
  // Waits for all initial reads, because a refused one would open the dialog before the count is typed.
  await page.getByRole('region', { name: 'First steps' }).waitFor();
  const { email, password } = manager;
  const other = await stack.signIn({ email, password });
  await other.post('/api/auth/logout-all');

  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('1 left to do').waitFor();

  const again = await stack.signIn({ email, password });
  const { body } = await again.get<AnswerOf<'deals.view_logs'>>('/api/deals/view-logs');
  expect(body.items.map(({ value }) => value)).toEqual([77]);
});

test('signing out in one tab clears the others', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager);
  const other = await page.context().newPage();
  await other.goto(`${stack.gatewayUrl}/today`);
  await other.getByText('Nothing due').waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();

  await Promise.all([page, other].map((each) => each.waitForURL('**/login')));
});

test('signing out asks before losing a count, and keeps nothing in the browser', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 1);
  const { page } = await openApp(stack, browser, manager);
  await countFields(page).waitFor();
  await page.keyboard.type('55');
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await eventually(() => expect(asked[0]).toMatch(/^1 count isn't saved yet/));
  expect(await countFields(page).inputValue()).toBe('55');

  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  expect(await page.evaluate('localStorage.length')).toBe(0);
  await page.goBack();
  await page.getByRole('heading', { name: /^Sign in/ }).waitFor();
});
