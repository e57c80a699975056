/** Changes by one user that follow each other before the app has refetched the records. */
import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { noise } from '@svc/images/testing/test-images';
import type { Page, Route } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { daysAgo, type Deal, type List, type Video, type ViewLog } from '../system/answers.ts';
import { followTo, openApp } from './app.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const createDeal = async (user: Session, fields: object): Promise<Deal> =>
  (await user.post<Deal>('/api/deals', fields)).body;

/** A deal with a video and a view count of 3,000 with a screenshot. */
async function createProven(user: Session): Promise<Deal> {
  const deal = await createDeal(user, { name: 'Kiteline' });
  const video = { url: 'https://www.youtube.com/watch?v=aaaaaaaaaa1', title: 'Unboxing', postDate: daysAgo(9) };
  const { body: added } = await user.post<Video>(`/api/deals/${deal.id}/videos`, video);
  const image = `data:image/png;base64,${(await noise(40, 30)).toString('base64')}`;
  const subject = { dealId: deal.id, videoId: added.id };
  const { body: screenshot } = await user.post<{ screenshotId: string }>('/api/screenshots', { ...subject, image });
  const viewLog = { videoId: added.id, value: 3_000, screenshotId: screenshot.screenshotId };
  expect((await user.post(`/api/deals/${deal.id}/views`, viewLog)).status).toBe(201);
  return deal;
}

const viewLogsOf = async (user: Session): Promise<readonly ViewLog[]> =>
  (await user.get<List<ViewLog>>('/api/deals/view-logs')).body.items;

async function chooseAction(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: /^More for / }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Advances the clock past the time for undo, which on a busy machine may start only now, until the assertion holds. */
const afterUndo = (page: Page, assertion: () => Promise<void>): Promise<void> =>
  eventually(async () => {
    await page.clock.fastForward(8_000);
    await assertion();
  });

test('a view count whose screenshot was just removed is corrected, and deleted', async () => {
  const manager = await stack.signUp();
  const deal = await createProven(manager);
  const visit = await openApp(stack, browser, manager, { path: `/deals/${deal.id}?tab=views` });
  const { page } = visit;
  await page.getByRole('button', { name: /^More for 3,000 views/ }).waitFor();
  await page.clock.install();

  await chooseAction(page, 'Remove screenshot');
  await chooseAction(page, 'Correct…');
  await page.getByRole('textbox', { name: 'Views' }).fill('3100');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^More for 3,100 views/ }).waitFor();
  await afterUndo(page, async () =>
    expect(await viewLogsOf(manager)).toMatchObject([{ value: 3_100, screenshot: null }]),
  );
  await chooseAction(page, 'Delete');
  await afterUndo(page, async () => expect(await viewLogsOf(manager)).toEqual([]));

  expect(visit.complaints).toEqual([]);
});

test('a screenshot attached in place of a removed one is kept', async () => {
  const manager = await stack.signUp();
  const deal = await createProven(manager);
  const [before] = await viewLogsOf(manager);
  const visit = await openApp(stack, browser, manager, { path: `/deals/${deal.id}?tab=views` });
  const { page } = visit;
  await page.getByRole('button', { name: /^More for 3,000 views/ }).waitFor();
  await page.clock.install();

  await chooseAction(page, 'Remove screenshot');
  const chooser = page.waitForEvent('filechooser');
  await chooseAction(page, 'Attach screenshot…');
  await (await chooser).setFiles({ name: 'v.png', mimeType: 'image/png', buffer: await noise(50, 30) });
  await page.getByText('Screenshot attached').waitFor();
  expect(await page.getByText('Removed the screenshot').count()).toBe(0);
  await page.clock.fastForward(8_000);

  const [after] = await viewLogsOf(manager);
  expect(after?.screenshot).toMatchObject({ screenshotId: expect.any(String) });
  expect(after?.screenshot).not.toMatchObject({ screenshotId: before?.screenshot?.screenshotId });
  expect(visit.complaints).toEqual([]);
});

test('navigating to another record closes the form instead of filling it with that record', async () => {
  const manager = await stack.signUp();
  const first = await createDeal(manager, { name: 'Kiteline', notes: 'Agreed by phone' });
  const second = await createDeal(manager, { name: 'Northwind' });
  const { page } = await openApp(stack, browser, manager, { path: `/deals/${second.id}` });
  await page.getByRole('heading', { name: 'Northwind' }).waitFor();
  await followTo(page, `/deals/${first.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog', { name: 'Edit deal' }).getByLabel('Notes').waitFor();

  await page.goBack();

  await page.getByRole('heading', { name: 'Northwind' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a task that was created during the first read of the list is in it', async () => {
  const manager = await stack.signUp();
  const visit = await openApp(stack, browser, manager, { path: '/settings' });
  const { page } = visit;
  const early = Promise.withResolvers<Route>();
  await page.route(/\/api\/tasks\?.*status=todo/, (route) => early.resolve(route), { times: 1 });
  await page.getByRole('link', { name: 'Tasks' }).first().click();
  const held = await early.promise;
  const response = await held.fetch();

  await page.keyboard.press('n');
  await page.getByLabel('Title').fill('Call Ann');
  const created = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Create' }).click();
  await (await created).finished();
  await held.fulfill({ response }).catch(() => undefined);

  await page.getByRole('button', { name: 'Call Ann', exact: true }).waitFor();
  expect(visit.complaints).toEqual([]);
});

test('a payment whose deletion can be undone is nowhere on the deal', async () => {
  const manager = await stack.signUp();
  const deal = await createDeal(manager, { name: 'Kiteline', status: 'active' });
  for (const amount of [850, 20]) {
    await manager.post(`/api/deals/${deal.id}/payments`, { direction: 'incoming', amount, currency: 'USD' });
  }
  const { page } = await openApp(stack, browser, manager, { path: `/deals/${deal.id}?tab=money` });
  const tab = (name: string) => page.getByRole('navigation', { name: 'Deal sections' }).getByRole('link', { name });
  const row = page.getByRole('row').filter({ hasText: '$850.00' });
  await row.waitFor();
  await page.clock.install();

  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  await tab('Overview').click();

  const payments = page.getByRole('region', { name: 'Payments' });
  await payments.getByText('$20.00').first().waitFor();
  expect(await payments.getByRole('button', { name: 'Mark as paid' }).count()).toBe(1);
});

test('nothing is typed into a form that is being saved, and it gets the focus back when that fails', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/tasks' });
  await page.getByText('No open tasks yet.').waitFor();
  const sent = Promise.withResolvers<Route>();
  await page.route('**/api/tasks', (route) => sent.resolve(route));
  await page.keyboard.press('n');
  await page.getByLabel('Title').fill('Call Ann');
  await page.keyboard.press('Enter');
  const held = await sent.promise;

  const title = page.locator('input[name=title]');
  await eventually(async () => expect(await title.evaluate((field) => field.matches(':focus'))).toBe(false));
  await page.keyboard.type(' and Ben');
  const error = { code: 'CONFLICT', message: 'The task is locked today.' };
  await held.fulfill({ status: 409, json: { error } });

  await page.getByRole('alert').getByText('The task is locked today.').waitFor();
  await eventually(async () => expect(await title.evaluate((field) => field.matches(':focus'))).toBe(true));
  expect(await title.inputValue()).toBe('Call Ann');
});
