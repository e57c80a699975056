import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { daysAgo, type Deal, type List, type Video } from '../system/answers.ts';
import { isTooWide } from '../system/chromium.ts';
import { openApp } from './app.ts';
import { findViolations } from './axe.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

/** A deal with two videos counted twice each, payments, a task and a short link. */
async function createFullDeal(manager: Session): Promise<Deal> {
  const fields = { name: 'Kiteline autumn', status: 'active', viewsTarget: 100_000, viewCheckDays: [1, 7, 300] };
  const { body: deal } = await manager.post<Deal>('/api/deals', fields);
  for (const [title, url] of [
    ['Unboxing', 'https://www.youtube.com/watch?v=aaaaaaaaab1'],
    ['Short', 'https://www.tiktok.com/@maya/video/7301234567890123456'],
  ]) {
    const { body: video } = await manager.post<Video>(`/api/deals/${deal.id}/videos`, {
      url,
      title,
      postDate: daysAgo(10),
    });
    for (const [days, value] of [
      [9, 1_000],
      [2, 3_500],
    ] as const) {
      const viewLog = { videoId: video.id, value, checkedAt: daysAgo(days) };
      expect((await manager.post(`/api/deals/${deal.id}/views`, viewLog)).status).toBe(201);
    }
  }
  const payment = { direction: 'incoming', amount: 850, currency: 'USD' };
  await manager.post(`/api/deals/${deal.id}/payments`, payment);
  await manager.post(`/api/deals/${deal.id}/payments`, { ...payment, amount: 20, status: 'paid' });
  await manager.post('/api/tasks', { title: 'Send the invoice', dealId: deal.id });
  await manager.post('/api/shorten', { url: 'https://example.com/kiteline', title: 'Landing page', dealId: deal.id });
  return deal;
}

test("a deal with only its contact's id shows and keeps the contact", async () => {
  const manager = await stack.signUp();
  const { body: contact } = await manager.post<{ id: string }>('/api/contacts', { name: 'Dana Fields' });
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Kiteline', contactId: contact.id });
  const { page } = await openApp(stack, browser, manager, { path: `/deals/${deal.id}` });

  await page.getByRole('link', { name: 'Dana Fields' }).waitFor();
  await page.getByRole('button', { name: 'Change contact' }).click();
  const field = page.getByRole('combobox', { name: 'Contact' });
  await field.waitFor();
  expect(await field.inputValue()).toBe('Dana Fields');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit deal' });
  await dialog.getByRole('textbox', { name: 'Promo code' }).fill('KITE25');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  const { body: saved } = await manager.get<Deal>(`/api/deals/${deal.id}`);
  expect(saved).toMatchObject({ promoCode: 'KITE25', contactId: contact.id, contactName: null });
});

test('a deal shows its progress, next steps and related records on one page', async () => {
  const manager = await stack.signUp();
  const deal = await createFullDeal(manager);
  const visit = await openApp(stack, browser, manager, { path: `/deals/${deal.id}` });
  const { page } = visit;

  await page.getByText('of 100,000 views').waitFor();
  await page.getByText('Ahead of an even pace').waitFor();
  await page.getByText(/day 300 · .* · 2 videos/).waitFor();
  await page.getByRole('img', { name: 'Views over time' }).waitFor();
  const video = page.getByRole('row').filter({ hasText: 'Unboxing' });
  await video.getByText('+2,500').waitFor();
  await video.getByRole('img', { name: 'YouTube' }).waitFor();
  const payments = page.getByRole('region', { name: 'Payments' });
  await payments.getByText('$850.00 open').waitFor();
  await page.getByRole('region', { name: 'Short links' }).getByText('Landing page').waitFor();
  expect(await findViolations(page)).toEqual([]);

  await payments.getByRole('button', { name: /^Mark as paid/ }).press('Enter');
  await payments.getByText('Nothing open').waitFor();
  const tasks = page.getByRole('region', { name: 'Tasks' });
  await tasks.getByRole('button', { name: 'Done: Send the invoice' }).press('Enter');
  await tasks.getByText('0 open · 1 done').waitFor();
  await tasks.getByRole('textbox', { name: 'Add task' }).fill('Ask for the logo');
  await page.keyboard.press('Enter');
  await tasks.getByRole('link', { name: 'Ask for the logo' }).waitFor();
  await page.getByRole('button', { name: 'Record views of Unboxing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record views' });
  await dialog.getByText('Unboxing').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(page, 'dark')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await findViolations(page, 'narrow')).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
  const tops = await Promise.all(
    ['Record views', 'Copy report', 'Share', 'More'].map(async (name) => {
      const box = await page.getByRole('button', { name, exact: true }).first().boundingBox();
      return box?.y ?? 0;
    }),
  );
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8);
  await page.getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Edit deal…' }).click();
  await page.getByRole('dialog', { name: 'Edit deal' }).waitFor();
  expect(visit.complaints).toEqual([]);
});

test('completing an item moves the focus to the next row, and after the last one to the heading', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Kiteline' });
  for (const [title, dueDate] of [
    ['Ask for the logo', daysAgo(2)],
    ['Send the invoice', daysAgo(1)],
  ]) {
    await manager.post('/api/tasks', { title, dueDate, dealId: deal.id });
  }
  for (const amount of [850, 20]) {
    await manager.post(`/api/deals/${deal.id}/payments`, { direction: 'incoming', amount, currency: 'USD' });
  }
  const { page } = await openApp(stack, browser, manager, { path: `/deals/${deal.id}` });
  const focused = page.locator(':focus');

  const tasks = page.getByRole('region', { name: 'Tasks' });
  await tasks.getByRole('button', { name: 'Done: Ask for the logo' }).press('Enter');
  await tasks.getByRole('button', { name: 'Done: Send the invoice' }).and(focused).waitFor();
  await page.keyboard.press('Enter');
  await tasks.getByRole('heading', { name: 'Tasks' }).and(focused).waitFor();

  const payments = page.getByRole('region', { name: 'Payments' });
  await payments.getByRole('listitem').first().getByRole('button').press('Enter');
  await payments.getByText('Paid', { exact: true }).waitFor();
  await payments
    .getByRole('button', { name: /^Mark as paid/ })
    .and(focused)
    .waitFor();
  await page.keyboard.press('Enter');
  await payments.getByRole('heading', { name: 'Payments' }).and(focused).waitFor();
});

test('the page of a deal does not shift while it loads', async () => {
  const manager = await stack.signUp();
  const deal = await createFullDeal(manager);
  const { page } = await openApp(stack, browser, manager, { path: `/deals/${deal.id}` });
  await page.addInitScript(`
    globalThis.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  const shifts: number[] = [];
  for (const tab of ['', '?tab=views']) {
    await page.goto(`${stack.gatewayUrl}/deals/${deal.id}${tab}`);
    await page.getByRole('img', { name: 'Views over time' }).waitFor();
    await page.getByRole('row').nth(1).waitFor();
    shifts.push(await page.evaluate<number>('globalThis.shifted'));
  }
  expect(Math.max(...shifts)).toBeLessThanOrEqual(0.02);
});

test('fields are edited in place, with the keyboard alone', async () => {
  const manager = await stack.signUp();
  await manager.post('/api/deals', { name: 'Other', brand: 'Northwind Coffee', promoCode: 'TAKEN' });
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Kiteline', price: 10 });
  const visit = await openApp(stack, browser, manager, { path: `/deals/${deal.id}` });
  const { page } = visit;
  const open = (name: string) => page.getByRole('button', { name: `Change ${name}` });
  const stored = async () => (await manager.get<Deal>(`/api/deals/${deal.id}`)).body;

  // The field suggests known brands.
  await open('brand').focus();
  const isOfBrands = ({ searchParams }: URL) => searchParams.get('sort') === '-updatedAt' && !searchParams.has('q');
  const brandsRead = page.waitForResponse((response) => isOfBrands(new URL(response.url())));
  await page.keyboard.press('Enter');
  await brandsRead;
  const brand = page.getByRole('combobox', { name: 'Brand' });
  // Delays the search for the typed text until the keys have chosen an option.
  const search = Promise.withResolvers<void>();
  const isSearch = ({ searchParams }: URL) => searchParams.get('q') === 'north';
  await page.route(isSearch, async (route) => {
    await search.promise;
    await route.continue();
  });
  const searching = page.waitForRequest((request) => isSearch(new URL(request.url())));
  await brand.fill('north');
  await searching;
  await page.getByRole('option', { name: 'Create “north”' }).waitFor();
  await page.getByRole('option', { name: 'Northwind Coffee' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await brand.inputValue()).toBe('Northwind Coffee');
  search.resolve();
  await page.keyboard.press('Enter');
  await open('brand').filter({ hasText: 'Northwind Coffee' }).waitFor();

  // Esc restores the value and returns the focus.
  await page.keyboard.press('Enter');
  await brand.fill('Nobody');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await open('brand').filter({ hasText: 'Northwind Coffee' }).waitFor();
  await eventually(async () => expect(await open('brand').evaluate((one) => one.matches(':focus'))).toBe(true));

  // An error is shown beside the field.
  await open('promo code').click();
  await page.getByLabel('Promo code').fill('taken');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Promo code').fill('FREE');
  await page.keyboard.press('Enter');
  await open('promo code').filter({ hasText: 'FREE' }).waitFor();

  // An unknown contact is created with the change.
  await open('contact').click();
  await page.getByRole('combobox', { name: 'Contact' }).fill('Maya Lindqvist');
  await page.getByRole('option', { name: 'Create “Maya Lindqvist”' }).waitFor();
  await page.keyboard.press('Enter');
  await eventually(async () => expect((await manager.get<List<object>>('/api/contacts')).body.total).toBe(1));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Maya Lindqvist' }).waitFor();
  expect(await stored()).toMatchObject({ brand: 'Northwind Coffee', promoCode: 'FREE', contactName: 'Maya Lindqvist' });

  // After a concurrent change, both prices are shown and one is kept.
  await open('price').click();
  await page.getByLabel('Price').fill('30');
  await manager.patch(`/api/deals/${deal.id}`, { price: 20 });
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('$30.00').waitFor();
  await page.getByRole('alert').getByText('$20.00').waitFor();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await open('price').filter({ hasText: '$30.00' }).waitFor();
  expect(await stored()).toMatchObject({ price: 30 });
  expect(visit.complaints.filter((complaint) => !/40[09]|412/.test(complaint))).toEqual([]);

  // The contact's page links back to the deal.
  await page.getByRole('link', { name: 'Maya Lindqvist' }).click();
  await page.getByRole('region', { name: 'Deals' }).getByRole('link', { name: 'Kiteline' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
});
