import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import { keepPicture } from '../../web/pictures.ts';
import { openPage } from '../chromium.ts';
import { askForApproval, type Link, redeem, twoPixels, visit } from './short-link-visits.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const textOf = (page: Page): Promise<string> => page.locator('body').innerText();

/** Whether the image on the page loaded and decoded. */
function isShown(page: Page): Promise<boolean> {
  return page.evaluate<boolean>("document.querySelector('main img').decode().then(() => true, () => false)");
}

async function signIn(page: Page, { email, password }: Pick<Session, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a visitor without an account makes a short link on the landing page and gets its QR code', async () => {
  const { page, complaints } = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(stack.shortenerUrl);

  await page.getByLabel('URL').fill('https://example.com/a/long/address');
  await page.getByRole('button', { name: 'Shorten' }).click();
  const shortUrl = await page.getByLabel('Your short link').inputValue();
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByText('Copied').waitFor();

  expect(shortUrl.startsWith(`${stack.shortenerUrl}/`)).toBe(true);
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(shortUrl);
  expect((await visit(shortUrl)).location).toBe('https://example.com/a/long/address');
  expect(await isShown(page)).toBe(true);
  await keepPicture(page, 'short-link-made');

  await page.getByRole('button', { name: 'Delete link' }).click();
  await page.getByText('Link deleted').waitFor();
  expect((await visit(shortUrl)).status).toBe(410);
  expect(complaints).toEqual([]);
});

test('the landing page explains an invalid URL and keeps the input', async () => {
  const { page } = await openPage(browser);
  await page.goto(stack.shortenerUrl);

  await page.getByLabel('URL').fill('http://192.168.0.1/router');
  await page.getByRole('button', { name: 'Shorten' }).click();

  expect(await page.getByRole('alert').innerText()).not.toBe('');
  expect(await page.getByLabel('URL').inputValue()).toBe('http://192.168.0.1/router');
});

test("a signed-out user follows an agent's link, signs in, compares the code and approves", async () => {
  const user = await stack.signUp();
  const code = await askForApproval(stack.shortenerUrl, 'My <b>tool</b>');
  const { page, complaints } = await openPage(browser);

  await page.goto(code.verificationUriComplete);
  await signIn(page, user);
  expect(await page.getByLabel('Code').inputValue()).toBe(code.userCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  const asked = await textOf(page);
  await page.getByRole('button', { name: 'Approve' }).click();
  const decided = await textOf(page);

  expect(asked).toContain('Let My <b>tool</b> act for you?');
  expect(asked).toContain(code.userCode);
  expect(asked).toContain('Create, change and delete short links in your name');
  expect(decided).toContain('Agent connected');
  expect(complaints).toEqual([]);
  expect((await redeem(stack.shortenerUrl, code)).status).toBe(200);
});

test('a user who denies an agent gets a confirmation, and the agent gets no token', async () => {
  const user = await stack.signUp();
  const code = await askForApproval(stack.shortenerUrl);
  const { page, complaints } = await openPage(browser);
  await page.goto(`${stack.gatewayUrl}/agent/authorize`);
  await signIn(page, user);

  await page.getByLabel('Code').fill(code.userCode.toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  const decided = await textOf(page);

  expect(decided).toContain('Agent not connected');
  expect(complaints).toEqual([]);
  expect((await redeem(stack.shortenerUrl, code)).body['error']).toBe('access_denied');
});

test('a wrong password and a wrong code are reported and can be corrected', async () => {
  const user = await stack.signUp();
  const code = await askForApproval(stack.shortenerUrl);
  const { page } = await openPage(browser);
  await page.goto(`${stack.gatewayUrl}/agent/authorize`);

  await signIn(page, { email: user.email, password: 'not the password' });
  const refused = await page.getByRole('alert').innerText();
  await signIn(page, user);
  await page.getByLabel('Code').fill('BCDF-BCDF');
  await page.getByRole('button', { name: 'Continue' }).click();
  const unknown = await page.getByRole('alert').innerText();
  await page.getByLabel('Code').fill(code.userCode);
  await page.getByRole('button', { name: 'Continue' }).click();

  expect(refused).not.toBe('');
  expect(unknown).toContain('This code is wrong or has expired');
  expect(await textOf(page)).toContain('Command line');
});

test('a photo link shows its photo on both hosts', async () => {
  const user = await stack.signUp();
  const image = twoPixels().toString('base64');
  const { body: link } = await user.post<Link>('/api/shorten/photos', { image, title: 'Two <i>pixels</i>' });

  for (const address of [link.shortUrl, `${stack.gatewayUrl}/r/${link.shortId}`]) {
    const { page, complaints } = await openPage(browser);
    await page.goto(address);

    expect([address, await isShown(page)]).toEqual([address, true]);
    expect(await textOf(page)).toContain('Two <i>pixels</i>');
    expect(complaints).toEqual([]);
  }
});
