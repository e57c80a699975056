/** The copilot with a provider of the user's own. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { say, startModelServer, type ModelServer } from '@svc/copilot/testing/model-server';
import type { Page } from 'playwright-core';
import { startOwnStack, type OwnStack } from '../own-stack.ts';
import { sharedBrowser } from '../shared-stack.ts';
import type { AnswerOf } from '../system/answers.ts';
import { isTooWide } from '../system/chromium.ts';
import { dumpTables } from '../system/database.ts';
import { openApp } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const KEY = 'sk-live-of-a-user-0123456789';
const PHONE = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };
const FINE = { light: [], dark: [], tooWide: false };

const browser = await sharedBrowser();
let provider: ModelServer;
let stack: OwnStack;

beforeAll(async () => {
  provider = await startModelServer();
  stack = await startOwnStack('kills', { environment: { SVC_EGRESS_ALLOW: new URL(provider.baseUrl).host } });
}, 300_000);

afterAll(async () => {
  await stack?.stop();
  await provider?.stop();
});

async function look(page: Page, name: string): Promise<unknown> {
  const light = await findViolations(page);
  await keepPicture(page, `copilot-${name}-light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findViolations(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  return { light, dark, tooWide: await isTooWide(page) };
}

/** Chooses the provider, on the page. */
async function choose(page: Page): Promise<void> {
  await page.getByLabel('Who answers').selectOption({ label: 'My own provider, with my key' });
  await page.getByLabel('Provider', { exact: true }).selectOption({ label: 'Another server' });
  await page.getByRole('textbox', { name: 'Model' }).fill('own-model');
  await page.getByLabel('Address').fill(provider.baseUrl);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('No key for Another server is kept.').waitFor();
}

async function addKey(page: Page): Promise<void> {
  await page.getByLabel('Key', { exact: true }).fill(KEY);
  await page.getByRole('button', { name: 'Add key' }).click();
  await page.getByText('A key for Another server is kept.').waitFor();
}

test('a user names a provider, adds a key, tests it, agrees, and is answered by it', async () => {
  provider.answer((_call, response) => say(response, 'From your own model.'));
  const user = await stack.signUp();
  const visit = await openApp(stack, browser, user, { path: '/copilot/settings', colorScheme: 'light' });
  const { page } = visit;
  await choose(page);
  await addKey(page);
  await page.getByRole('button', { name: 'Test key' }).click();
  await page.getByText(/^It works: an answer came after/).waitFor();
  expect(await page.getByLabel('New key').inputValue()).toBe('');
  expect(await page.getByLabel('New key').getAttribute('type')).toBe('password');
  expect(await look(page, 'own-key')).toEqual(FINE);

  const consent = page.getByRole('region', { name: 'Consent to your own provider' });
  await consent.getByRole('button', { name: 'Agree' }).click();
  await consent.getByText(/^You agreed to version 2026-01 at/).waitFor();
  await page.getByRole('link', { name: 'Copilot', exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Your question' }).fill('Who are you?');
  await page.getByRole('textbox', { name: 'Your question' }).press('Enter');
  await page.getByRole('list', { name: 'Messages' }).getByText('From your own model.').waitFor();
  await page.getByRole('link', { name: 'own-model' }).waitFor();

  expect(provider.calls.at(-1)).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: 'own-model' } });
  const { body: config } = await user.get<AnswerOf<'copilot.get_config'>>('/api/copilot/config');
  expect(config).toMatchObject({ mode: 'byok', hasByokKey: true, byokKeyStatus: 'ready' });
  expect(await page.content()).not.toContain(KEY);
  expect(await dumpTables(stack.databaseAdminUrl)).not.toContain(KEY);
  expect(visit.complaints).toEqual([]);
});

test('a key that is refused is told, and removed', async () => {
  provider.answer((_call, response) => void response.writeHead(401).end('{}'));
  const { page } = await openApp(stack, browser, await stack.signUp(), { path: '/copilot/settings', ...PHONE });
  await choose(page);
  await addKey(page);
  await page.getByRole('button', { name: 'Test key' }).click();
  await page.getByText(/^Another server refused your key/).waitFor();
  await page.getByText(/^Your provider refused your key or your account/).waitFor();
  expect(await isTooWide(page)).toBe(false);
  expect(await findViolations(page, 'narrow')).toEqual([]);

  await page.getByRole('button', { name: 'Remove key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove key' }).click();
  await page.getByText('No key for Another server is kept.').waitFor();
});

test('an address that may not be reached is refused at its field', async () => {
  const { page } = await openApp(stack, browser, await stack.signUp(), { path: '/copilot/settings' });
  await page.getByLabel('Who answers').selectOption({ label: 'My own provider, with my key' });
  await page.getByLabel('Provider', { exact: true }).selectOption({ label: 'Another server' });
  await page.getByRole('textbox', { name: 'Model' }).fill('own-model');
  await page.getByLabel('Address').fill('https://10.0.0.1/v1');
  await page.getByRole('button', { name: 'Save' }).click();

  await page.getByText('Must be reachable on the public internet.').waitFor();
  expect(await page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
});
