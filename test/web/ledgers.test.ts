import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { noise } from '@svc/images/testing/test-images';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import type { Deal, List } from '../system/answers.ts';
import { isTooWide } from '../system/chromium.ts';
import { openApp } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const dayAgo = (days: number): string => daysAgo(days).slice(0, 10);

interface ViewLog {
  readonly id: string;
  readonly value: number;
  readonly note: string | null;
}

interface ProvenViewLog extends ViewLog {
  readonly screenshot: { readonly screenshotId: string } | null;
}

/** A deal whose two videos grew for ten days and reached its target of 5,000 on the last. */
async function createGrownDeal(manager: Session, name = 'Autumn launch'): Promise<Deal> {
  const fields = { name, viewsTarget: 5_000, postDate: dayAgo(10), viewCheckDays: [1, 7] };
  const { body: deal } = await manager.post<Deal>('/api/deals', fields);
  for (const [index, id] of ['aaaaaaaaaa1', 'aaaaaaaaaa2'].entries()) {
    const url = `https://www.youtube.com/watch?v=${id}`;
    const title = `Video ${index + 1}`;
    const { body: video } = await manager.post<{ id: string }>(`/api/deals/${deal.id}/videos`, {
      url,
      title,
      postDate: dayAgo(10),
    });
    for (const [days, value] of [
      [9, 1_000],
      [5, 2_000],
      [1, 3_000],
    ] as const) {
      await manager.post(`/api/deals/${deal.id}/views`, { videoId: video.id, value, checkedAt: daysAgo(days) });
    }
  }
  return deal;
}

test('a deal shows its growing views as a chart, a sentence, and a table', async () => {
  const manager = await stack.signUp();
  const deal = await createGrownDeal(manager);
  const visit = await openApp(stack, browser, manager, { path: `/deals/${deal.id}` });
  const { page } = visit;
  await page.getByRole('navigation', { name: 'Deal sections' }).getByRole('link', { name: 'Views' }).click();

  const chart = page.getByRole('img', { name: 'Views over time' });
  await chart.waitFor();
  await page.getByText(/^2,000 views on .*, 6,000 on .* The target of 5,000 was reached by/).waitFor();
  await chart.getByText('Target 5K, reached').waitFor();
  await chart.getByText('day 7').waitFor();
  const days = page.getByRole('slider', { name: 'Day in the chart' });
  await days.press('ArrowLeft');
  expect(await days.getAttribute('aria-valuetext')).toMatch(/: 4,000 views$/);
  await days.hover({ position: { x: 2, y: 60 } });
  await page.getByRole('figure').getByText('2,000', { exact: true }).waitFor();
  await days.press('End');
  expect(await days.getAttribute('aria-valuetext')).toMatch(/: 6,000 views$/);

  await page.getByText('Show data').click();
  await page.getByRole('cell', { name: '6,000' }).waitFor();
  await page.getByRole('button', { name: 'By video' }).click();
  await page.getByRole('columnheader', { name: 'Video 2' }).waitFor();
  const second = page.getByRole('button', { name: /Video 2/ });
  await second.click();
  expect(await second.getAttribute('aria-pressed')).toBe('true');
  // A control that does not apply keeps its place.
  await manager.patch(`/api/deals/${deal.id}`, { viewsTarget: 50_000 });
  await page.reload();
  const fit = page.getByRole('button', { name: 'Fit to data' });
  expect(await fit.isEnabled()).toBe(true);
  await page.getByRole('button', { name: 'By video' }).click();
  expect(await fit.isEnabled()).toBe(false);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await isTooWide(page)).toBe(false);
  expect(await findViolations(page)).toEqual([]);
  expect(visit.complaints).toEqual([]);
});

test('a view count can be corrected, with a history, and deleted, with an undo', async () => {
  const manager = await stack.signUp();
  const deal = await createGrownDeal(manager);
  const visit = await openApp(stack, browser, manager, { path: '/views', isUnhurried: true });
  const { page } = visit;
  await page.getByText('6 view counts').waitFor();
  await page
    .getByRole('button', { name: /^More for 3,000 views/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Correct…' }).click();
  const form = page.getByRole('dialog', { name: 'Correct view count' });
  await form.getByLabel('Views').fill('3.5');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('alert').getByText('Views have no decimals').waitFor();
  await form.getByLabel('Views').fill('3.5k');
  await form.getByLabel('Note (optional)').fill('misread');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('Corrected to 3,500').waitFor();

  await page.getByRole('button', { name: /^More for 3,500 views/ }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.getByRole('dialog').getByText('3,000 → 3,500 views; note “” → “misread”').waitFor();
  await page.keyboard.press('Escape');

  const valuesOf = async (): Promise<number[]> => {
    const { body } = await manager.get<List<ViewLog>>(`/api/deals/${deal.id}/views`);
    return body.items.map(({ value }) => value);
  };
  const remove = async (): Promise<void> => {
    await page.getByRole('button', { name: /^More for 3,500 views/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('5 view counts').waitFor();
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByText('6 view counts').waitFor();
  await remove();
  expect(await valuesOf()).toContain(3_500);
  await page.goto(`${stack.gatewayUrl}/robots.txt`);
  await eventually(async () => expect(await valuesOf()).not.toContain(3_500));
  await page.goto(`${stack.gatewayUrl}/views`);
  await page.getByText('5 view counts').waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(visit.complaints).toEqual([]);
});

test('proof is shown beside its count, opens large, and can be attached, replaced and removed', async () => {
  const manager = await stack.signUp();
  const deal = await createGrownDeal(manager);
  const visit = await openApp(stack, browser, manager, { path: `/deals/${deal.id}?tab=views`, isUnhurried: true });
  const { page } = visit;
  await page.getByText('0 of 6 counts have proof').waitFor();
  const attach = async (value: string, item: string): Promise<void> => {
    await page
      .getByRole('button', { name: `More for ${value} views` })
      .first()
      .click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    await chooser.setFiles({ name: 'views.png', mimeType: 'image/png', buffer: await noise(320, 180) });
  };
  const proofIds = async (): Promise<(string | undefined)[]> => {
    const { body } = await manager.get<List<ProvenViewLog>>(`/api/deals/${deal.id}/views`);
    return body.items.flatMap(({ screenshot }) => screenshot?.screenshotId ?? []);
  };

  await attach('3,000', 'Attach screenshot…');
  await page.getByText('1 of 6 counts have proof').waitFor();
  await attach('1,000', 'Attach screenshot…');
  await page.getByText('2 of 6 counts have proof').waitFor();

  await page.getByRole('button', { name: /^Screenshot of 3,000 views/ }).press('Enter');
  const first = page.getByRole('dialog', { name: '3,000 views' });
  await first.getByRole('img', { name: /^Screenshot of 3,000 views/ }).waitFor();
  await first.getByText('1 of 2').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  const second = page.getByRole('dialog', { name: '1,000 views' });
  await second.getByText('2 of 2').waitFor();
  const original = await second.getByRole('link', { name: 'Open original' }).getAttribute('href');
  expect(original).toMatch(/^\/api\/screenshots\/[0-9a-f-]+\/image$/);

  const before = await proofIds();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    second.getByRole('button', { name: 'Replace…' }).click(),
  ]);
  await chooser.setFiles({ name: 'later.png', mimeType: 'image/png', buffer: await noise(300, 200) });
  await eventually(async () => expect(await proofIds()).not.toEqual(before));
  expect(await proofIds()).toHaveLength(2);
  // Until the new screenshot is shown, "Remove" refers to the previous one.
  await second.locator(`a:not([href="${original}"])`, { hasText: 'Open original' }).waitFor();

  await second.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByText('3,000 views').first().waitFor();
  await page.keyboard.press('Escape');
  await page
    .locator(':focus')
    .getByAltText(/^Screenshot of 3,000 views/)
    .waitFor();
  await page.getByText('1 of 6 counts have proof').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 of 6 counts have proof').waitFor();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await isTooWide(page)).toBe(false);
  expect(visit.complaints).toEqual([]);
});

test('a count that another user corrected concurrently is not overwritten silently', async () => {
  const manager = await stack.signUp();
  const deal = await createGrownDeal(manager);
  const { page } = await openApp(stack, browser, manager, { path: '/views' });
  await page
    .getByRole('button', { name: /^More for 3,000 views/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Correct…' }).click();
  const form = page.getByRole('dialog', { name: 'Correct view count' });
  await form.getByLabel('Views').fill('3100');
  const { body } = await manager.get<List<ViewLog>>(`/api/deals/${deal.id}/views`);
  for (const { id, value } of body.items) {
    if (value === 3_000) await manager.patch(`/api/deals/${deal.id}/views/${id}`, { value: 3_200 });
  }
  await form.getByRole('button', { name: 'Save' }).click();

  await form.getByRole('alert').waitFor();
  await form.getByText('3,000 → 3,200 views').waitFor();
  expect(await form.getByRole('textbox', { name: 'Views' }).inputValue()).toBe('3100');
  await form.getByRole('button', { name: 'Keep mine' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  const corrected = await manager.get<List<ViewLog>>(`/api/deals/${deal.id}/views`);
  expect(corrected.body.items.map(({ value }) => value)).toContain(3_100);
});

test('the ledger is filtered by day and word, and the URL keeps the filter', async () => {
  const manager = await stack.signUp();
  await createGrownDeal(manager);
  await createGrownDeal(manager, 'Winter coats');
  const { page } = await openApp(stack, browser, manager, { path: '/views' });
  await page.getByText('12 view counts').waitFor();
  await page.getByRole('link', { name: 'Video 1' }).first().waitFor();
  await page.getByLabel('Search view counts').fill('coats');
  await page.getByText('6 view counts match').waitFor();
  await page.getByLabel('From').fill(dayAgo(5));
  await page.getByText('4 view counts match').waitFor();
  await page.reload();

  await page.getByText('4 view counts match').waitFor();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await isTooWide(page)).toBe(false);
  expect(await page.getByLabel('Search view counts').inputValue()).toBe('coats');
});

test('all videos are listed in one table, filtered by platform, due state and unresolved links', async () => {
  const manager = await stack.signUp();
  const deal = await createGrownDeal(manager);
  const links = ['https://www.tiktok.com/@someone/video/7300000000000000001', 'https://vm.tiktok.com/ZMabcdefg/'];
  for (const url of links) await manager.post(`/api/deals/${deal.id}/videos`, { url, postDate: dayAgo(3) });
  const visit = await openApp(stack, browser, manager, { path: '/videos', viewport: { width: 360, height: 800 } });
  const { page } = visit;
  await page.getByText('4 videos').waitFor();
  expect(await isTooWide(page)).toBe(false);

  // On a phone the filters are behind a button, which has its own test.
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.getByLabel('Platform').selectOption('TikTok');
  await page.getByText('2 videos match').waitFor();
  await page.getByRole('button', { name: 'Not resolved' }).click();
  await page.getByText('1 video matches').waitFor();
  await page.getByRole('cell').getByText('Not resolved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Not resolved' }).click();
  await page.getByRole('group', { name: 'Filter' }).getByRole('button', { name: 'Due' }).click();
  await page.getByText('2 videos match').waitFor();
  await page.getByLabel('Search videos').fill('nothing like it');
  await page.getByText('No matching videos').waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(visit.complaints).toEqual([]);
});

test('payments are searched by their texts and those of their deals, with their sums, and the address keeps the search', async () => {
  const manager = await stack.signUp();
  const { body: coffee } = await manager.post<Deal>('/api/deals', { name: 'Spring launch', brand: 'Café Zürich' });
  const { body: tea } = await manager.post<Deal>('/api/deals', { name: 'Tea tasting' });
  const payment = { direction: 'incoming', currency: 'USD' };
  await manager.post(`/api/deals/${coffee.id}/payments`, { ...payment, amount: 400, reference: 'INV-1' });
  await manager.post(`/api/deals/${coffee.id}/payments`, { ...payment, amount: 300, status: 'paid' });
  await manager.post(`/api/deals/${tea.id}/payments`, { ...payment, amount: 20, notes: 'Second half' });
  const visit = await openApp(stack, browser, manager, { path: '/payments' });
  const { page } = visit;
  const sums = page.getByRole('row', { name: /^Incoming, USD/ });
  await sums.getByText('$420.00').waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('cafe zurich');
  await page.getByText('2 payments match').waitFor();
  await sums.getByText('$400.00').waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('cafe zurich');
  await page.reload();
  await page.getByText('2 payments match').waitFor();
  await page.getByLabel('Search payments').fill('second HALF');
  await page.getByText('1 payment matches').waitFor();
  await page.getByRole('link', { name: 'Tea tasting' }).waitFor();
  await page.getByLabel('Search payments').fill('inv-9');
  await page.getByText('No matching payments').waitFor();
  expect(await sums.count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Search payments').fill('');
  await page.getByText('3 payments', { exact: true }).waitFor();
  expect(visit.complaints).toEqual([]);
});

test('payments of all deals are summed by currency, and one key marks a row as paid', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Autumn launch' });
  await manager.post<Deal>('/api/deals', { name: 'Tram ride', currency: 'CHF' });
  for (const payment of [
    { direction: 'incoming', amount: 400, currency: 'USD', dueDate: dayAgo(3) },
    { direction: 'incoming', amount: 50, currency: 'EUR' },
    { direction: 'outgoing', amount: 20, currency: 'USD' },
  ]) {
    await manager.post(`/api/deals/${deal.id}/payments`, payment);
  }
  const visit = await openApp(stack, browser, manager, { path: '/payments' });
  const { page } = visit;
  const incoming = page.getByRole('row', { name: /^Incoming, USD/ });
  await incoming.getByText('$400.00').first().waitFor();
  await page
    .getByRole('row', { name: /^Outgoing, USD/ })
    .getByText('$20.00')
    .waitFor();

  await page.getByRole('button', { name: 'Overdue' }).click();
  await page.getByRole('row', { name: /^Incoming, EUR/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Overdue' }).click();
  // The rows of the whole list are different elements.
  await page.getByText('3 payments').waitFor();
  const ofDeal = page.getByRole('table', { name: 'Payments' }).getByRole('row').filter({ hasText: '$400.00' });
  await ofDeal.getByRole('link').focus();
  await ofDeal.locator('a:focus').waitFor();
  // The settled payments are refetched before the open ones.
  const { promise: isReleased, resolve: release } = Promise.withResolvers<undefined>();
  await page.route(/\/api\/payments\?.*open=true/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.keyboard.press('p');
  await ofDeal.getByText('Paid', { exact: true }).waitFor();
  await page.getByText('3 payments').waitFor();
  release(undefined);
  await ofDeal.getByRole('button', { name: 'Mark as paid', exact: true }).waitFor({ state: 'detached' });
  expect(await ofDeal.count()).toBe(1);

  const { body } = await manager.get<List<{ amount: number; status: string }>>(`/api/deals/${deal.id}/payments`);
  expect(body.items.find(({ amount }) => amount === 400)?.status).toBe('paid');
  expect(body.items.filter(({ status }) => status === 'paid')).toHaveLength(1);

  await page.getByRole('button', { name: 'Add payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add payment' });
  const [ofWhich, currency] = ['Deal', 'Currency'].map((name) => dialog.getByRole('combobox', { name }));
  await ofWhich?.fill('Tram');
  await dialog.getByRole('option', { name: 'Tram ride' }).click();
  expect(await currency?.inputValue()).toContain('CHF');
  await ofWhich?.fill('Autumn');
  await dialog.getByRole('option', { name: 'Autumn launch' }).click();
  expect(await currency?.inputValue()).toContain('USD');
  await dialog.getByLabel('Amount').fill('1.5k');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await incoming.getByText('$1,500.00').waitFor();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await isTooWide(page)).toBe(false);
  expect(await findViolations(page)).toEqual([]);
  expect(visit.complaints).toEqual([]);
});

test('one change of several deals is one line, which unfolds to them', async () => {
  const manager = await stack.signUp();
  const names = ['Spring launch', 'Summer launch', 'Autumn launch'];
  const deals = await Promise.all(names.map((name) => manager.post<{ id: string }>('/api/deals', { name })));
  const ids = deals.map(({ body }) => body.id);
  await manager.post('/api/deals/bulk', { ids, action: { kind: 'addTag', tag: 'launch' } });
  const { page, complaints } = await openApp(stack, browser, manager, { path: '/activity' });
  await page.getByText('Updated 3 deals: tags').waitFor();

  await page.getByText('3 deals', { exact: true }).click();
  await keepPicture(page, 'activity-folded');
  const row = page.getByRole('row').filter({ hasText: 'Updated 3 deals' });
  for (const name of names) await row.getByRole('link', { name }).waitFor();
  expect(complaints).toEqual([]);
});

test('activity is grouped by day, with who did it', async () => {
  const manager = await stack.signUp();
  await createGrownDeal(manager);
  const visit = await openApp(stack, browser, manager, { path: '/activity' });
  const { page } = visit;
  await page.getByText('Recorded 3 view counts: 3,000, 2,000, 1,000 · Video 2').waitFor();
  const heads = page.getByRole('row').filter({ hasText: new RegExp(String(new Date().getFullYear())) });
  expect(await heads.count()).toBe(1);

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Autumn launch' }).waitFor();
  expect(visit.complaints).toEqual([]);
});
