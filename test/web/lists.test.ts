import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { AnswerOf, Deal } from '../system/answers.ts';
import { isTooWide } from '../system/chromium.ts';
import { importDueVideos, openApp } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const headings = (page: Page): Promise<string[]> => page.getByRole('columnheader').allInnerTexts();

test('hidden columns stay hidden after a reload, and can be shown again', async () => {
  const manager = await stack.signUp();
  await manager.post<Deal>('/api/deals', { name: 'Zebra sneakers', brand: 'Zebra', contactName: 'Ann' });
  const visit = await openApp(stack, browser, manager, { path: '/deals' });
  const { page } = visit;
  await page.getByRole('link', { name: 'Zebra sneakers' }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Brand' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Price' }).click();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByText('Ann').waitFor();
  expect(await headings(page)).toEqual([
    '',
    'Deal',
    'Status',
    'Contact',
    'Views',
    'Progress',
    'Videos',
    'Posted',
    'Next check',
  ]);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Brand' }).click();
  expect(await headings(page)).toContain('Brand');
  expect(visit.complaints).toEqual([]);
});

test('only the rows selected with x are copied', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 3);
  const due = await manager.get<AnswerOf<'deals.due_views'>>('/api/deals/due-views');
  for (const [index, { dealId, videoId }] of due.body.items.entries()) {
    await manager.post(`/api/deals/${dealId}/views`, { videoId, value: 7_001 + index });
  }
  const visit = await openApp(stack, browser, manager, {
    path: '/views',
    permissions: ['clipboard-write', 'clipboard-read'],
  });
  const { page } = visit;
  await page.getByRole('checkbox', { name: 'Select row 1' }).check();
  await page.keyboard.press('x');
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const copied = page.waitForResponse((response) => response.url().includes('logIds='));
  await page.getByRole('button', { name: 'Copy text of 2' }).click();
  const { copyText } = (await (await copied).json()) as AnswerOf<'deals.view_logs'>;
  await page.getByText('2 view counts copied').waitFor();

  expect(copyText).toContain('7,003');
  expect(copyText).toContain('7,002');
  expect(copyText).not.toContain('7,001');
  expect(await findViolations(page)).toEqual([]);
  expect(visit.complaints).toEqual([]);
});

test('compact rows are lower, also on the next page and after a reload', async () => {
  const manager = await stack.signUp();
  await manager.post<Deal>('/api/deals', { name: 'Zebra sneakers' });
  await manager.post<Deal>('/api/deals', { name: 'Aster boots' });
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  const row = page.getByRole('row').filter({ hasText: 'Zebra sneakers' });
  const heightOf = async (): Promise<number> => Math.round((await row.boundingBox())?.height ?? 0);
  expect(await heightOf()).toBe(40);
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByLabel('Density').selectOption('Compact');
  await page.getByRole('link', { name: 'Deals' }).first().click();
  expect(await heightOf()).toBe(32);
  await page.reload();
  expect(await heightOf()).toBe(32);

  // On the way back from a record, its row has the focus.
  await row.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Zebra sneakers' }).waitFor();
  await page.goBack();
  await page.locator('[role=row] a:focus', { hasText: 'Zebra sneakers' }).waitFor();
});

test('? lists the keys of the page, and follows a page change', async () => {
  const manager = await stack.signUp();
  const visit = await openApp(stack, browser, manager, { path: '/deals' });
  const { page } = visit;
  await page.getByText('No deals yet.').waitFor();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('New deal').waitFor();
  await dialog.getByText('Today').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  const opened = Promise.withResolvers<void>();
  await page.route('**/assets/teams-page-*.js', async (route) => {
    await opened.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Teams' }).first().click();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await dialog.getByText('New deal').waitFor();
  opened.resolve();
  await dialog.getByText('New team').waitFor();
  expect(await dialog.getByText('New deal').count()).toBe(0);
  expect(visit.complaints).toEqual([]);
});

const named = (page: Page): Promise<string[]> =>
  page.getByRole('table', { name: 'Deals' }).getByRole('link').allTextContents();

test('deals are sorted by column heads and the URL, opened by a click, and kept in saved views', async () => {
  const manager = await stack.signUp();
  for (const [name, price] of [
    ['Kite', 200],
    ['Anchor', 300],
    ['Zebra', 100],
  ] as const) {
    await manager.post<Deal>('/api/deals', { name, price, currency: 'EUR', brand: `${name} Inc` });
  }
  const visit = await openApp(stack, browser, manager, { path: '/deals' });
  const { page } = visit;
  const price = page.getByRole('button', { name: 'Price', exact: true });
  const priceHead = page.getByRole('columnheader', { name: 'Price' });
  await page.getByText('3 deals · 3 active · €600.00 total price', { exact: true }).waitFor();
  const headHeight = async () => (await page.getByRole('rowgroup').first().boundingBox())?.height;
  const unsorted = await headHeight();
  await price.click();
  await eventually(async () => expect(await named(page)).toEqual(['Anchor', 'Kite', 'Zebra']));
  expect(await headHeight()).toBe(unsorted);
  expect(await priceHead.getAttribute('aria-sort')).toBe('descending');
  await price.click();
  await eventually(async () => expect(await named(page)).toEqual(['Zebra', 'Kite', 'Anchor']));
  expect(page.url()).toContain('sort=price');
  await page.getByLabel('Brand', { exact: true }).selectOption('Kite Inc');
  await page.getByText('1 of 3 deals', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByLabel('Name').fill('Kites first');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByText('View saved').waitFor();
  await page.goto(`${stack.gatewayUrl}/deals?sort=-color&stage=won`);
  await page.getByText('3 deals').waitFor();
  expect(await priceHead.getAttribute('aria-sort')).toBe('none');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Kites first' }).click();
  await page.getByText('1 of 3 deals').waitFor();
  expect(await priceHead.getAttribute('aria-sort')).toBe('ascending');

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Manage views…' }).click();
  await page.getByRole('button', { name: 'Rename Kites first' }).click();
  await page.getByLabel('Name').fill('Kites 🪁');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByRole('button', { name: 'Update view Kites 🪁' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await price.click();
  await page.waitForURL((url) => !url.searchParams.has('sort'));
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Manage views…' }).click();
  await page.getByRole('button', { name: 'Update view Kites 🪁' }).click();
  await page.getByText('View updated').waitFor();
  const { body: views } = await manager.get<AnswerOf<'saved_views.list'>>('/api/saved-views?list=deals');
  expect(views.items).toMatchObject([{ name: 'Kites 🪁', query: { brand: 'Kite Inc' } }]);
  expect(Object.keys(views.items[0]?.query ?? {})).toEqual(['brand']);
  await manager.post('/api/saved-views', { list: 'deals', name: 'Old', query: { stage: 'won', q: 'Anchor' } });
  await page.goto(`${stack.gatewayUrl}/deals`);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Old' }).click();
  await page.getByText('no longer has: stage.').waitFor();
  await eventually(async () => expect(await named(page)).toEqual(['Anchor']));
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Kites 🪁' }).click();
  await page.getByRole('cell', { name: 'Kite Inc' }).click();
  await page.getByRole('heading', { level: 1, name: 'Kite' }).waitFor();
  expect(visit.complaints).toEqual([]);
});

test('selected deals are changed together, and failed ones stay selected with the reason', async () => {
  const manager = await stack.signUp();
  for (const name of ['One', 'Two']) await manager.post<Deal>('/api/deals', { name, status: 'active' });
  await manager.post<Deal>('/api/deals', { name: 'Draft', status: 'draft' });
  const visit = await openApp(stack, browser, manager, { path: '/deals' });
  const { page } = visit;
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByText('3 selected').waitFor();
  await page.getByRole('button', { name: 'Add tag…' }).click();
  await page.getByLabel('Tag', { exact: true }).last().fill('autumn');
  await page.getByRole('button', { name: 'Add tag', exact: true }).click();
  await page.getByText('3 changed.').waitFor();
  await page.getByText('3 selected').waitFor();
  await page.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'Completed' }).click();
  await page.getByText("2 changed, 1 couldn't be changed: A deal that is draft").waitFor();
  await page.getByText('1 selected').waitFor();
  const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  expect(await rowOf('Draft').getByRole('checkbox').isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
  expect(await findViolations(page)).toEqual([]);

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toBe('deals.csv');
  const { body } = await manager.get<AnswerOf<'deals.list'>>('/api/deals?tag=autumn&sort=name');
  expect(body.items.map(({ name, status }) => [name, status])).toEqual([
    ['Draft', 'draft'],
    ['One', 'completed'],
    ['Two', 'completed'],
  ]);
  expect(visit.complaints).toEqual([]);
});

test('selecting all selects the rows that are still to load, too', async () => {
  const manager = await stack.signUp();
  for (let deal = 0; deal < 3; deal += 1) await importDueVideos(manager, 80);
  const { page } = await openApp(stack, browser, manager, { path: '/videos' });

  await page.getByRole('checkbox', { name: 'Select all' }).check();

  await page.getByText('240 selected').waitFor();
  await page.getByRole('checkbox', { name: 'Select row 2', exact: true }).uncheck();
  await page.getByText('239 selected').waitFor();
  // With Shift, the rows from the previous one on.
  await page.getByRole('checkbox', { name: 'Select row 4', exact: true }).uncheck();
  await page.getByText('238 selected').waitFor();
  await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).click({ modifiers: ['Shift'] });
  await page.getByText('240 selected').waitFor();
});

test('deals deleted together can be restored, and are deleted for good when the page is left', async () => {
  const manager = await stack.signUp();
  for (const name of ['One', 'Two', 'Kept']) await manager.post<Deal>('/api/deals', { name });
  const { page } = await openApp(stack, browser, manager, { path: '/deals', isUnhurried: true });
  const remove = async (): Promise<void> => {
    await page.getByRole('checkbox', { name: 'Select row 2' }).check();
    await page.getByRole('checkbox', { name: 'Select row 3' }).check();
    await page.getByRole('button', { name: 'Delete…', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Delete 2 deals?' });
    await question.getByText('Their videos, view counts and payments').waitFor();
    await question.getByRole('button', { name: 'Delete 2 deals' }).click();
    await eventually(async () => expect(await named(page)).toEqual(['Kept']));
    expect(await page.getByText('3 deals · 3 active', { exact: true }).count()).toBe(1);
  };
  await page.getByText('3 deals · 3 active', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select row 1' }).check();
  await page.getByRole('button', { name: 'Delete…', exact: true }).click();
  const single = page.getByRole('dialog', { name: 'Delete “Kept”?' });
  await single.getByText('Its videos, view counts and payments are deleted with it.').waitFor();
  expect(await single.getByRole('button', { name: 'Delete deal', exact: true }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => expect(await named(page)).toEqual(['Kept', 'Two', 'One']));
  await remove();
  await page.reload();

  await eventually(async () => {
    const { body } = await manager.get<AnswerOf<'deals.list'>>('/api/deals');
    expect(body.items.map(({ name }) => name)).toEqual(['Kept']);
  });
  await page.getByText('1 deal', { exact: true }).waitFor();
  expect(await named(page)).toEqual(['Kept']);
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

test('a deal deleted on its page is asked about, can be restored, and is deleted once the page is left', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Kiteline' });
  const { page } = await openApp(stack, browser, manager, { path: `/deals/${deal.id}`, isUnhurried: true });
  const remove = async (): Promise<void> => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete deal…' }).click();
    await page.getByRole('button', { name: 'Delete deal', exact: true }).click();
    await page.waitForURL(/\/deals$/);
    await page.getByText('Deleted “Kiteline”.').waitFor();
    await page.getByRole('link', { name: 'Kiteline' }).waitFor({ state: 'detached' });
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Kiteline' }).click();
  await remove();
  await page.reload();

  await eventually(async () => {
    const { body } = await manager.get<AnswerOf<'deals.list'>>('/api/deals');
    expect(body.total).toBe(0);
  });
});

test('the overview shows weeks, brands, risks and upcoming checks, and each number links to its list', async () => {
  const manager = await stack.signUp();
  const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const fields = { name: 'Autumn launch', brand: 'Acme', viewsTarget: 5_000, viewCheckDays: [1, 13] };
  const { body: deal } = await manager.post<Deal>('/api/deals', fields);
  const video = { url: 'https://www.youtube.com/watch?v=aaaaaaaaaa1', title: 'Unboxing', postDate: day(-10) };
  const { body: added } = await manager.post<{ id: string }>(`/api/deals/${deal.id}/videos`, video);
  await manager.post(`/api/deals/${deal.id}/views`, { videoId: added.id, value: 1_200 });
  const payment = { direction: 'incoming', amount: 400, currency: 'USD', dueDate: day(-1) };
  await manager.post(`/api/deals/${deal.id}/payments`, payment);
  await manager.post(`/api/deals/${deal.id}/payments`, { ...payment, amount: 20_150, status: 'paid' });
  const visit = await openApp(stack, browser, manager, { path: '/overview' });
  const { page } = visit;
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const goBack = async () => {
    await page.goBack();
    await part('At risk').waitFor();
  };

  await part('Views by week').getByText('1,200 views gained').waitFor();
  await part('Money by week').getByRole('link', { name: '$400.00' }).waitFor();
  await part('Money by week')
    .getByText(/Due by [A-Z][a-z]{2} \d+/)
    .waitFor();
  await part('Views by week').getByRole('slider', { name: 'Week in the chart of views' }).press('End');
  await part('Views by week')
    .getByText(/^Week of .*, so far$/)
    .first()
    .waitFor();
  await part('Money by week').getByText('$20K', { exact: true }).waitFor();
  await part('Views by week').getByText('Show data').click();
  await part('Views by week')
    .getByRole('row', { name: /1,200$/ })
    .waitFor();
  expect(await findViolations(page)).toEqual([]);

  for (const [name, address] of [
    ['1 behind pace', /behindTarget=true&status=active/],
    ['1 unpaid', /unpaid=true/],
  ] as const) {
    await part('At risk').getByRole('link', { name }).click();
    await page.waitForURL(address);
    await page.getByRole('link', { name: 'Autumn launch' }).waitFor();
    await goBack();
  }
  await part('Upcoming checks')
    .getByRole('link', { name: /: 1 check$/ })
    .click();
  await page.waitForURL(/dueOn=/);
  await page.getByRole('row').filter({ hasText: 'Unboxing' }).waitFor();
  await goBack();
  await part('Brands').getByRole('link', { name: 'Acme' }).click();
  await page.waitForURL(/brand=Acme/);
  await goBack();
  await part('Brands').getByRole('link', { name: '1,200' }).click();
  await page.waitForURL(/brand=Acme&?/);
  await page.getByRole('row').filter({ hasText: '1,200' }).waitFor();
  await page.getByRole('button', { name: 'Remove filter: Acme' }).click();
  await page.waitForURL((url) => !url.searchParams.has('brand') && url.searchParams.has('from'));
  await page.getByText('1 view count matches').waitFor();
  await page.goto(`${stack.gatewayUrl}/overview`);
  await part('Money by week').getByText('Show data').click();
  await part('Money by week').getByRole('row').getByRole('link', { name: '$400.00' }).click();
  await page.waitForURL(/open=true.*dueFrom=.*currency=USD/);
  await page.getByText('1 payment matches').waitFor();
  await page.getByRole('button', { name: /^Remove filter: Due .* to / }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove filter: USD' }).click();
  await page.waitForURL((url) => !url.searchParams.has('currency') && url.searchParams.has('dueTo'));
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await isTooWide(page)).toBe(false);
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.goto(`${stack.gatewayUrl}/overview`);
  await page.getByRole('button', { name: '4 weeks' }).click();
  await page.waitForURL(/weeks=4/);
  await part('Views by week').getByText('1,200 views gained').waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await isTooWide(page)).toBe(false);
  const brands = part('Views and money by brand');
  expect(await brands.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await keepPicture(page, 'overview-phone');
  expect(visit.complaints).toEqual([]);
});
