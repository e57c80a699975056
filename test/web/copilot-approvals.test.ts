import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { callTools, say, startModelServer, type ModelServer } from '@svc/copilot/testing/model-server';
import type { Page } from 'playwright-core';
import { startOwnStack, type OwnStack } from '../own-stack.ts';
import { sharedBrowser } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { isTooWide } from '../system/chromium.ts';
import { openApp } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const PHONE = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };

const browser = await sharedBrowser();
let model: ModelServer;
let stack: OwnStack;

beforeAll(async () => {
  model = await startModelServer();
  const models = [{ id: 'model-a', label: 'Model A', contextTokens: 131_072, supportsTools: true }];
  stack = await startOwnStack('settings', {
    environment: {
      COPILOT_FREE_POOL_JSON: JSON.stringify([{ id: 'test', baseUrl: model.baseUrl, models }]),
    },
  });
}, 300_000);

afterAll(async () => {
  await stack?.stop();
  await model?.stop();
});

/** Somebody with a deal, for whom a model wants to do this, and says that it is done once it is. */
async function userWithWish(operation: string, fields: object = {}): Promise<{ user: Session; dealId: string }> {
  const user = await stack.signUp();
  await user.post('/api/copilot/consent', { scope: 'free', version: '2026-01', granted: true });
  const { body: deal } = await user.post<{ id: string }>('/api/deals', { name: 'Kiteline spring', price: 100 });
  const wish = { id: 'c', name: operation, arguments: JSON.stringify({ dealId: deal.id, ...fields }) };
  model.answer(({ body }, response) =>
    body.messages.some(({ role }) => role === 'tool') ? say(response, 'That was it.') : callTools(response, wish),
  );
  return { user, dealId: deal.id };
}

const messages = (page: Page) => page.getByRole('list', { name: 'Messages' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function ask(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Your question' });
  await field.fill('Do it.');
  await field.press('Enter');
}

const priceOf = async (user: Session, dealId: string) =>
  (await user.get<{ price: number }>(`/api/deals/${dealId}`)).body.price;

test('the chat shows what would change, also after a reload; a yes has it done, and the answer goes on', async () => {
  const { user, dealId } = await userWithWish('deals_update', { price: 120 });
  const visit = await openApp(stack, browser, user, { path: '/copilot', colorScheme: 'light' });
  const { page } = visit;
  await ask(page);
  const card = messages(page).getByRole('region', { name: 'The copilot asks: Change a deal: Kiteline spring' });
  await card.getByRole('row', { name: 'Price $100.00 $120.00' }).waitFor();
  const light = await findViolations(page);
  await keepPicture(page, 'copilot-approval-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect({ light, dark: await findViolations(page, 'dark') }).toEqual({ light: [], dark: [] });

  await page.reload();
  await card.getByRole('row', { name: 'Price $100.00 $120.00' }).waitFor();
  // Meant for the field of questions, and not for the card.
  await page.getByRole('textbox', { name: 'Your question' }).press('Control+Enter');
  expect(await priceOf(user, dealId)).toBe(100);
  await button(page, 'Deny').focus();
  await page.keyboard.press('Control+Enter');

  await messages(page).getByText('That was it.').waitFor();
  await messages(page).getByRole('button', { name: 'Done: update deals' }).waitFor();
  expect(await card.count()).toBe(0);
  expect(await priceOf(user, dealId)).toBe(120);
  await page.goto(`${stack.gatewayUrl}/activity`);
  await page.getByText('through the copilot · tier 2 · approved').waitFor();
  expect(visit.complaints).toEqual([]);
});

test('what the copilot would enter can be changed before it is approved, and is refused at its field', async () => {
  const { user, dealId } = await userWithWish('deals_update', { price: 120 });
  const visit = await openApp(stack, browser, user, { path: '/copilot' });
  const { page } = visit;
  await ask(page);
  await button(page, 'Change it first').click();
  await page.getByLabel('Price').fill('much');
  await button(page, 'Approve as changed').click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Price').getAttribute('aria-invalid')).toBe('true');
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Price').fill('110');
  await page.keyboard.press('Enter');

  await messages(page).getByText('That was it.').waitFor();
  expect(await priceOf(user, dealId)).toBe(110);
});

test('on a phone a deletion wants the name of what is deleted, and can be denied', async () => {
  const { user, dealId } = await userWithWish('deals_delete');
  const visit = await openApp(stack, browser, user, { path: '/copilot', ...PHONE });
  const { page } = visit;
  await ask(page);
  await page.getByText("This can't be undone.").waitFor();

  expect([await button(page, 'Approve').isDisabled(), await isTooWide(page)]).toEqual([true, false]);
  await page.getByLabel('Type “Kiteline spring” to approve the deletion').fill('Kiteline spring');
  expect(await button(page, 'Approve').isEnabled()).toBe(true);
  await button(page, 'Deny').click();

  await messages(page).getByText('That was it.').waitFor();
  await messages(page).getByRole('button', { name: 'Denied: delete deals' }).waitFor();
  expect((await user.get(`/api/deals/${dealId}`)).status).toBe(200);
  expect(visit.complaints).toEqual([]);
});

test('Approvals says that the copilot asks, and leads to the conversation, which has gone on', async () => {
  const { user, dealId } = await userWithWish('deals_update', { price: 120 });
  const { page } = await openApp(stack, browser, user, { path: '/copilot' });
  await ask(page);
  await messages(page).getByText('Change a deal: Kiteline spring').waitFor();

  await page.goto(`${stack.gatewayUrl}/approvals`);
  await page.getByText('The copilot asks to run').waitFor();
  await button(page, 'Approve').click();
  await page.getByText('Approved. The copilot continues.').waitFor();
  await eventually(async () => expect(await priceOf(user, dealId)).toBe(120));
  await page.getByRole('link', { name: 'Open the conversation' }).first().click();

  await messages(page).getByText('That was it.').waitFor();
  await messages(page).getByRole('button', { name: 'Done: update deals' }).waitFor();
});
