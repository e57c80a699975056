import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { begin, finish, type ModelServer, piece, say } from '@svc/copilot/testing/model-server';
import type { Page } from 'playwright-core';
import type { OwnStack } from '../own-stack.ts';
import { sharedBrowser } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import type { List } from '../system/answers.ts';
import { tabTo } from '../system/chromium.ts';
import { fillConversation, keepTurnsRunning } from '../system/database.ts';
import { goTo, openApp, waitUntilShown } from './app.ts';
import { findViolations } from './axe.ts';
import * as chat from './copilot-chat.ts';
import { field, FINE, look, messages, PHONE } from './copilot-chat.ts';
import { keepPicture } from './pictures.ts';

/** Free answers per day. */
const LIMIT = 3;
const VIEWPORT = { width: 1_280, height: 800 };
const CONVERSATION = /\/copilot\/[\da-f-]{36}$/;
const QUESTION = 'Which reports do sponsors like?';

const browser = await sharedBrowser();
let model: ModelServer;
let stack: OwnStack;

beforeAll(async () => {
  const models = [
    { id: 'model-a', label: 'Model A', contextTokens: 131_072 },
    { id: 'model-b', label: 'Model B', contextTokens: 131_072, supportsTools: true },
  ];
  const started = await chat.startCopilotStack('kills', models, {
    COPILOT_FREE_DAILY_LIMIT: String(LIMIT),
    COPILOT_RETENTION_DAYS: '90',
    // In this time zone the day does not end during the test.
    COPILOT_DAY_TIMEZONE: new Date().getUTCHours() < 12 ? 'UTC' : 'Pacific/Honolulu',
  });
  [stack, model] = [started, started.model];
});

afterAll(() => stack?.stop());

const userWithConsent = (): Promise<Session> => chat.userWithConsent(stack);
const ask = (page: Page, question = QUESTION): Promise<void> => chat.ask(page, question);

async function conversationOf(user: Session, title: string): Promise<string> {
  return (await user.post<{ id: string }>('/api/copilot/conversations', { title })).body.id;
}

/** Asks over the API and waits for the answer. */
async function askByApi(user: Session, conversationId: string, text = QUESTION): Promise<void> {
  const { status } = await user.post(
    `/api/copilot/conversations/${conversationId}/messages`,
    { text },
    { headers: { Accept: 'application/json' } },
  );
  expect(status).toBe(200);
}

/** Makes the model send these pieces, the last one only after a call of the returned function. */
function holdLast(...pieces: readonly string[]): () => void {
  const held = Promise.withResolvers<void>();
  model.answer(async (_call, response) => {
    begin(response);
    for (const content of pieces.slice(0, -1)) piece(response, content);
    await held.promise;
    piece(response, pieces.at(-1) ?? '');
    finish(response);
  });
  return held.resolve;
}

/** Waits until the answer is complete and counted. */
async function untilAnswered(page: Page, left: number): Promise<void> {
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  await page.getByText(`${left} of ${LIMIT} free answers left today`).waitFor();
}

/** A browser expression: the border of the first question, and whether it is visible. */
const FRAME = `(() => {
  const question = document.querySelector('ol[aria-label=Messages] li > div');
  const { borderTopStyle: style, borderTopColor, backgroundColor } = getComputedStyle(question);
  return { style, isSeen: borderTopColor !== backgroundColor };
})()`;

test('with the keyboard alone, a user consents, asks, and reads the answer while it streams', async () => {
  const letGo = holdLast('Short **reports**. ', 'With one', ' number.');
  const visit = await openApp(stack, browser, await stack.signUp(), { colorScheme: 'light' });
  const { page } = visit;
  await page.getByRole('heading', { level: 1 }).waitFor();
  await goTo(page, 'o');
  await page.getByText('We send your messages').waitFor();
  await page
    .getByText('Conversations are kept here until you delete them, or until they are unused for 90 days.')
    .waitFor();
  expect(await field(page).count()).toBe(0);
  expect(await look(page, 'consent')).toEqual(FINE);

  await tabTo(page, 'link', 'Skip to content');
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', 'Agree and start');
  await page.keyboard.press('Enter');
  await page.getByText('3 of 3 free answers left today').waitFor();
  await page.keyboard.type('Which reports');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('do sponsors like?');
  await page.keyboard.press('Enter');
  await messages(page).getByText('With one').waitFor();
  await page.waitForURL(CONVERSATION);

  expect(await messages(page).getByText('Which reports').innerText()).toBe('Which reports\ndo sponsors like?');
  expect(await page.locator('strong').innerText()).toBe('reports');
  const log = page.getByRole('log');
  // The text is announced to screen readers after it is drawn.
  await eventually(async () => expect(await log.textContent()).toBe('Short reports.'));
  expect(await messages(page).locator('[aria-busy=true]').count()).toBe(1);
  await keepPicture(page, 'copilot-answering');

  letGo();
  await untilAnswered(page, 2);
  await eventually(async () => expect(await log.textContent()).toBe('Short reports.With one number.'));
  expect(await messages(page).locator('[aria-busy=true]').count()).toBe(0);
  expect(await field(page).inputValue()).toBe('');
  expect(await look(page, 'answer')).toEqual(FINE);
  await page.getByRole('heading', { name: 'Which reports do sponsors like?' }).waitFor();
  expect(visit.complaints).toEqual([]);
});

test('an example fills the question field, and is sent only by the user', async () => {
  model.answer((_call, response) => say(response, 'Nothing is due.'));
  const { page } = await openApp(stack, browser, await userWithConsent(), { path: '/copilot' });
  const examples = page.getByRole('list', { name: 'Examples' });
  await examples.waitFor();
  expect(await examples.getByRole('button').count()).toBe(4);
  expect(await look(page, 'examples')).toEqual(FINE);
  await page.getByRole('button', { name: "What's due today?" }).click();

  expect(await field(page).inputValue()).toBe("What's due today?");
  expect(await messages(page).count()).toBe(0);
  // A click on another one would replace the text.
  expect(await examples.count()).toBe(0);
  await page.keyboard.press('Enter');
  await messages(page).getByText('Nothing is due.').waitFor();
});

test('an answer is complete after a reload and after a lost connection', async () => {
  const letGo = holdLast('The first half', ' and the second.');
  const user = await userWithConsent();
  const { page } = await openApp(stack, browser, user, { path: '/copilot' });
  await ask(page);
  await messages(page).getByText('The first half').waitFor();

  await page.reload();
  await messages(page).getByText('The first half').waitFor();
  await keepTurnsRunning(stack.databaseAdminUrl);
  stack.kill('gateway', 'SIGKILL');
  await page.getByText("You're offline. The answer continues when you're back online.").waitFor();
  await page.getByText("You're offline.").waitFor({ state: 'detached' });
  letGo();
  await messages(page).getByText('The first half and the second.').waitFor();
  await untilAnswered(page, 2);

  expect(await messages(page).getByRole('listitem').count()).toBe(2);
  expect(model.calls.filter(({ body }) => body.messages.at(-1)?.content === QUESTION).length).toBe(1);
});

test('a second tab follows the same answer to its end, and both show the remaining answers', async () => {
  const letGo = holdLast('The upper half', ' and the lower.');
  const { page } = await openApp(stack, browser, await userWithConsent(), { path: '/copilot' });
  await ask(page, 'Twice?');
  await page.waitForURL(CONVERSATION);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await messages(other).getByText('The upper half').waitFor();
  letGo();

  for (const tab of [page, other]) {
    await messages(tab).getByText('The upper half and the lower.').waitFor();
    await untilAnswered(tab, 2);
    expect(await messages(tab).getByRole('listitem').count()).toBe(2);
  }
  expect(model.calls.filter(({ body }) => body.messages.at(-1)?.content === 'Twice?').length).toBe(1);
});

test('maintenance covers the chat with a notice, and the answer is complete after it', async () => {
  const admin = await stack.signInAsAdmin();
  const letGo = holdLast('Before,', ' and after.');
  const { page } = await openApp(stack, browser, await userWithConsent(), { path: '/copilot' });
  await ask(page);
  await messages(page).getByText('Before,').waitFor();
  await page.clock.install();
  try {
    await admin.put('/api/admin/settings', { maintenanceMode: true });
    letGo();
    await page.getByRole('alertdialog', { name: 'Closed for maintenance' }).waitFor();
    await page.getByText("We'll be back in a few minutes.").waitFor();
  } finally {
    await admin.put('/api/admin/settings', { maintenanceMode: false });
  }
  await page.clock.fastForward(20_000);

  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await messages(page).getByText('Before, and after.').waitFor();
  await untilAnswered(page, 2);
});

test('a session that ends mid-answer asks for a sign-in, and the answer continues', async () => {
  const letGo = holdLast('The first part.', ' The second one.');
  const user = await userWithConsent();
  const { page } = await openApp(stack, browser, user, { path: '/copilot' });
  await ask(page);
  await messages(page).getByText('The first part.').waitFor();
  const { body: sessions } = await user.get<List<{ id: string; current: boolean }>>('/api/auth/sessions');
  for (const { id } of sessions.items.filter(({ current }) => !current)) await user.delete(`/api/auth/sessions/${id}`);
  letGo();

  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Email').fill(user.email);
  await dialog.getByLabel('Password').fill(user.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await messages(page).getByText('The first part. The second one.').waitFor();
  await untilAnswered(page, 2);
});

test('a stopped answer is marked as such, also after a reload, and can be retried', async () => {
  const letGo = holdLast('Half of it', ' and more.');
  const { page } = await openApp(stack, browser, await userWithConsent(), { path: '/copilot' });
  await ask(page);
  await messages(page).getByText('Half of it').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await messages(page).getByText('This answer was stopped.').waitFor();
  await page.reload();
  await messages(page).getByText('This answer was stopped.').waitFor();
  expect(await messages(page).getByText('Half of it').count()).toBe(1);
  letGo();
  const rich =
    '## Reports\n\nSend *three* numbers:\n\n1. views\n2. clicks\n   - by day\n\n> Short is kind.\n\n```\nviews = 12000\n```\n';
  model.answer((_call, response) =>
    say(response, rich, '\n| deal | views |\n|---|---|\n| A | `12` |\n\n', 'All of it.'),
  );
  await page.getByRole('button', { name: 'Try again' }).click();

  await messages(page).getByText('All of it.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
  await untilAnswered(page, 1);
  expect(await look(page, 'tried-again')).toEqual(FINE);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await findViolations(page, 'dark')).toEqual([]);
  // In forced colors only the border tells a question from an answer.
  expect(await page.evaluate(FRAME)).toEqual({ style: 'solid', isSeen: true });
  await keepPicture(page, 'copilot-forced-colors');
});

test('a failed answer explains what to do, does not count, and can be retried', async () => {
  model.answer((_call, response) => void response.writeHead(400).end('key sk-123 is broken'));
  const { page } = await openApp(stack, browser, await userWithConsent(), { path: '/copilot', ...PHONE });
  await ask(page);
  await messages(page)
    .getByText(/^The model refused the request\./)
    .waitFor();
  await page.getByText('3 of 3 free answers left today').waitFor();
  expect(await page.locator('main').innerText()).not.toContain('sk-123');
  await keepPicture(page, 'copilot-failed');
  model.answer((_call, response) => say(response, 'There it is.'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await messages(page).getByText('There it is.').waitFor();

  await page
    .getByText(/^The model refused the request\./)
    .first()
    .waitFor({ state: 'detached' });
  expect(await messages(page).getByRole('listitem').count()).toBe(2);
});

test('a draft survives reloads and refusals, and the notice about the limit shows when it resets', async () => {
  model.answer((_call, response) => say(response, 'Yes.'));
  const user = await userWithConsent();
  const { page } = await openApp(stack, browser, user, { path: '/copilot' });
  await field(page).fill('One more?');
  await page.reload();
  await page.getByText('3 of 3 free answers left today').waitFor();
  expect(await field(page).inputValue()).toBe('One more?');
  const conversationId = await conversationOf(user, 'Used up');
  for (let asked = 0; asked < LIMIT; asked += 1) await askByApi(user, conversationId);
  await field(page).press('Enter');

  await page.getByText(/^Today's 3 free answers are used\. More come at .*:00/).waitFor();
  expect(await field(page).inputValue()).toBe('One more?');
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  await eventually(async () => {
    const { body } = await user.get<List<{ title: string }>>('/api/copilot/conversations');
    expect(body.items.map(({ title }) => title)).toEqual(['Used up']);
  });
  await keepPicture(page, 'copilot-used-up');
});

test('conversations can be found, renamed, archived and restored, and deleting one asks first', async () => {
  const user = await userWithConsent();
  const id = await conversationOf(user, 'Reports');
  await conversationOf(user, 'Another');
  const { page } = await openApp(stack, browser, user, { path: '/copilot' });
  const list = page.getByRole('region', { name: 'Conversations' });
  await list.getByRole('link', { name: /^Another/ }).waitFor();
  await page.getByLabel('Search titles').fill('repo');
  await list.getByRole('link', { name: /^Another/ }).waitFor({ state: 'detached' });
  await list.getByRole('link', { name: /^Reports/ }).click();
  const choose = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'More', exact: true }).first().click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Rename');
  await page.getByLabel('Title', { exact: true }).fill('Reports of May');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('heading', { name: 'Reports of May', level: 1 }).waitFor();
  await choose('Archive');
  await list.getByText('No conversation matches this search.').waitFor();
  await choose('Restore');
  await list.getByRole('link', { name: /^Reports of May/ }).waitFor();

  await choose('Delete');
  await page.getByText('Its messages are deleted for good.').waitFor();
  expect((await user.get(`/api/copilot/conversations/${id}`)).status).toBe(200);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the conversation' }).click();
  await page.waitForURL(/\/copilot(\?|$)/);
  expect((await user.get(`/api/copilot/conversations/${id}`)).status).toBe(404);
});

test('a long conversation opens at its end, and scrolling up loads earlier messages', async () => {
  const user = await userWithConsent();
  const id = await conversationOf(user, 'Long');
  await fillConversation(stack.databaseAdminUrl, user.userId, id, 120);
  const { page } = await openApp(stack, browser, user, { path: `/copilot/${id}`, viewport: VIEWPORT });
  const item = (seq: number) => messages(page).getByText(`Message ${seq}`, { exact: true });
  await item(120).waitFor();
  const isSeen = async (seq: number): Promise<boolean> => {
    const place = await item(seq).boundingBox();
    return place !== null && place.y + place.height > 0 && place.y < VIEWPORT.height;
  };
  await eventually(async () => expect(await isSeen(120)).toBe(true));
  expect(await messages(page).getByRole('listitem').count()).toBe(50);

  await page.evaluate('scrollTo(0, 0)');
  await item(70).waitFor();
  expect(await isSeen(71)).toBe(true);
  await page.evaluate('scrollTo(0, 0)');
  await item(1).waitFor();
  expect(await messages(page).getByRole('listitem').count()).toBe(120);
});

test('model output is shown as text, with links that name their host and no foreign requests', async () => {
  const said = [
    '# Head\n\n<img src="https://bad.example/a" onerror="alert(1)"><script>alert(1)</script>',
    '\n\n!',
    '![x](https://bad.example/b.png) [y](javascript:alert(1)) [our site](https://evil.example/?d=1)',
    '\n\ngnp.\u202Eexe &lt;b&gt; a\u{E0041}b \u0634\u0628\u0643\u0629\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n',
    `${'> '.repeat(30)}deep\n\n1. one\n2. two\n\n\`\`\`html\n<b>${'w'.repeat(400)}</b>\n\`\`\`\n\n${'W'.repeat(400)}`,
  ];
  model.answer((_call, response) => say(response, ...said));
  const user = await userWithConsent();
  const id = await conversationOf(user, 'Bad \u202Etexts '.repeat(10));
  const visit = await openApp(stack, browser, user, { path: `/copilot/${id}`, ...PHONE });
  const { page } = visit;
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(stack.gatewayUrl)) foreign.push(request.url());
  });
  await ask(page, `<i>${'q'.repeat(300)}`);
  await messages(page).getByText('WWWW').last().waitFor();
  await untilAnswered(page, 2);

  const shown = await messages(page).innerText();
  expect(shown).toContain('<img src="https://bad.example/a" onerror="alert(1)"><script>alert(1)</script>');
  expect(shown).toContain('[y](javascript:alert(1)) our site (evil.example)');
  expect(shown).toContain('gnp.\uFFFDexe <b> a\uFFFDb \u0634\u0628\u0643\u0629');
  const links = messages(page).getByRole('link');
  const attributes = await links.evaluateAll((all) =>
    all.map(({ href, rel, target }) => [href, rel, target].join(' ')),
  );
  expect(attributes.at(-1)).toBe('https://evil.example/?d=1 noopener noreferrer nofollow _blank');
  expect(await messages(page).locator('img, script, i, b, [onerror], a[href^="javascript:"]').count()).toBe(0);
  expect(await look(page, 'bad-texts')).toEqual(FINE);
  expect([foreign, visit.complaints]).toEqual([[], []]);
});

test('the settings choose the model, withdraw consent and show usage', async () => {
  model.answer((_call, response) => say(response, 'Yes.'));
  const user = await userWithConsent();
  await askByApi(user, await conversationOf(user, 'One'));
  const visit = await openApp(stack, browser, user, { path: '/settings' });
  const { page } = visit;
  await page.getByRole('link', { name: 'Copilot settings' }).click();
  await page.getByRole('row', { name: /1 0 1 0 11 7$/ }).waitFor();
  await page.getByText(/^2 of 3 free answers left until/).waitFor();
  await page.getByLabel('Preferred model').selectOption({ label: 'Model B' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  expect(await look(page, 'settings')).toEqual(FINE);
  await page.getByRole('button', { name: 'Withdraw consent' }).click();
  await page.getByText("You haven't agreed to version 2026-01. Nothing is sent.").waitFor();

  const { body } = await user.get('/api/copilot/config');
  expect(body).toMatchObject({ model: 'test|model-b', consent: { free: { granted: false } } });
  await page.getByRole('link', { name: 'Copilot', exact: true }).first().click();
  await page.getByRole('button', { name: 'Agree and start' }).click();
  await page.getByRole('link', { name: 'Model B' }).waitFor();
  await waitUntilShown(page);
  expect(visit.complaints).toEqual([]);
});
