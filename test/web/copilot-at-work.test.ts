/** The copilot at work: on records, beside pages, and with the user's own provider. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { begin, callTools, finish, type ModelServer, piece, say } from '@svc/copilot/testing/model-server';
import type { Page } from 'playwright-core';
import type { OwnStack } from '../own-stack.ts';
import { sharedBrowser } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import type { AnswerOf } from '../system/answers.ts';
import { isTooWide } from '../system/chromium.ts';
import { dumpTables } from '../system/database.ts';
import { followTo, openApp } from './app.ts';
import { findViolations } from './axe.ts';
import { ask, field, FINE, look, messages, PHONE, startCopilotStack, userWithConsent } from './copilot-chat.ts';
import { keepPicture } from './pictures.ts';

const KEY = 'sk-live-of-a-user-0123456789';

const browser = await sharedBrowser();
let model: ModelServer;
let stack: OwnStack;

beforeAll(async () => {
  const models = [{ id: 'model-a', label: 'Model A', contextTokens: 131_072, supportsTools: true }];
  const started = await startCopilotStack('settings', models);
  [stack, model] = [started, started.model];
});

afterAll(() => stack?.stop());

/** A user with a deal; the model calls this operation on the deal, then reports that it is done. */
async function userWithWish(operation: string, fields: object = {}): Promise<{ user: Session; dealId: string }> {
  const user = await userWithConsent(stack);
  const { body: deal } = await user.post<{ id: string }>('/api/deals', { name: 'Kiteline spring', price: 100 });
  const wish = { id: 'c', name: operation, arguments: JSON.stringify({ dealId: deal.id, ...fields }) };
  model.answer(({ body }, response) =>
    body.messages.some(({ role }) => role === 'tool') ? say(response, 'That was it.') : callTools(response, wish),
  );
  return { user, dealId: deal.id };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const priceOf = async (user: Session, dealId: string) =>
  (await user.get<{ price: number }>(`/api/deals/${dealId}`)).body.price;

test('the chat shows a proposed change, also after a reload, makes it once approved, and continues', async () => {
  const { user, dealId } = await userWithWish('deals_update', { price: 120 });
  const visit = await openApp(stack, browser, user, { path: '/copilot', colorScheme: 'light' });
  const { page } = visit;
  await ask(page, 'Do it.');
  const card = messages(page).getByRole('region', { name: 'The copilot asks: Update a deal: Kiteline spring' });
  await card.getByRole('row', { name: 'Price $100.00 $120.00' }).waitFor();
  const light = await findViolations(page);
  await keepPicture(page, 'copilot-approval-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect({ light, dark: await findViolations(page, 'dark') }).toEqual({ light: [], dark: [] });

  await page.reload();
  await card.getByRole('row', { name: 'Price $100.00 $120.00' }).waitFor();
  await page.getByRole('region', { name: 'Conversations' }).getByText('Waiting for you').waitFor();
  // While the focus is in the question field, the key must not approve the card.
  await page.getByRole('textbox', { name: 'Your question' }).press('Control+Enter');
  expect(await priceOf(user, dealId)).toBe(100);
  await button(page, 'Deny').focus();
  await page.keyboard.press('Control+Enter');

  await messages(page).getByText('That was it.').waitFor();
  await messages(page).getByRole('button', { name: 'Done: update deals' }).waitFor();
  expect(await card.count()).toBe(0);
  expect(await priceOf(user, dealId)).toBe(120);
  await followTo(page, '/activity');
  await page.getByLabel('By').selectOption({ label: 'Copilot' });
  await page.getByText('Updated the deal: price').waitFor();
  expect(await page.getByText('Created the deal').count()).toBe(0);
  expect(new URL(page.url()).search).toBe('?agent=copilot');
  await page.getByRole('link', { name: 'Approved by you' }).click();
  await page.getByRole('link', { name: 'Open the conversation' }).click();
  await messages(page).getByText('That was it.').waitFor();
  expect(visit.complaints).toEqual([]);
});

test('a proposed change can be edited before approval, and an invalid value is refused at its field', async () => {
  const { user, dealId } = await userWithWish('deals_update', { price: 120 });
  const visit = await openApp(stack, browser, user, { path: '/copilot' });
  const { page } = visit;
  await ask(page, 'Do it.');
  const log = page.getByRole('log');
  await log
    .getByText('The copilot asks: Update a deal: Kiteline spring. Approve or deny it.')
    .waitFor({ state: 'attached' });
  await button(page, 'Change it first').click();
  await page.getByLabel('Price').fill('much');
  await button(page, 'Approve as changed').click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Price').getAttribute('aria-invalid')).toBe('true');
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Price').fill('110');
  await page.keyboard.press('Enter');

  await messages(page).getByText('That was it.').waitFor();
  await log.getByText('Done: Update a deal: Kiteline spring').waitFor({ state: 'attached' });
  expect(await priceOf(user, dealId)).toBe(110);
});

test('on a phone a deletion asks for the name of the record, and can be denied', async () => {
  const { user, dealId } = await userWithWish('deals_delete');
  const visit = await openApp(stack, browser, user, { path: '/copilot', ...PHONE });
  const { page } = visit;
  await ask(page, 'Do it.');
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

test("Inbox shows the copilot's request and links to the conversation, which continues once approved", async () => {
  const { user, dealId } = await userWithWish('deals_update', { price: 120 });
  const { page } = await openApp(stack, browser, user, { path: '/copilot' });
  await ask(page, 'Do it.');
  await messages(page).getByText('Update a deal: Kiteline spring').waitFor();

  await followTo(page, '/inbox');
  await page.getByText('The copilot, ').waitFor();
  await button(page, 'Approve').click();
  await page.getByText('Approved. The copilot continues.').waitFor();
  await eventually(async () => expect(await priceOf(user, dealId)).toBe(120));
  await page.getByRole('link', { name: 'Open the conversation' }).first().click();

  await messages(page).getByText('That was it.').waitFor();
  await messages(page).getByRole('button', { name: 'Done: update deals' }).waitFor();
});

test('an answer lists its lookups, and each opens to show the result', async () => {
  const user = await userWithConsent(stack);
  const { body: deal } = await user.post<{ id: string }>('/api/deals', { name: 'Kiteline spring' });
  const read = { id: 'c', name: 'deals_get', arguments: JSON.stringify({ dealId: deal.id }) };
  model.answer(({ body }, response) =>
    body.messages.some(({ role }) => role === 'tool') ? say(response, 'It is active.') : callTools(response, read),
  );
  const visit = await openApp(stack, browser, user, { path: '/copilot', colorScheme: 'light' });
  const { page } = visit;
  await ask(page, 'Is it active?');
  await messages(page).getByText('It is active.').waitFor();

  const line = messages(page).getByRole('button', { name: 'Looked up deals' });
  expect(await line.getAttribute('aria-expanded')).toBe('false');
  await line.click();
  const got = messages(page).getByRole('region', { name: 'Got', exact: true });
  await got.getByText('Kiteline spring', { exact: true }).waitFor();
  await got.getByText('Active', { exact: true }).waitFor();
  expect(await messages(page).getByText('"name": "Kiteline spring"').count()).toBe(0);
  expect(await line.getAttribute('aria-expanded')).toBe('true');
  await button(page, 'Show raw').click();
  await messages(page).getByText('"name": "Kiteline spring"').waitFor();
  expect(await look(page, 'look-up')).toEqual(FINE);
  await page.reload();
  await line.click();
  await messages(page).getByRole('link', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { name: 'Kiteline spring', level: 1 }).waitFor();
  expect(visit.complaints).toEqual([]);
});

const panel = (page: Page) => page.getByRole('complementary', { name: 'Copilot' });

/** The user's part of the latest request to the model. */
const lastSaid = () => String(model.calls.at(-1)?.body.messages.findLast(({ role }) => role === 'user')?.content);

test('with the keyboard alone, the panel answers about the current deal and returns the focus when closed', async () => {
  const user = await userWithConsent(stack);
  const { body: deal } = await user.post<{ id: string }>('/api/deals', { name: 'Kiteline spring' });
  model.answer((_call, response) => say(response, 'It runs ', 'until May.'));
  const visit = await openApp(stack, browser, user, { path: `/deals/${deal.id}`, colorScheme: 'light' });
  const { page } = visit;
  const tab = page.getByRole('navigation', { name: 'Deal sections' }).getByRole('link', { name: 'Videos' });
  await tab.focus();
  await page.keyboard.press('Control+j');
  await panel(page).getByText('About this deal: Kiteline spring').waitFor();
  await field(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Until when?');
  await page.keyboard.press('Enter');
  await messages(page).getByText('It runs until May.').waitFor();
  await messages(page).getByRole('link', { name: 'About the deal Kiteline spring' }).waitFor();

  expect(lastSaid()).toBe(`The user is looking at the deal "Kiteline spring" (id ${deal.id}).\n\nUntil when?`);
  await page.getByRole('log').getByText('It runs until May.').waitFor({ state: 'attached' });
  expect(await look(page, 'panel')).toEqual(FINE);
  await field(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
  await tab.and(page.locator(':focus')).waitFor();

  await page.keyboard.press('Control+j');
  await messages(page).getByText('It runs until May.').waitFor();
  await field(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Control+j');
  await panel(page).waitFor({ state: 'detached' });
  await tab.and(page.locator(':focus')).waitFor();
  expect(visit.complaints).toEqual([]);
});

test('the panel stays open across pages, does not reveal a hidden deal, and opens as a page', async () => {
  const [user, other] = [await userWithConsent(stack), await stack.signUp()];
  const { body: hidden } = await other.post<{ id: string }>('/api/deals', { name: 'Of a stranger' });
  model.answer((_call, response) => say(response, 'I see none.'));
  const { page } = await openApp(stack, browser, user, { path: `/deals/${hidden.id}` });
  await page.getByRole('button', { name: 'Ask Ctrl J' }).click();
  await ask(page, 'Which deal is this?');
  await messages(page).getByText('I see none.').waitFor();
  expect(lastSaid()).toBe('Which deal is this?');

  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  await messages(page).getByText('I see none.').waitFor();
  await panel(page).getByRole('link', { name: 'Open as a page' }).click();
  await page.getByRole('heading', { name: 'Which deal is this?', level: 1 }).waitFor();
  await messages(page).getByText('I see none.').waitFor();
  expect(await panel(page).count()).toBe(0);
  await page.locator('h1').click();
  await page.keyboard.press('Control+j');
  await field(page).and(page.locator(':focus')).waitFor();
  expect(await panel(page).count()).toBe(0);
});

test("a change approved in the panel shows on the deal's page at once, and one that a new question withdraws stays as a closed card", async () => {
  const { user, dealId } = await userWithWish('deals_update', { price: 120 });
  const visit = await openApp(stack, browser, user, { path: `/deals/${dealId}` });
  const { page } = visit;
  await page.getByText('$100.00').waitFor();
  await page.keyboard.press('Control+j');
  await ask(page, 'Raise it.');
  await button(page, 'Approve').click();
  await messages(page).getByText('That was it.').waitFor();
  await page.getByRole('main').getByText('$120.00').waitFor();

  model.answer((_call, response) =>
    callTools(response, { id: 'c', name: 'deals_update', arguments: JSON.stringify({ dealId, price: 150 }) }),
  );
  await ask(page, 'Once more.');
  const card = messages(page).getByRole('region', { name: 'The copilot asks: Update a deal: Kiteline spring' });
  await card.waitFor();
  model.answer((_call, response) => say(response, 'All right.'));
  await ask(page, 'Never mind.');
  await messages(page).getByText('All right.').waitFor();

  const closed = messages(page).getByRole('region', { name: 'Withdrawn: Update a deal: Kiteline spring' });
  await closed.getByRole('row', { name: 'Price $120.00 $150.00' }).waitFor();
  await closed.getByText('The conversation went on without this. Nothing was changed.').waitFor();
  expect(await card.count()).toBe(0);
  expect(await priceOf(user, dealId)).toBe(120);
  await page.goto(`${stack.gatewayUrl}/approvals`);
  await page.getByRole('region', { name: 'Decided' }).getByText('Withdrawn').waitFor();
  expect(visit.complaints).toEqual([]);
});

test('the list of keys and the palette name the panel, and the palette opens it', async () => {
  const { page } = await openApp(stack, browser, await userWithConsent(stack));
  await page.getByText('Nothing due').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ask the copilot beside the page').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('ask the');
  await page.getByRole('option', { name: 'Ask the copilot beside the page' }).waitFor();
  await page.keyboard.press('Enter');

  await field(page).and(page.locator(':focus')).waitFor();
  expect(await panel(page).count()).toBe(1);
});

test('on a phone the panel covers the whole screen, and nothing behind it can be reached', async () => {
  model.answer((_call, response) => say(response, 'W'.repeat(300)));
  const visit = await openApp(stack, browser, await userWithConsent(stack), { path: '/tasks', ...PHONE });
  const { page } = visit;
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Ask about this page' }).click();
  await ask(page, 'q'.repeat(300));
  await messages(page).getByText('WWW').waitFor();

  expect(await panel(page).boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 640 });
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0);
  expect(await look(page, 'panel-phone')).toEqual(FINE);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  expect(visit.complaints).toEqual([]);
});

/** Chooses the provider on the page. */
async function choose(page: Page): Promise<void> {
  await page.getByLabel('Answers from').selectOption({ label: 'My own API key' });
  await page.getByLabel('Provider', { exact: true }).selectOption({ label: 'Another server' });
  await page.getByRole('textbox', { name: 'Model' }).fill('own-model');
  await page.getByLabel('Address').fill(model.baseUrl);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('No key stored for Another server.').waitFor();
}

async function addKey(page: Page): Promise<void> {
  await page.getByLabel('Key', { exact: true }).fill(KEY);
  await page.getByRole('button', { name: 'Add key' }).click();
  await page.getByText('Key stored for Another server.').waitFor();
}

test('a user chooses a provider, adds a key, tests it, consents, and gets answers from it', async () => {
  model.answer((_call, response) => say(response, 'From your own model.'));
  const user = await stack.signUp();
  const visit = await openApp(stack, browser, user, { path: '/copilot/settings', colorScheme: 'light' });
  const { page } = visit;
  await choose(page);
  await addKey(page);
  await page.getByRole('button', { name: 'Test key' }).click();
  await page.getByText(/^It works\. The answer took/).waitFor();
  expect(await page.getByLabel('New key').inputValue()).toBe('');
  expect(await page.getByLabel('New key').getAttribute('type')).toBe('password');
  expect(await look(page, 'own-key')).toEqual(FINE);

  const consent = page.getByRole('region', { name: 'Consent to your own provider' });
  await consent.getByRole('button', { name: 'Agree' }).click();
  await consent.getByText(/^You agreed to version 2026-01 on/).waitFor();
  await page.getByRole('link', { name: 'Copilot', exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Your question' }).fill('Who are you?');
  await page.getByRole('textbox', { name: 'Your question' }).press('Enter');
  await page.getByRole('list', { name: 'Messages' }).getByText('From your own model.').waitFor();
  await page.getByRole('link', { name: 'own-model' }).waitFor();

  expect(model.calls.at(-1)).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: 'own-model' } });
  const { body: config } = await user.get<AnswerOf<'copilot.get_config'>>('/api/copilot/config');
  expect(config).toMatchObject({ mode: 'byok', hasByokKey: true, byokKeyStatus: 'ready' });
  expect(await page.content()).not.toContain(KEY);
  expect(await dumpTables(stack.databaseAdminUrl)).not.toContain(KEY);
  expect(visit.complaints).toEqual([]);
});

test('a refused key is reported, and can be removed', async () => {
  model.answer((_call, response) => void response.writeHead(401).end('{}'));
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
  await page.getByText('No key stored for Another server.').waitFor();
});

test('a forbidden address is refused at its field', async () => {
  const { page } = await openApp(stack, browser, await stack.signUp(), { path: '/copilot/settings' });
  await page.getByLabel('Answers from').selectOption({ label: 'My own API key' });
  await page.getByLabel('Provider', { exact: true }).selectOption({ label: 'Another server' });
  await page.getByRole('textbox', { name: 'Model' }).fill('own-model');
  await page.getByLabel('Address').fill('https://10.0.0.1/v1');
  await page.getByRole('button', { name: 'Save' }).click();

  await page.getByText('Must be reachable on the public internet.').waitFor();
  expect(await page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
});

/** A browser expression: pixels of the page below the visible part. */
const BELOW = 'document.documentElement.scrollHeight - innerHeight - scrollY';
const PARAGRAPHS = Array.from({ length: 120 }, (_, at) => `Paragraph ${at}: ${'more words about it '.repeat(12)}\n\n`);

test('the page follows a long answer to its end, unless the reader has scrolled away', async () => {
  const user = await userWithConsent(stack);
  const [half, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  model.answer(async (_call, response) => {
    begin(response);
    for (const content of PARAGRAPHS.slice(0, 40)) piece(response, content);
    await half.promise;
    for (const content of PARAGRAPHS.slice(40, 80)) piece(response, content);
    await rest.promise;
    for (const content of PARAGRAPHS.slice(80)) piece(response, content);
    finish(response);
  });
  const { page, complaints } = await openApp(stack, browser, user, { path: '/copilot' });
  await ask(page, 'Tell me everything.');
  await messages(page).getByText('Paragraph 39:').waitFor();
  await eventually(async () => expect(await page.evaluate(BELOW)).toBeLessThan(20));
  half.resolve();
  await messages(page).getByText('Paragraph 79:').waitFor();
  await eventually(async () => expect(await page.evaluate(BELOW)).toBeLessThan(20));

  await messages(page).getByText('Paragraph 20:').scrollIntoViewIfNeeded();
  await eventually(async () => expect(await page.evaluate(BELOW)).toBeGreaterThan(1_000));
  const place = await page.evaluate('scrollY');
  rest.resolve();
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  await messages(page).getByText('Paragraph 119:').waitFor({ state: 'attached' });
  expect(await page.evaluate('scrollY')).toBe(place);

  await page.reload();
  await messages(page).getByText('Paragraph 119:').waitFor();
  await eventually(async () => expect(await page.evaluate(BELOW)).toBeLessThan(20));
  expect(complaints).toEqual([]);
});
