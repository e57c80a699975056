/** @lane waiting */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { noise } from '@svc/images/testing/test-images';
import type { Page } from 'playwright-core';
import { type OwnStack, startOwnStack } from '../own-stack.ts';
import { sharedBrowser } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import type { Deal, ErrorAnswer, List } from '../system/answers.ts';
import { daysAgo, videoUrl } from '../system/answers.ts';
import { countFields, importDueVideos, openApp, pasteFile } from './app.ts';

const browser = await sharedBrowser();
let stack: OwnStack;
let admin: Session;

beforeAll(async () => {
  stack = await startOwnStack('kills');
  admin = await stack.signInAsAdmin();
});

afterEach(() => stack.waitUntilReady());

afterAll(() => stack?.stop());

const valuesOf = async (manager: Session): Promise<number[]> => {
  const { body } = await manager.get<List<{ value: number }>>('/api/deals/view-logs?limit=200');
  return body.items.map(({ value }) => value).toSorted((one, other) => one - other);
};

/** Types a count into the focused field. */
async function enterCount(page: Page, count: string): Promise<void> {
  await page.keyboard.type(count);
  await page.keyboard.press('Enter');
}

/** Kills the gateway once, during a write to this path. The stack restarts it. */
function killWhileAsked(page: Page, path: string): void {
  const kill = (request: { url(): string; method(): string }): void => {
    if (request.method() === 'GET' || !request.url().endsWith(path)) return;
    page.off('request', kill);
    stack.kill('gateway', 'SIGKILL');
  };
  page.on('request', kill);
}

test('maintenance covers the page, reminds administrators, and typed counts are recorded afterwards', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 2);
  const { page } = await openApp(stack, browser, manager);
  await page.getByText('2 left to do').waitFor();
  await page.clock.install();
  await admin.put('/api/admin/settings', { maintenanceMode: true });

  await page.keyboard.type('321');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Closed for maintenance' }).waitFor();
  const { page: adminPage } = await openApp(stack, browser, admin);
  const notice = adminPage.getByRole('status').filter({ hasText: 'Maintenance is on' });
  await notice.getByRole('link', { name: 'Open settings' }).click();
  await adminPage.getByLabel('Maintenance').uncheck();
  await adminPage.getByRole('button', { name: 'Save' }).first().click();
  await notice.waitFor({ state: 'detached' });
  await page.clock.fastForward(20_000);
  await page.getByText('1 left to do').waitFor();

  const viewLogs = await manager.get<{ items: { value: number }[] }>('/api/deals/view-logs');
  expect(viewLogs.body.items.map(({ value }) => value)).toEqual([321]);
});

test('without viewcheck the page stays usable, and recovers by itself', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 2);
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  await page.getByRole('row').nth(1).waitFor();
  await stack.stopService('viewcheck');

  await page.getByRole('link', { name: 'Today' }).first().click();
  await page.getByText("can't be reached").waitFor();
  const judged = await manager.post<ErrorAnswer>('/api/viewcheck/evidence', { action: 'plan_video_search' });
  expect([judged.status, judged.body.error.code]).toEqual([503, 'UNAVAILABLE']);
  await page.getByRole('link', { name: 'Deals' }).first().click();
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('link', { name: 'Today' }).first().click();
  await stack.startService('viewcheck');
  await page.getByText('2 left to do').waitFor();
});

test('a disabled user is asked to sign in and sees nothing more', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager);
  await page.getByText('Nothing due').waitFor();
  // Waits for all initial reads, because a refused one would open the dialog before the click.
  await page.getByRole('region', { name: 'First steps' }).waitFor();
  await admin.patch(`/api/admin/users/${manager.userId}`, { disabled: true });

  await page.getByRole('link', { name: 'Deals' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Email').fill(manager.email);
  await dialog.getByLabel('Password').fill(manager.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByRole('alert').waitFor();
});

test('twelve counts typed during a minute offline are each recorded once, without retyping', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 12);
  const { page } = await openApp(stack, browser, manager);
  await page.getByText('12 left to do').waitFor();
  await page.clock.install();
  await page.context().setOffline(true);
  const counts = Array.from({ length: 12 }, (_each, index) => 2_000 + index);
  for (const count of counts) {
    await page.keyboard.type(String(count));
    await page.keyboard.press('Enter');
  }
  const waiting = page.getByText('Waiting for connection');
  await waiting.nth(11).waitFor();
  await page.getByText("The server can't be reached. What you typed is kept.").waitFor();
  await page.clock.runFor(61_000);
  await waiting.nth(11).waitFor();
  expect(await valuesOf(manager)).toEqual([]);

  await page.context().setOffline(false);
  await page.getByText('· All done').waitFor();
  expect(await valuesOf(manager)).toEqual(counts);
});

test('a rate limit pauses a column of counts for as long as it says, then the page continues by itself', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 3);
  const { page } = await openApp(stack, browser, manager);
  await page.getByText('3 left to do').waitFor();
  await page.clock.install();
  // The gateway does not limit these calls, but a reverse proxy may.
  let refused = 0;
  await page.route('**/api/deals/*/views', async (route) => {
    refused += 1;
    if (refused === 1 || refused > 3) return route.continue();
    const error = { code: 'RATE_LIMITED', message: 'Too many calls.' };
    return route.fulfill({ status: 429, headers: { 'Retry-After': '40' }, json: { error } });
  });
  for (const count of ['11', '12', '13']) {
    await page.keyboard.type(count);
    await page.keyboard.press('Enter');
  }
  const notice = page.getByText(/Too many requests\. Continuing in \d+ s/);
  const secondsLeft = async () => Number(/in (\d+) s/.exec(await notice.innerText())?.[1]);
  const atFirst = await secondsLeft();
  expect(atFirst).toBeGreaterThan(20);
  expect(atFirst).toBeLessThanOrEqual(40);
  await page.clock.fastForward(20_000);
  await eventually(async () => expect(await secondsLeft()).toBeLessThanOrEqual(atFirst - 20));
  await eventually(async () => expect(await valuesOf(manager)).toEqual([11]));
  await page.clock.fastForward(21_000);

  await page.getByText('· All done').waitFor();
  expect(await valuesOf(manager)).toEqual([11, 12, 13]);
});

const AWAY = "The server can't be reached";

test.each([
  [['shortener', 'screenshot', 'copilot'], ['Short links', 'Screenshots', 'Agents'], 'Deals'],
  [['deal'], ['Deals', 'Tasks', 'Contacts'], 'Short links'],
] as const)('without %j, their pages say so and recover by themselves; the others work', async (names, away, works) => {
  const manager = await stack.signUp();
  await manager.post('/api/deals', { name: 'Autumn launch' });
  await manager.post('/api/shorten', { url: 'https://example.com/autumn', title: 'Autumn launch' });
  const { page } = await openApp(stack, browser, manager, { path: '/activity' });
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  await page.clock.install();
  await Promise.all(names.map((name) => stack.stopService(name)));
  const open = (name: string) => page.getByRole('link', { name, exact: true }).first().click();

  for (const name of away) {
    await open(name);
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.clock.runFor(5_000);
    await page.getByText(AWAY).waitFor();
  }
  await open(works);
  await page.getByRole('link', { name: 'Autumn launch' }).waitFor();
  await page.getByText(AWAY).waitFor({ state: 'detached' });

  await Promise.all(names.map((name) => stack.startService(name)));
  await stack.waitUntilReady();
  for (const name of away) {
    await open(name);
    await page.getByText(AWAY).waitFor({ state: 'detached' });
    await page.clock.runFor(21_000);
    await page.getByText(/can't be (reached|shown)/).waitFor({ state: 'detached' });
  }
});

test('without identity the frame stays after a reload, no typed input is lost, and counts are recorded afterwards', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 2);
  const { page } = await openApp(stack, browser, manager);
  await page.getByText('2 left to do').waitFor();
  await stack.stopService('identity');

  await page.keyboard.type('41');
  await page.keyboard.press('Enter');
  await page.keyboard.type('42');

  await page.reload();
  await page.getByText("The server can't be reached").waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByText('Payments').click();
  await page.getByRole('heading', { name: 'Payments' }).waitFor();
  await page.getByRole('link', { name: 'Today' }).first().click();

  await stack.startService('identity');
  await stack.waitUntilReady();
  await page.getByText('· 1 left to do').waitFor();
  expect(
    await page
      .getByRole('textbox', { name: /^Views of/ })
      .last()
      .inputValue(),
  ).toBe('42');
  expect(await valuesOf(manager)).toEqual([41]);
});

test('an import interrupted by a gateway kill completes once it is back, without duplicates', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/import' });
  const links = Array.from({ length: 40 }, (_each, index) => videoUrl(7_000 + index));
  await page.getByLabel('Posted on').fill(daysAgo(3));
  await page.getByLabel('Links').fill(['CODE: KILLED', ...links].join('\n'));
  await page.getByText('40 new videos').waitFor();
  killWhileAsked(page, '/bulk-import/process');
  await page.keyboard.press('Control+Enter');

  await page.getByText('40 videos added.').waitFor();
  await stack.waitUntilReady();
  const { body } = await manager.get<List<Deal>>('/api/deals');
  expect(body.items.map(({ promoCode, videoCount }) => [promoCode, videoCount])).toEqual([['KILLED', 40]]);
});

test('a gateway killed during an upload loses no screenshot that the page shows as stored', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 1);
  const { page } = await openApp(stack, browser, manager);
  await page.getByText('1 left to do').waitFor();
  const picture = { name: 'views.png', mimeType: 'image/png', buffer: await noise(600, 400) };
  killWhileAsked(page, '/content');
  const choose = () => page.locator('input[type=file]').setInputFiles(picture);
  await choose();

  const attached = page.getByText('Screenshot attached');
  const problem = page.getByRole('alert').getByText("Couldn't save the screenshot");
  await attached.or(problem).waitFor();
  await stack.waitUntilReady();
  if (await problem.isVisible()) await choose();
  await attached.waitFor();
  await page.getByRole('textbox', { name: /^Views of/ }).fill('500');
  await page.keyboard.press('Enter');
  await page.getByText('· All done').waitFor();
  const { body } = await manager.get<List<{ screenshot: { screenshotId: string } | null }>>('/api/deals/view-logs');
  expect(body.items).toMatchObject([{ screenshot: { screenshotId: expect.any(String) } }]);
});

test('evidence is recorded once although the gateway is killed', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 1);
  const { page } = await openApp(stack, browser, manager);
  await page.getByRole('link', { name: 'Collect evidence' }).click();
  await page.getByRole('region', { name: 'Videos' }).getByRole('button').first().click();
  await page.getByLabel('Heard at').fill('0:09');
  await page.getByLabel('View count').fill('500');
  await pasteFile(page, { name: 'views.png', type: 'image/png', content: await noise(80, 60) });
  await page.getByText('Add a view count of 500').waitFor();
  killWhileAsked(page, '/views');
  const record = page.getByRole('button', { name: 'Record', exact: true });
  await record.click();

  const recorded = page.getByText('500 views of');
  const refused = page.getByText('Not recorded:');
  await recorded.or(refused).waitFor();
  await stack.waitUntilReady();
  if (await refused.isVisible()) await record.click();
  await recorded.waitFor();
  expect(await valuesOf(manager)).toEqual([500]);
});

test('a user disabled with a half-filled form gets it back when enabled again', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Autumn launch' });
  const { page } = await openApp(stack, browser, manager, { path: `/deals/${deal.id}` });
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit' });
  await form.getByLabel('Notes').fill('As agreed on the phone');
  await admin.patch(`/api/admin/users/${manager.userId}`, { disabled: true });
  await form.getByRole('button', { name: 'Save' }).click();

  const signIn = page.getByRole('dialog', { name: 'Sign in again' });
  const send = async (): Promise<void> => {
    await signIn.getByLabel('Email').fill(manager.email);
    await signIn.getByLabel('Password').fill(manager.password);
    await signIn.getByRole('button', { name: 'Sign in' }).click();
  };
  await send();
  await signIn.getByRole('alert').waitFor();
  await admin.patch(`/api/admin/users/${manager.userId}`, { disabled: false });
  await send();
  await form.waitFor({ state: 'detached' });

  const { email, password } = manager;
  const again = await stack.signIn({ email, password });
  await eventually(async () => {
    const { body } = await again.get<Deal>(`/api/deals/${deal.id}`);
    expect(body.notes).toBe('As agreed on the phone');
  });
});

test('a gateway killed during data entry neither loses nor duplicates a count', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 6);
  const { page } = await openApp(stack, browser, manager);
  await page.getByText('6 left to do').waitFor();

  await enterCount(page, '101');
  stack.kill('gateway', 'SIGKILL');
  for (const count of ['102', '103', '104']) await enterCount(page, count);
  await page.keyboard.type('105');
  await stack.waitUntilReady();

  await eventually(async () => expect(await valuesOf(manager)).toHaveLength(4));
  await page.getByText('2 left to do').waitFor();
  await page.reload();
  await page.getByText('2 left to do').waitFor();
  const fields = countFields(page);
  await eventually(async () => expect(await fields.first().inputValue()).toBe('105'));
  expect(await valuesOf(manager)).toEqual([101, 102, 103, 104]);
});

test('a page first opened while the gateway is down loads by itself once it is back', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager);
  await page.getByText('Nothing due').waitFor();
  await stack.stopService('gateway');
  await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
  await page.getByRole('heading', { name: "Couldn't load this page" }).waitFor();

  await stack.startService('gateway');
  await page.getByText('No payments yet.').waitFor();
});
