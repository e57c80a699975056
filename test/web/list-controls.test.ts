import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { addDays } from '@svc/chassis/time/calendar';
import type { Locator, Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import type { AnswerOf, Deal } from '../system/answers.ts';
import { isTooWide } from '../system/chromium.ts';
import { importDueVideos, openApp, waitUntilShown } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly height: number;
}

async function boxOf(place: Locator): Promise<Box> {
  const box = await place.boundingBox();
  if (!box) throw new Error('The element is not shown.');
  return { left: box.x, right: box.x + box.width, top: Math.round(box.y), height: Math.round(box.height) };
}

const cellOf = (page: Page, row: string, column: number): Locator =>
  page.getByRole('row').filter({ hasText: row }).getByRole('cell').nth(column);

async function createLongDeal(manager: Session): Promise<void> {
  await manager.post<Deal>('/api/deals', {
    name: 'Spring launch of the whole new collection, second part, with three stories',
    brand: 'Northwind Coffee Roasters',
    contactName: 'Maya Lindqvist',
    price: 45_000.5,
    currency: 'EUR',
    viewsTarget: 1_200_000,
    postDate: '2026-02-04',
  });
}

test('a deal name gets the room that figures leave, and no column sticks out of a narrow table', async () => {
  const manager = await stack.signUp();
  await createLongDeal(manager);
  await manager.post<Deal>('/api/deals', { name: 'Anchor', price: 3, currency: 'EUR' });
  const { page } = await openApp(stack, browser, manager, {
    path: '/deals',
    viewport: { width: 1_440, height: 900 },
  });
  await page.getByRole('link', { name: 'Anchor' }).waitFor();
  const head = (name: string): Locator => page.getByRole('columnheader', { name });
  const table = page.getByRole('table', { name: 'Deals' });
  const nameBox = await boxOf(head('Deal'));
  const viewsBox = await boxOf(head('Views'));

  expect(nameBox.right - nameBox.left).toBeGreaterThan(2.5 * (viewsBox.right - viewsBox.left));
  expect(
    await cellOf(page, 'Spring launch', 6).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBe(0);
  const shown = ['Deal', 'Status', 'Brand', 'Views', 'Progress', 'Price', 'Posted', 'Next check'];
  for (const [index, name] of shown.entries()) {
    const [inHead, inRow] = [await boxOf(head(name)), await boxOf(cellOf(page, 'Anchor', index + 1))];
    expect([name, inHead.left, inHead.right]).toEqual([name, inRow.left, inRow.right]);
  }

  for (const width of [1_280, 1_024, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await eventually(async () => {
      const { right } = await boxOf(table);
      expect((await boxOf(page.getByRole('columnheader').last())).right).toBeLessThanOrEqual(right);
    });
    expect(await isTooWide(page)).toBe(false);
    expect(await head('Price').count()).toBe(1);
  }
  expect(await head('Contact').count()).toBe(0);
});

test('a list of deals has their progress and next checks, is sorted by both, and has room for both at 1280 px', async () => {
  const manager = await stack.signUp();
  await manager.post<Deal>('/api/deals', { name: 'Anchor', viewsTarget: 0 });
  await importDueVideos(manager, 1, { name: 'Kite' });
  const { body: due } = await manager.get<AnswerOf<'deals.due_views'>>('/api/deals/due-views');
  const [{ dealId, videoId } = { dealId: '', videoId: '' }] = due.items;
  await manager.patch(`/api/deals/${dealId}`, { viewsTarget: 1_000 });
  await manager.post(`/api/deals/${dealId}/views`, { videoId, value: 12_345 });
  const { body: zebra } = await manager.post<Deal>('/api/deals', { name: 'Zebra', viewsTarget: 500 });
  const today = new Date().toISOString().slice(0, 10);
  const url = 'https://www.youtube.com/watch?v=zebrazebra1';
  await manager.post(`/api/deals/${zebra.id}/videos`, { url, postDate: addDays(today, -30) });
  const { page } = await openApp(stack, browser, manager, { path: '/deals', viewport: { width: 1_280, height: 800 } });
  const names = (): Promise<string[]> => page.getByRole('row').getByRole('link').allTextContents();
  await page.getByRole('link', { name: 'Zebra' }).waitFor();
  const heads = await page.getByRole('columnheader').allInnerTexts();
  const textOf = (row: string, column: string): Promise<string> => cellOf(page, row, heads.indexOf(column)).innerText();

  expect([await textOf('Kite', 'Progress'), await textOf('Zebra', 'Progress')]).toEqual(['1,234%', '0%']);
  expect([await textOf('Anchor', 'Progress'), await textOf('Anchor', 'Next check')]).toEqual(['–', '–']);
  expect(await textOf('Zebra', 'Next check')).toMatch(/^[A-Z][a-z]{2} \d+(, \d{4})?$/);
  expect(heads).not.toContain('Contact');
  const nextCheck = page.getByRole('columnheader', { name: 'Next check' });
  await nextCheck.getByRole('button').click();
  await page.locator('[aria-sort=descending]').and(nextCheck).waitFor();
  await nextCheck.getByRole('button').click();
  await eventually(async () => expect(await names()).toEqual(['Zebra', 'Kite', 'Anchor']));
  await page.getByRole('button', { name: 'Progress' }).click();
  await eventually(async () => expect(await names()).toEqual(['Kite', 'Zebra', 'Anchor']));
  await page.setViewportSize({ width: 390, height: 844 });
  const card = (name: string): Locator => page.getByRole('row').filter({ hasText: name });
  await card('Zebra').getByText('Progress').waitFor();
  expect(await card('Anchor').innerText()).not.toMatch(/Progress|Next check/);
  expect(await isTooWide(page)).toBe(false);
});

test.each(['/deals', '/videos', '/payments', '/contacts', '/tasks', '/links', '/views'])(
  'all controls above the list of %s are equally high',
  async (path) => {
    const { page } = await openApp(stack, browser, await stack.signUp(), { path });
    await waitUntilShown(page);
    const heights = await page.evaluate<number[]>(`[
      ...document.querySelector('main').querySelectorAll('h1, input:not([type=checkbox]), select, button, a.inline-flex'),
    ].filter((each) => each.tagName !== 'H1' && !each.closest('[role=table], form') && each.checkVisibility())
     .filter((each) => each.getAttribute('aria-label') !== 'Open calendar')
     .map((each) => Math.round(each.getBoundingClientRect().height))`);

    expect(heights.length).toBeGreaterThan(1);
    expect(new Set(heights)).toEqual(new Set([32]));
  },
);

test('on a phone, filters are behind a button that counts them, and the list is in sight', async () => {
  const manager = await stack.signUp();
  for (const status of ['active', 'draft']) {
    await manager.post<Deal>('/api/deals', { name: `A deal, ${status}`, status, brand: 'Kiteline' });
  }
  const { page } = await openApp(stack, browser, manager, { path: '/deals', ...PHONE });
  const row = (status: string): Locator => page.getByRole('link', { name: `A deal, ${status}` });
  await row('draft').waitFor();
  expect((await boxOf(row('draft'))).top).toBeLessThan(422);
  expect(await page.getByRole('combobox', { name: 'Status' }).count()).toBe(0);

  const filter = page.getByRole('button', { name: 'Filter' });
  await filter.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await sheet.getByLabel('Status').selectOption('Active');
  await sheet.getByLabel('Brand').selectOption('Kiteline');
  await row('draft').waitFor({ state: 'detached' });
  expect(await findViolations(page)).toEqual([]);
  await keepPicture(page, 'filters-phone');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.locator(':focus', { hasText: 'Filter · 2' }).waitFor();
  await page.reload();
  await row('active').waitFor();
  await page.getByRole('button', { name: 'Filter · 2' }).click();
  await sheet.getByRole('button', { name: 'Clear filters' }).click();
  await sheet.getByRole('button', { name: 'Show list' }).click();
  await row('draft').waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('on a phone cards are selected after “Select”, by tapping them', async () => {
  const manager = await stack.signUp();
  for (const name of ['One', 'Two', 'Three']) await manager.post('/api/deals', { name });
  const { page, complaints } = await openApp(stack, browser, manager, { path: '/deals', ...PHONE });
  const selected = (count: number): Promise<void> => page.getByText(`${count} selected`, { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Select', exact: true }).tap();
  await page.getByRole('row').filter({ hasText: 'Two' }).getByText('Active').tap();
  await selected(1);
  await page.getByRole('link', { name: 'Three' }).tap();
  await selected(2);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await selected(3);
  expect(await isTooWide(page)).toBe(false);
  expect(await findViolations(page)).toEqual([]);
  await keepPicture(page, 'deals-selected-phone');
  await page.getByRole('button', { name: 'Set status' }).tap();
  await page.getByRole('menuitem', { name: 'Completed' }).tap();
  await page.getByRole('row').getByText('Completed').nth(2).waitFor();

  await page.getByRole('button', { name: 'Done' }).tap();
  await page.getByRole('checkbox').first().waitFor({ state: 'hidden' });
  await page.getByRole('row').filter({ hasText: 'Two' }).getByText('Completed').tap();
  await page.getByRole('heading', { name: 'Two' }).waitFor();
  expect(complaints).toEqual([]);
});

test('on a phone the filters of Today are behind a button, too', async () => {
  const manager = await stack.signUp();
  for (const name of ['Anchor', 'Beacon']) await importDueVideos(manager, 1, { name });
  const { page, complaints } = await openApp(stack, browser, manager, { ...PHONE });
  const rows = page.getByRole('list', { name: 'Due view checks' }).getByRole('listitem');
  await eventually(async () => expect(await rows.count()).toBe(2));

  await page.getByRole('button', { name: 'Filter' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await sheet.getByLabel('Deal').selectOption('Beacon');
  await sheet.getByRole('button', { name: 'Show list' }).tap();

  await page.getByRole('button', { name: 'Filter · 1' }).waitFor();
  expect(await rows.count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('on a phone the order of a list is chosen beside its filters', async () => {
  const manager = await stack.signUp();
  for (const name of ['Anchor', 'Beacon']) await manager.post<Deal>('/api/deals', { name });
  const { page } = await openApp(stack, browser, manager, { path: '/deals', ...PHONE });
  const names = (): Promise<string[]> => page.getByRole('row').getByRole('link').allTextContents();
  await page.getByRole('link', { name: 'Anchor' }).waitFor();
  expect(await names()).toEqual(['Beacon', 'Anchor']);
  // A card omits what it has no value for.
  expect(await page.getByRole('cell', { name: /–|Price|Brand/ }).count()).toBe(0);
  expect(await page.getByRole('combobox').count()).toBe(0);

  await page.getByRole('button', { name: 'Filter' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
  await sheet.getByLabel('Sort').selectOption('Deal, ascending');
  await sheet.getByRole('button', { name: 'Show list' }).click();
  await eventually(async () => expect(await names()).toEqual(['Anchor', 'Beacon']));
  expect(new URL(page.url()).search).toBe('?sort=name');
});

test.each([
  ['/deals', 'Deals', '/deals', { name: 'Anchor' }],
  ['/contacts', 'Contacts', '/contacts', { name: 'Anchor' }],
  ['/influencers', 'Influencers', '/influencers', { name: 'Anchor' }],
  ['/links', 'Short links', '/shorten', { title: 'Anchor', url: 'https://example.com/anchor' }],
])('the link above a record of %s leads to the list as it was left', async (path, list, records, record) => {
  const manager = await stack.signUp();
  await manager.post(`/api${records}`, record);
  const { page } = await openApp(stack, browser, manager, { path: `${path}?q=anc` });
  await page.getByRole('columnheader').getByRole('button').first().click();
  await page.waitForURL(/sort=/);
  const left = page.url();
  await page.getByRole('row').getByRole('link', { name: 'Anchor' }).click();
  await page.getByRole('heading', { level: 1, name: 'Anchor' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: list, exact: true }).click();

  await page.getByRole('row').getByRole('link', { name: 'Anchor' }).waitFor();
  expect(page.url()).toBe(left);
});

test('a long title wraps in its own column and leaves the actions where they are', async () => {
  const manager = await stack.signUp();
  const names = [
    'Short',
    'A very long name 🎉 '.repeat(10).trim(),
    'حملة الربيع مع العلامة التجارية '.repeat(6).trim(),
  ];
  const placesOf = async (page: Page): Promise<Box[]> => [
    await boxOf(page.getByRole('button', { name: 'Record views' }).first()),
    await boxOf(page.getByRole('button', { name: 'More', exact: true })),
  ];
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  const places: Box[][] = [];
  for (const name of names) {
    const { body: deal } = await manager.post<Deal>('/api/deals', { name });
    await page.goto(`${stack.gatewayUrl}/deals/${deal.id}`);
    const title = page.getByRole('heading', { level: 1, name });
    await title.waitFor();
    places.push(await placesOf(page));
    expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  }

  expect(places[1]).toEqual(places[0]);
  expect(places[2]).toEqual(places[0]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await isTooWide(page)).toBe(false);
});

test.each(['/videos', '/today'])('scrolling the long list %s moves none of its rows', async (path) => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 80);
  const visit = await openApp(stack, browser, manager, { path });
  const { page } = visit;
  await page.locator('[data-index]').first().waitFor();

  // Places of the rows in the document while the list passes by: one place each, unless they move.
  const { places, last } = await page.evaluate<{ places: number[]; last: number }>(`(async () => {
    const places = new Map();
    let last = 0;
    for (let steps = 0; steps < 100 && last < 79; steps += 1) {
      scrollBy({ top: 120, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      for (const row of document.querySelectorAll('[data-index]')) {
        const { index } = row.dataset;
        last = Math.max(last, Number(index));
        places.set(index, (places.get(index) ?? new Set()).add(Math.round(row.getBoundingClientRect().top + scrollY)));
      }
    }
    return { places: [...places.values()].map(({ size }) => size), last };
  })()`);

  expect(last).toBe(79);
  expect(new Set(places)).toEqual(new Set([1]));
  expect(visit.complaints).toEqual([]);
});

test('Back from a deal returns to the list with its filter, its order and its place', async () => {
  const manager = await stack.signUp();
  for (let index = 0; index < 60; index += 1) {
    await manager.post<Deal>('/api/deals', { name: `Deal ${String(index).padStart(2, '0')}`, status: 'active' });
  }
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  await page.getByText('60 deals').waitFor();
  await page.getByLabel('Status').selectOption('Active');
  await page.getByLabel('Search deals').fill('deal');
  await page.getByRole('button', { name: 'Deal', exact: true }).click();
  await page.waitForURL((url) => ['status', 'q', 'sort'].every((name) => url.searchParams.has(name)));
  await page.getByRole('link', { name: 'Deal 00' }).waitFor();
  const { href } = new URL(page.url());
  const target = page.getByRole('link', { name: 'Deal 40' });
  await eventually(async () => {
    await page.mouse.wheel(0, 400);
    expect(await target.isVisible()).toBe(true);
  });
  await target.scrollIntoViewIfNeeded();
  const before = await boxOf(target);
  await target.click();
  await page.getByRole('heading', { level: 1, name: 'Deal 40' }).waitFor();
  await page.getByRole('link', { name: 'Videos' }).last().click();
  await page.waitForURL(/tab=videos/);

  await page.goBack();
  await page.locator('[role=row] a:focus', { hasText: 'Deal 40' }).waitFor();

  expect(page.url()).toBe(href);
  expect(await page.getByLabel('Search deals').inputValue()).toBe('deal');
  await eventually(async () => expect(Math.abs((await boxOf(target)).top - before.top)).toBeLessThan(3));
});

test('payments begin with those that are overdue, and end with those that are settled', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Kiteline' });
  const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  for (const [reference, status, due] of [
    ['in May', 'paid', day(-200)],
    ['next month', 'invoiced', day(30)],
    ['last week', 'expected', day(-7)],
    ['undated', 'expected', undefined],
    ['last month', 'invoiced', day(-30)],
    ['yesterday', 'cancelled', day(-1)],
    ['next week', 'expected', day(7)],
  ] as const) {
    const fields = { direction: 'incoming', amount: 100, currency: 'EUR', status, reference, dueDate: due };
    expect((await manager.post(`/api/deals/${deal.id}/payments`, fields)).status).toBe(201);
  }
  const { page } = await openApp(stack, browser, manager, { path: '/payments' });
  const listed = async (): Promise<string[]> => {
    const rows = await page.getByRole('table', { name: 'Payments' }).getByRole('row').allInnerTexts();
    return rows.flatMap(
      (text) =>
        /(in May|next month|last week|undated|last month|yesterday|next week|^Overdue$|^Open$|^Settled$)/.exec(
          text,
        )?.[0] ?? [],
    );
  };
  await page.getByText('7 payments').waitFor();

  const open = ['Overdue', 'last month', 'last week', 'Open', 'next week', 'next month', 'undated'];
  expect(await listed()).toEqual([...open, 'Settled', 'yesterday', 'in May']);
  await page.getByRole('row', { name: 'Incoming, EUR €300.00 €200.00 €200.00 €100.00' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await eventually(async () => expect(await listed()).toEqual(open));
  await page.getByRole('button', { name: 'Open', exact: true }).click();

  // Rows that move to another group leave no gap.
  for (const next of [
    ['Overdue', 'last week'],
    ['Open', 'next week'],
  ]) {
    await page.getByRole('button', { name: 'Mark as paid' }).first().click();
    await eventually(async () => expect((await listed()).slice(0, 2)).toEqual(next));
  }
  const gap = `(() => {
    const rows = [...document.querySelectorAll('main [data-index]')];
    return rows[0].parentElement.clientHeight - rows.reduce((sum, row) => sum + row.offsetHeight, 0);
  })()`;
  await eventually(async () => expect(await page.evaluate(gap)).toBe(0));
  await page.getByRole('button', { name: 'Due', exact: true }).click();
  await page.getByRole('button', { name: 'Due', exact: true }).click();
  await eventually(async () => expect((await listed()).slice(0, 2)).toEqual(['in May', 'last month']));
});

test('the search field shows the search of the list, wherever it was changed', async () => {
  const manager = await stack.signUp();
  await manager.post('/api/deals', { name: 'Kite summer' });
  await manager.post('/api/deals', { name: 'Autumn launch' });
  const { page } = await openApp(stack, browser, manager, { path: '/deals?q=kite' });
  const field = page.getByRole('searchbox', { name: 'Search deals' });
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Kite summer').waitFor();
  expect(await field.inputValue()).toBe('kite');

  await page.getByRole('navigation').getByRole('link', { name: 'Deals', exact: true }).click();
  await row('Autumn launch').waitFor();
  expect(await field.inputValue()).toBe('');
  await field.fill('autumn');
  await row('Kite summer').waitFor({ state: 'detached' });
  await page.goBack();
  await row('Autumn launch').waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('kite');
});

test('on a phone, sums of payments are shown whole, and the button to mark one as paid makes its card no higher', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Kiteline' });
  const add = async (fields: object): Promise<void> => {
    const payment = { amount: 1_234_567.5, currency: 'EUR', reference: 'INV-1', dueDate: '2026-01-02', ...fields };
    expect((await manager.post(`/api/deals/${deal.id}/payments`, payment)).status).toBe(201);
  };
  for (const direction of ['incoming', 'outgoing']) {
    for (const status of ['expected', 'invoiced', 'paid']) await add({ direction, status });
  }
  await add({ direction: 'outgoing', currency: 'USD', amount: 20 });
  const { page } = await openApp(stack, browser, manager, { path: '/payments', ...PHONE });
  const sums = page.getByRole('table').filter({ hasText: 'Sums, EUR' });
  await sums.getByRole('row', { name: 'Of which overdue €2,469,135.00 €2,469,135.00' }).waitFor();
  await page
    .getByRole('table')
    .filter({ hasText: 'Sums, USD' })
    .getByRole('row', { name: 'Expected $20.00' })
    .waitFor();
  for (const cell of await sums.getByRole('cell').all()) {
    const { left, right, height } = await boxOf(cell);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(390);
    expect(height).toBeLessThan(40);
  }
  expect(await isTooWide(page)).toBe(false);
  expect(await findViolations(page)).toEqual([]);

  const rows = page.getByRole('table', { name: 'Payments' }).getByRole('row').filter({ hasText: 'INV-1' });
  const heights = await Promise.all((await rows.all()).map(async (row) => (await boxOf(row)).height));
  expect(heights.length).toBe(7);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(6);
  expect((await boxOf(rows.first().getByRole('button', { name: 'Mark as paid' }))).height).toBeGreaterThanOrEqual(44);
});
