import { expect, test } from '@jest/globals';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { AnswerOf, Deal, List } from '../system/answers.ts';
import { isTooWide } from '../system/chromium.ts';
import { createTeam, importDueVideos, openApp, pastedText } from './app.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

test('a deal is created, edited, given a payment, and completed', async () => {
  const manager = await stack.signUp();
  const visit = await openApp(stack, browser, manager, { path: '/deals', isUnhurried: true });
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
  const markPaid = page.getByRole('button', { name: 'Mark as paid' });
  await markPaid.click();
  await page.getByRole('cell').getByText('Paid').waitFor();
  await page.getByText('Marked as paid').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('cell').getByText('Expected').waitFor();
  await markPaid.click();
  await page.getByRole('cell').getByText('Paid').waitFor();

  await page.getByRole('button', { name: 'Status: Active' }).click();
  await page.getByRole('menuitem', { name: 'Complete deal' }).click();
  await page.getByRole('button', { name: 'Status: Completed' }).waitFor();
  await page.getByText('Deal completed. No more checks are due.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).first().click();
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

  // The palette lists the open deal first; copying from a deal without counts keeps the clipboard.
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

test('typed input in a form is discarded only after confirmation', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Kiteline' });
  const { page } = await openApp(stack, browser, manager, { path: '/deals' });
  await page.getByRole('link', { name: 'Kiteline' }).click();
  const edit = page.getByRole('button', { name: 'Edit' });
  const form = page.getByRole('dialog', { name: 'Edit deal' });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  const keepEditing = async (): Promise<void> => {
    await question.locator('button:focus', { hasText: 'Keep editing' }).waitFor();
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    expect(await form.getByLabel('Promo code').inputValue()).toBe('Northwind');
  };

  // An unchanged form closes without a question.
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

  // Leaving the page needs one confirmation, and none after saving the form.
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

test('concurrent edits of a deal are merged or shown, and never lost silently', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Before', notes: 'first', price: 1 });
  const { page } = await openApp(stack, browser, manager, { path: `/deals/${deal.id}` });
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });

  // Fields changed by one side only are merged without asking.
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Mine');
  await manager.patch(`/api/deals/${deal.id}`, { price: 2 });
  await save.click();
  await page.getByRole('heading', { name: 'Mine' }).waitFor();
  const merged = await manager.get<Deal>(`/api/deals/${deal.id}`);
  expect(merged.body).toMatchObject({ name: 'Mine', price: 2, notes: 'first' });

  // The user chooses between two changes of the same field.
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Notes').fill('my words');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Brand' }).fill('Northwind');
  await page.getByRole('dialog').getByLabel('View target').fill('1500');
  await page.getByRole('dialog').getByLabel('Posted on').fill('2026-05-01');
  const theirs = { notes: 'their words', viewsTarget: 2_500_000, postDate: '2026-06-30' };
  await manager.patch(`/api/deals/${deal.id}`, theirs);
  await save.click();
  await page.getByRole('alert').getByText('their words').waitFor();
  const untouched = await manager.get<Deal>(`/api/deals/${deal.id}`);
  expect(untouched.body).toMatchObject({ notes: 'their words', brand: null });
  const conflict = (name: string) => page.getByRole('alert').getByRole('group', { name });
  await conflict('View target').getByText('1,500').waitFor();
  await conflict('View target').getByText('2,500,000').waitFor();
  await conflict('Posted on').getByText('May 1, 2026').waitFor();
  await conflict('Posted on').getByText('Jun 30, 2026').waitFor();
  await conflict('View target').getByRole('button', { name: 'Take theirs' }).click();
  await conflict('Posted on').getByRole('button', { name: 'Take theirs' }).click();
  await conflict('Notes').getByRole('button', { name: 'Keep mine' }).click();
  await save.click();
  await page.getByRole('button', { name: 'Change brand Northwind' }).waitFor();

  const kept = await manager.get<Deal>(`/api/deals/${deal.id}`);
  expect(kept.body).toMatchObject({ notes: 'my words', brand: 'Northwind', viewsTarget: 2_500_000, name: 'Mine' });
});

test('a taken promo code is reported at its field, and typed input is kept', async () => {
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

test('hostile text is shown as plain text everywhere', async () => {
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

test('a missing or hidden deal shows the not-found page', async () => {
  const [owner, stranger] = await Promise.all([stack.signUp(), stack.signUp()]);
  await importDueVideos(owner, 1);
  const { body } = await owner.get<List<Deal>>('/api/deals');
  const { page } = await openApp(stack, browser, stranger, { path: `/deals/${body.items[0]?.id}` });

  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  const answer = await page.goto(`${stack.gatewayUrl}/deals/foo`);
  expect(answer?.status()).toBe(404);
});

test('cancelling a deal asks first, and a reader cannot change it', async () => {
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
