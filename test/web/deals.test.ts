import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { daysAgo, type AnswerOf, type Deal, type List, type Video } from '../system/answers.ts';
import { isTooWide } from '../system/chromium.ts';
import { createTeam, importDueVideos, openApp, pastedText } from './app.ts';
import { findViolations } from './axe.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

test('a deal is made, changed, given a payment, and completed', async () => {
  const manager = await stack.signUp();
  const visit = await openApp(stack, browser, manager, { path: '/deals' });
  const { page } = visit;
  await page.getByText('No deals yet.').waitFor();

  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'New deal' });
  await form.getByLabel('Name').fill('Winter coats');
  await form.getByLabel('Promo code').fill('WINTER');
  await form.getByLabel('Price').fill('1.25o');
  await form.getByLabel('View target').fill('100k');
  await form.getByRole('combobox', { name: 'Tags' }).fill('coats, snow');
  expect(await form.getByLabel('View target').inputValue()).toBe('100,000');
  await form.getByRole('alert').getByText('Enter a number, like 12,300 or 12.3k.').waitFor();
  await form.getByLabel('Price').fill('1,250.50');
  await form.getByRole('button', { name: 'Create deal' }).click();
  await page.getByRole('heading', { name: 'Winter coats' }).waitFor();
  await page.getByText('$1,250.50').waitFor();

  await page.getByRole('link', { name: 'Money' }).click();
  await page.getByRole('button', { name: 'Add payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Add payment' });
  await payment.getByLabel('Amount').fill('400');
  await payment.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  await page.getByRole('cell').getByText('Paid').waitFor();

  await page.getByRole('button', { name: 'Status: Active' }).click();
  await page.getByRole('menuitem', { name: 'Complete deal' }).click();
  await page.getByRole('button', { name: 'Status: Completed' }).waitFor();
  const { body } = await manager.get<List<Deal>>('/api/deals');
  expect(body.items[0]).toMatchObject({
    name: 'Winter coats',
    promoCode: 'WINTER',
    price: 1250.5,
    viewsTarget: 100_000,
    tags: ['coats', 'snow'],
    status: 'completed',
  });
  const payments = await manager.get<List<{ status: string; amount: number }>>(
    `/api/deals/${body.items[0]?.id}/payments`,
  );
  expect(payments.body.items).toMatchObject([{ status: 'paid', amount: 400 }]);
  expect(visit.complaints).toEqual([]);
});

test('the report of a deal is copied from its page and from the palette', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 1, { name: 'Kiteline', promoCode: 'KITE' });
  await manager.post('/api/deals', { name: 'Empty' });
  const { body: due } = await manager.get<AnswerOf<'deals.due_views'>>('/api/deals/due-views');
  const [{ dealId, videoId } = { dealId: '', videoId: '' }] = due.items;
  await manager.post(`/api/deals/${dealId}/views`, { videoId, value: 4_321, checkedAt: '2026-05-01' });
  const visit = await openApp(stack, browser, manager, {
    path: `/deals/${dealId}`,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page } = visit;

  await page.getByRole('button', { name: 'Copy report' }).click();
  await page.getByText('1 view count copied for Kiteline').waitFor();
  const report = await pastedText(page);
  expect(report).toMatch(/^Kiteline \[KITE\]\n[^\n]+ - 4,321 views \(2026-05-01\)$/);
  const { body } = await manager.get<AnswerOf<'deals.view_logs'>>(`/api/deals/view-logs?dealId=${dealId}&limit=200`);
  expect(report).toBe(body.copyText);

  // The deal that is open comes first; others follow, and a deal without counts leaves what was copied.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search pages and records' }).waitFor();
  await page.keyboard.type('copy');
  await page.getByRole('option', { name: 'Copy report for Empty' }).waitFor();
  expect(await page.getByRole('option').first().textContent()).toBe('Copy report for Kitelinethis deal');
  await page.keyboard.type(' report for emp');
  await page.getByRole('option', { name: 'Kiteline' }).waitFor({ state: 'detached' });
  await page.getByRole('option', { name: 'Copy report for Empty' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('No view counts for Empty yet.').waitFor();
  expect(await pastedText(page)).toBe(report);
  expect(visit.complaints).toEqual([]);
});

test('what was typed in a form is thrown away only after a question', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Kiteline' });
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  await page.getByRole('link', { name: 'Kiteline' }).click();
  const edit = page.getByRole('button', { name: 'Edit' });
  const form = page.getByRole('dialog', { name: 'Edit deal' });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  const keepEditing = async (): Promise<void> => {
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await form.getByLabel('Promo code').inputValue()).toBe('Northwind');
  };

  // Nothing was typed, or what was typed is gone again.
  await edit.click();
  await form.getByLabel('Promo code').fill('N');
  await form.getByLabel('Promo code').fill('');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await page
    .locator('button:focus')
    .filter({ hasText: /^Edit$/ })
    .waitFor();

  await edit.click();
  await form.getByLabel('Promo code').fill('Northwind');
  await page.keyboard.press('Escape');
  await keepEditing();
  await form.getByRole('button', { name: 'Close' }).click();
  await keepEditing();
  await page.goBack();
  await keepEditing();
  const closing = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const asked = await closing;
  expect(asked.type()).toBe('beforeunload');
  await asked.dismiss();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await form.waitFor({ state: 'detached' });
  const untouched = await manager.get<Deal>(`/api/deals/${deal.id}`);
  expect(untouched.body).toMatchObject({ promoCode: null });

  // Going on takes one answer, too; what was saved is asked about no more.
  await edit.click();
  await form.getByLabel('Promo code').fill('Southwind');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL('**/deals');
  await page.getByRole('link', { name: 'Kiteline' }).click();
  await edit.click();
  await form.getByLabel('Promo code').fill('Northwind');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Northwind').first().waitFor();
  await page.goBack();
  await page.waitForURL('**/deals');
});

test('two people change one deal, and neither loses a word without having seen it', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Before', notes: 'first', price: 1 });
  const { page } = await openApp(stack, browser, manager, { path: `/deals/${deal.id}` });
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });

  // Fields that only one side has changed are merged without asking.
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Mine');
  await manager.patch(`/api/deals/${deal.id}`, { price: 2 });
  await save.click();
  await page.getByRole('heading', { name: 'Mine' }).waitFor();
  const merged = await manager.get<Deal>(`/api/deals/${deal.id}`);
  expect(merged.body).toMatchObject({ name: 'Mine', price: 2, notes: 'first' });

  // The user chooses between two changes of one field.
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Notes').fill('my words');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Brand' }).fill('Northwind');
  await manager.patch(`/api/deals/${deal.id}`, { notes: 'their words' });
  await save.click();
  await page.getByRole('alert').getByText('their words').waitFor();
  const untouched = await manager.get<Deal>(`/api/deals/${deal.id}`);
  expect(untouched.body).toMatchObject({ notes: 'their words', brand: null });
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await save.click();
  await page.getByRole('button', { name: 'Change brand Northwind' }).waitFor();

  const kept = await manager.get<Deal>(`/api/deals/${deal.id}`);
  expect(kept.body).toMatchObject({ notes: 'my words', brand: 'Northwind', price: 2, name: 'Mine' });
});

test('a taken promo code is said at its field, and what was typed stays', async () => {
  const manager = await stack.signUp();
  await manager.post('/api/deals', { name: 'One', promoCode: 'TAKEN' });
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  await page.getByRole('button', { name: 'New deal' }).click();
  const form = page.getByRole('dialog', { name: 'New deal' });
  await form.getByLabel('Name').fill('Two');
  await form.getByLabel('Promo code').fill('taken');
  await form.getByRole('button', { name: 'Create deal' }).click();

  const field = form.getByLabel('Promo code');
  await form.getByRole('alert').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await form.getByLabel('Name').inputValue()).toBe('Two');
  await field.fill('FREE');
  await form.getByRole('button', { name: 'Create deal' }).click();
  await page.getByRole('heading', { name: 'Two' }).waitFor();
});

test('what others wrote is shown as text, wherever it came from', async () => {
  const manager = await stack.signUp();
  const hostile = '<img src=x onerror=alert(1)> ![x](https://example.com/x.png) \u202Egnp.exe ' + 'w'.repeat(120);
  const { body: deal } = await manager.post<Deal>('/api/deals', {
    name: hostile,
    brand: hostile,
    notes: `${hostile} javascript:alert(1)`,
    contactName: hostile,
    tags: ['<b>bold</b>'],
  });
  const visit = await openApp(stack, browser, manager, {
    path: `/deals/${deal.id}`,
    viewport: { width: 360, height: 700 },
  });
  const { page } = visit;
  await page.getByRole('heading', { level: 1 }).waitFor();

  expect(await page.locator('img:not([src="/brand/icon.svg"]), b').count()).toBe(0);
  expect(await isTooWide(page)).toBe(false);
  await page.goto(`${stack.gatewayUrl}/deals`);
  await page.getByRole('row').nth(1).waitFor();
  expect(await isTooWide(page)).toBe(false);
  expect(visit.complaints).toEqual([]);
});

test('a deal that is not there, or not for this person, says so in place of the page', async () => {
  const [owner, stranger] = await Promise.all([stack.signUp(), stack.signUp()]);
  await importDueVideos(owner, 1);
  const { body } = await owner.get<List<Deal>>('/api/deals');
  const { page } = await openApp(stack, browser, stranger, { path: `/deals/${body.items[0]?.id}` });

  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  const answer = await page.goto(`${stack.gatewayUrl}/deals/foo`);
  expect(answer?.status()).toBe(404);
});

/** A deal of two videos, each counted twice, with a payment, a task and a short link. */
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

test('a deal shows on one page how far it is, what comes next, and what belongs to it', async () => {
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

test('the page of a deal does not jump while it is read', async () => {
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

test('fields are changed where they stand, by keys alone', async () => {
  const manager = await stack.signUp();
  await manager.post('/api/deals', { name: 'Other', brand: 'Northwind Coffee', promoCode: 'TAKEN' });
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Kiteline', price: 10 });
  const visit = await openApp(stack, browser, manager, { path: `/deals/${deal.id}` });
  const { page } = visit;
  const open = (name: string) => page.getByRole('button', { name: `Change ${name}` });
  const stored = async () => (await manager.get<Deal>(`/api/deals/${deal.id}`)).body;

  // Brands that were used before are offered.
  await open('brand').focus();
  await page.keyboard.press('Enter');
  const brand = page.getByRole('combobox', { name: 'Brand' });
  await brand.fill('north');
  await page.getByRole('option', { name: 'Create “north”' }).waitFor();
  await page.getByRole('option', { name: 'Northwind Coffee' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await brand.inputValue()).toBe('Northwind Coffee');
  await page.keyboard.press('Enter');
  await open('brand').filter({ hasText: 'Northwind Coffee' }).waitFor();

  // Esc leaves the field as it was, and goes back to where it was opened.
  await page.keyboard.press('Enter');
  await brand.fill('Nobody');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await open('brand').filter({ hasText: 'Northwind Coffee' }).waitFor();
  await eventually(async () => expect(await open('brand').evaluate((one) => one.matches(':focus'))).toBe(true));

  // What is refused stands beside the field.
  await open('promo code').click();
  await page.getByLabel('Promo code').fill('taken');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Promo code').fill('FREE');
  await page.keyboard.press('Enter');
  await open('promo code').filter({ hasText: 'FREE' }).waitFor();

  // A contact that is not there yet is created on the way.
  await open('contact').click();
  await page.getByRole('combobox', { name: 'Contact' }).fill('Maya Lindqvist');
  await page.getByRole('option', { name: 'Create “Maya Lindqvist”' }).waitFor();
  await page.keyboard.press('Enter');
  await eventually(async () => expect((await manager.get<List<object>>('/api/contacts')).body.total).toBe(1));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Maya Lindqvist' }).waitFor();
  expect(await stored()).toMatchObject({ brand: 'Northwind Coffee', promoCode: 'FREE', contactName: 'Maya Lindqvist' });

  // The price was changed meanwhile: both are shown, and one is kept.
  await open('price').click();
  await page.getByLabel('Price').fill('30');
  await manager.patch(`/api/deals/${deal.id}`, { price: 20 });
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await open('price').filter({ hasText: '$30.00' }).waitFor();
  expect(await stored()).toMatchObject({ price: 30 });
  expect(visit.complaints.filter((complaint) => !/40[09]|412/.test(complaint))).toEqual([]);

  // From the deal to the contact, and back.
  await page.getByRole('link', { name: 'Maya Lindqvist' }).click();
  await page.getByRole('region', { name: 'Deals' }).getByRole('link', { name: 'Kiteline' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
});

test('a deal is cancelled only when asked, and a reader cannot change it', async () => {
  const [owner, mate] = await Promise.all([stack.signUp(), stack.signUp()]);
  const { body: deal } = await owner.post<Deal>('/api/deals', { name: 'Kiteline', status: 'active' });
  const teamId = await createTeam(owner, mate);
  await owner.post(`/api/teams/${teamId}/share`, { entityType: 'deal', entityId: deal.id });
  const { page } = await openApp(stack, browser, owner, { path: `/deals/${deal.id}` });
  const status = page.getByRole('button', { name: /^Status:/ });
  const asked = page.getByRole('dialog', { name: 'Cancel deal?' });

  await status.click();
  await page.getByRole('menuitem', { name: 'Cancel deal…' }).click();
  await asked.getByRole('button', { name: 'Keep deal' }).click();
  await asked.waitFor({ state: 'detached' });
  expect((await owner.get<Deal>(`/api/deals/${deal.id}`)).body.status).toBe('active');
  await status.click();
  await page.getByRole('menuitem', { name: 'Cancel deal…' }).click();
  await asked.getByRole('button', { name: 'Cancel deal' }).click();
  await page.getByRole('button', { name: 'Status: Cancelled' }).waitFor();

  const { page: shared } = await openApp(stack, browser, mate, { path: `/deals/${deal.id}` });
  await shared.getByRole('region', { name: 'Details' }).waitFor();
  expect(await shared.getByRole('button', { name: /^(Change|Status|Edit)/ }).count()).toBe(0);
});
