import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { noise } from '@svc/images/testing/test-images';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { daysAgo } from '../system/answers.ts';
import { isTooWide } from '../system/chromium.ts';
import { countFields, importDueVideos, openApp, pastedText } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

interface ViewLogs {
  readonly total: number;
  readonly copyText: string;
  readonly items: readonly { readonly value: number; readonly videoId: string }[];
}

async function viewLogsOf(manager: Session): Promise<ViewLogs> {
  return (await manager.get<ViewLogs>('/api/deals/view-logs?limit=200')).body;
}

const ascending = (items: ViewLogs['items']): number[] =>
  items.map(({ value }) => value).toSorted((one, other) => one - other);

/** Types a count into the focused field. */
async function enter(page: Page, count: string): Promise<void> {
  await page.keyboard.type(count);
  await page.keyboard.press('Enter');
}

test('twenty counts take only digits and Enter, including a refused and an undone one', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 20);
  const visit = await openApp(stack, browser, manager, { isUnhurried: true });
  const { page } = visit;
  await page.getByText('20 left to do').waitFor();
  await page.getByRole('link', { name: 'Today, 20 due' }).waitFor();

  const counts = Array.from({ length: 20 }, (_each, index) => 1_000 + index);
  await enter(page, '12.5');
  await page.getByRole('alert').getByText('Views have no decimals').waitFor();
  await page.keyboard.press('Escape');
  for (const count of counts) await enter(page, String(count));
  await page.getByText('· All done').waitFor();

  // Undo reverts the last count regardless of the focused field; it is then recorded with another value.
  await page.keyboard.press('Control+z');
  await page.getByText('1 left to do').waitFor();
  await page.getByRole('link', { name: 'Today, 1 due' }).waitFor();
  await countFields(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Control+a');
  await enter(page, '1.234.567');
  await page.getByText('· All done').waitFor();

  const expected = [...counts.slice(0, -1), 1_234_567];
  const { items, total } = await viewLogsOf(manager);
  expect(total).toBe(20);
  expect(ascending(items)).toEqual(expected);
  await page.reload();
  await page.getByText('Nothing due').waitFor();
  await page.getByText('20 recorded today').waitFor();
  expect(await page.getByLabel('Date for new counts').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Copy report' }).count()).toBe(1);
  expect(visit.complaints).toEqual([]);
});

test('a day without checks and counts has no controls for either', async () => {
  const { page } = await openApp(stack, browser, await stack.signUp());
  await page.getByText('Nothing due').waitFor();

  expect(await page.getByLabel('Date for new counts').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Copy report' }).count()).toBe(0);
});

test("Today requests its initial data once, before the page's own code has loaded", async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 1);
  const { page } = await openApp(stack, browser, manager);
  await countFields(page).waitFor();

  await page.reload();
  await countFields(page).waitFor();

  const firstReads = ['/api/auth/me', '/api/settings', '/api/deals/due-views'];
  const asked = await eventually(async () => {
    // Counts requests of this page only; the previous one may have sent some at its end.
    const paths = await page.evaluate<string[]>(
      `performance.getEntriesByType('resource')
        .toSorted((one, other) => one.startTime - other.startTime)
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.startsWith('/api/'))`,
    );
    expect(paths.length).toBeGreaterThan(firstReads.length);
    return paths;
  });
  expect(asked.slice(0, 3)).toEqual(firstReads);
  expect(asked.filter((path) => firstReads.includes(path))).toEqual(firstReads);
});

test('a count below the last one, or over ten times it, needs a second Enter', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 1);
  const { body } = await manager.get<{ items: { dealId: string; videoId: string }[] }>('/api/deals/due-views');
  const { dealId, videoId } = body.items[0]!;
  const earlier = new Date(Date.now() - 9 * 86_400_000).toISOString();
  await manager.post(`/api/deals/${dealId}/views`, { videoId, value: 500, checkedAt: earlier });
  await manager.patch(`/api/deals/${dealId}/videos/${videoId}`, { title: 'Unboxing' });
  const { page } = await openApp(stack, browser, manager);
  await page.getByRole('textbox', { name: /^Views of .*, Unboxing$/ }).waitFor();

  await enter(page, '12');
  await page.getByRole('alert').getByText('Less than last time (500)').waitFor();
  await page.keyboard.press('Control+a');
  await enter(page, '6000');
  await page.getByRole('alert').getByText('More than ten times').waitFor();
  expect((await viewLogsOf(manager)).total).toBe(1);
  await page.keyboard.press('Enter');
  await page.getByText('· All done').waitFor();

  expect(ascending((await viewLogsOf(manager)).items)).toEqual([500, 6_000]);
});

test('pasted lines fill the rows below, and nothing is recorded before Enter', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 3);
  const { page } = await openApp(stack, browser, manager, {
    permissions: ['clipboard-read', 'clipboard-write'],
    isUnhurried: true,
  });
  await page.getByText('3 left to do').waitFor();

  await page.evaluate("navigator.clipboard.writeText('1,001\\n1,002\\n1,003')");
  await page.keyboard.press('Control+v');
  await eventually(async () => expect(await countFields(page).nth(2).inputValue()).toBe('1,003'));
  expect((await viewLogsOf(manager)).total).toBe(0);
  const heights = () =>
    countFields(page).evaluateAll((fields) => fields.map((each) => each.getBoundingClientRect().top));
  const before = await heights();
  await page.keyboard.press('Enter');
  const first = page.getByRole('list', { name: 'Due view checks' }).getByRole('listitem').first();
  await first.getByText('1,001 · just now').waitFor();
  expect(await first.getByText(/overdue|never checked/).count()).toBe(0);
  // Undoing the last count keeps the pasted text of the next row.
  await page.keyboard.press('Control+z');
  await page.getByText('3 left to do').waitFor();
  expect(await countFields(page).nth(1).inputValue()).toBe('1,002');
  for (let row = 0; row < 3; row += 1) await page.keyboard.press('Enter');
  await page.getByText('· All done').waitFor();
  expect(await heights()).toEqual(before);

  await page.locator('h1').click();
  await page.keyboard.press('c');
  await page.getByText('3 view counts copied').waitFor();
  // Pages may not read the clipboard, so the test pastes it.
  await page.goto(`${stack.gatewayUrl}/import`);
  await page.getByLabel('Links').focus();
  await page.keyboard.press('Control+v');
  expect(await page.getByLabel('Links').inputValue()).toBe((await viewLogsOf(manager)).copyText);
});

test('pasted counts are recorded together, and one in doubt waits for its own Enter', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 3);
  const { body } = await manager.get<{ items: { dealId: string; videoId: string }[] }>('/api/deals/due-views');
  const { dealId, videoId } = body.items[0]!;
  const earlier = new Date(Date.now() - 9 * 86_400_000).toISOString();
  // Its next check is on a later day, so it moves to the end of the list.
  await manager.post(`/api/deals/${dealId}/views`, { videoId, value: 5_000, checkedAt: earlier });
  const visit = await openApp(stack, browser, manager, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visit;
  await page.getByText('3 left to do').waitFor();
  const recordAll = page.getByRole('button', { name: /^Record all/ });

  await page.evaluate("navigator.clipboard.writeText('1,001\\n1,002\\n1,003')");
  await page.keyboard.press('Control+v');
  await page.getByRole('button', { name: 'Record all 3' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await recordAll.click();
  await page.getByText('1 left to do').waitFor();
  await page.getByRole('alert').getByText('Less than last time (5,000)').waitFor();
  await countFields(page).nth(2).and(page.locator(':focus')).waitFor();
  expect(await recordAll.count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.getByText('· All done').waitFor();

  // The keys do the same, and correct what is recorded.
  await countFields(page).nth(0).fill('1004');
  await countFields(page).nth(1).fill('1005');
  await recordAll.waitFor();
  await page.keyboard.press('Control+Enter');
  await recordAll.waitFor({ state: 'detached' });
  await eventually(async () =>
    expect(ascending((await viewLogsOf(manager)).items)).toEqual([1_003, 1_004, 1_005, 5_000]),
  );
  expect(visit.complaints).toEqual([]);
});

test('reports of a day are copied by deal, alone or with a template, or all together', async () => {
  const manager = await stack.signUp();
  await manager.post('/api/templates/message', { name: 'Weekly', body: 'Hello {name},\n{views}' });
  await manager.post('/api/templates/message', { name: 'Without counts', body: 'Hello {contact}' });
  await importDueVideos(manager, 2, { name: 'Kiteline', promoCode: 'KITE' });
  await importDueVideos(manager, 1, { name: 'Northwind', promoCode: 'NORTH' });
  const visit = await openApp(stack, browser, manager, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visit;
  await page.getByText('3 left to do').waitFor();
  await page.getByRole('button', { name: 'Copy report' }).click();
  await page.getByRole('menuitem', { name: 'Nothing recorded yet' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await countFields(page).first().focus();
  for (const count of ['1001', '1002', '1003']) await enter(page, count);
  const reports = page.getByRole('region', { name: /^Reports for/ });
  await reports.getByText('All done.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await reports.getByRole('button', { name: 'Copy for Kiteline · 2' }).click();
  await page.getByText('2 view counts copied for Kiteline').waitFor();
  expect(await pastedText(page)).toMatch(/^Kiteline \[KITE\]\n[^\n]+\n[^\n]+$/);
  await reports.getByRole('button', { name: 'Template for Kiteline' }).click();
  await page.getByRole('menuitem', { name: 'Weekly' }).waitFor();
  expect(await page.getByRole('menuitem').count()).toBe(1);
  await page.getByRole('menuitem', { name: 'Weekly' }).click();
  await page.getByText("2 view counts copied for Kiteline. {name} isn't a placeholder").waitFor();
  expect(await pastedText(page)).toMatch(/^Hello \{name\},\nKiteline \[KITE\]\n[^\n]+\n[^\n]+$/);

  // The focused row selects its deal; without one, c copies everything.
  const north = page.getByRole('listitem').filter({ hasText: 'Northwind' });
  await north.getByRole('textbox').focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await page.getByText('1 view count copied for Northwind').waitFor();
  expect(await pastedText(page)).toMatch(/^Northwind \[NORTH\]\n[^\n]+$/);
  await page.locator('h1').click();
  await page.keyboard.press('c');
  await page.getByText('Everything of the day: 3 view counts copied').waitFor();
  expect(await pastedText(page)).toBe((await viewLogsOf(manager)).copyText);

  // The name in a row opens its deal.
  await north.getByRole('link', { name: 'Northwind', exact: true }).click();
  await page.getByRole('heading', { name: 'Northwind' }).waitFor();
  await page.goto(`${stack.gatewayUrl}/today`);
  await page.getByText('Nothing due').waitFor();
  // The reports are rendered together with this message, because later they would shift it.
  expect(await reports.count()).toBe(1);
  await page.getByRole('button', { name: 'Copy report' }).click();
  await page.getByRole('menuitem', { name: 'Copy for Northwind · 1' }).click();
  await page.getByText('1 view count copied for Northwind').waitFor();
  expect(visit.complaints).toEqual([]);
});

test('on a phone nothing is cut off, and counts are typed as on a desktop', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 3, { name: `A very long name ${'of a deal '.repeat(12)}` });
  const visit = await openApp(stack, browser, manager, {
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = visit;
  await page.getByText('3 left to do').waitFor();

  expect(await isTooWide(page)).toBe(false);
  await enter(page, '42');
  await page.getByText('2 left to do').waitFor();
  // Number pads have no letters.
  await page.keyboard.type('4.2');
  await page.getByRole('button', { name: 'Thousand' }).tap();
  await page.getByText('= 4,200').waitFor();
  await keepPicture(page, 'today-number-pad');
  // Some number pads have no Enter either.
  await page.getByRole('button', { name: 'Record', exact: true }).tap();
  await page.getByText('1 left to do').waitFor();
  expect(visit.complaints).toEqual([]);
});

test('a screenshot attached to a row proves its view count', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 1);
  const visit = await openApp(stack, browser, manager);
  const { page } = visit;
  await countFields(page).waitFor();

  const row = page.getByRole('list', { name: 'Due view checks' }).getByRole('listitem');
  const rowHeight = (await row.boundingBox())?.height;
  await page.getByRole('button', { name: /^Screenshot for Autumn launch/ }).focus();
  await page.locator('input[type=file]').setInputFiles({
    name: 'views.png',
    mimeType: 'image/png',
    buffer: await noise(40, 30),
  });
  await page.getByText('Screenshot attached').waitFor();
  const thumbnail = page
    .getByRole('button', { name: /^Screenshot for Autumn launch/ })
    .filter({ has: page.locator('img') });
  await thumbnail.waitFor();
  expect((await row.boundingBox())?.height).toBe(rowHeight);
  expect(await countFields(page).evaluate((field) => field.matches(':focus'))).toBe(true);
  await thumbnail.click();
  await page.getByRole('dialog').getByRole('link', { name: 'Open original' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // Opening a note moves the focus to it, and closing it returns the focus.
  await page.getByRole('button', { name: /^Note for Autumn launch/ }).press('Enter');
  await page.keyboard.type('Seen at noon');
  expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('Seen at noon');
  await page.keyboard.press('Escape');
  await page.getByLabel('Note', { exact: true }).waitFor({ state: 'detached' });
  await enter(page, '4711');
  await page.getByText('· All done').waitFor();

  const { body } = await manager.get<{
    items: { value: number; note: string; screenshot: { screenshotId: string } | null }[];
  }>('/api/deals/view-logs');
  expect(body.items).toMatchObject([
    { value: 4_711, note: 'Seen at noon', screenshot: { screenshotId: expect.any(String) } },
  ]);

  // A field that is emptied gets the recorded count back.
  for (const leave of ['Enter', 'Escape', 'Tab']) {
    await countFields(page).fill('');
    expect(await row.getByText(/never checked|overdue/).count()).toBe(0);
    await countFields(page).press(leave);
    await row.getByText('4,711 · just now').waitFor();
    expect(await countFields(page).inputValue()).toBe('4,711');
  }

  await page.getByRole('button', { name: /^Remove screenshot for Autumn launch/ }).click();
  await page.getByText('Screenshot attached').waitFor({ state: 'detached' });
  const { body: after } = await manager.get<{ items: unknown[] }>('/api/deals/view-logs');
  expect(after.items).toMatchObject([{ value: 4_711, screenshot: null }]);
  expect(visit.complaints).toEqual([]);
});

test('an invalid image is refused on its row, and the count can still be entered', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 1);
  const { page } = await openApp(stack, browser, manager);
  await countFields(page).waitFor();

  await page.locator('input[type=file]').setInputFiles({
    name: 'views.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg onload="alert(1)"/>'),
  });
  await page.getByRole('alert').getByText("Couldn't save the screenshot").waitFor();
  await countFields(page).focus();
  await enter(page, '12');
  await page.getByText('· All done').waitFor();

  expect((await viewLogsOf(manager)).total).toBe(1);
});

test("views can be recorded before they are due, by key and from a video's menu, and undone", async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<{ id: string }>('/api/deals', { name: 'Kiteline' });
  const visit = await openApp(stack, browser, manager, { path: `/deals/${deal.id}`, isUnhurried: true });
  const { page } = visit;
  const dialog = page.getByRole('dialog', { name: 'Record views' });
  const field = dialog.getByRole('textbox', { name: 'Views', exact: true });
  await page.getByRole('heading', { name: 'Kiteline' }).waitFor();

  await page.keyboard.press('v');
  await dialog.getByRole('button', { name: 'Add video' }).click();
  const adding = page.getByRole('dialog', { name: 'Add video' });
  await adding.getByLabel('Link').fill('https://www.youtube.com/watch?v=aaaaaaaaaa1');
  await adding.getByLabel('Posted on').fill('2026-01-05');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await field.fill('1.2k');
  await dialog.getByText('= 1,200').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel('Checked on').fill('2026-01-06');
  await dialog.getByLabel('Note').fill('Asked for');
  await field.press('Enter');
  await page.getByText('1,200 views recorded').waitFor();
  const { body } = await manager.get<{ items: object[] }>('/api/deals/view-logs');
  expect(body.items).toMatchObject([{ value: 1_200, note: 'Asked for', checkedAt: '2026-01-06T00:00:00.000Z' }]);

  // Choosing an earlier day, for which a lower count is plausible, keeps the typed count.
  await page.keyboard.press('v');
  await dialog.getByText('Last: 1,200').waitFor();
  await field.fill('900');
  await dialog.getByLabel('Checked on').fill('2026-01-05');
  await page.keyboard.press('Enter');
  await page.getByText('900 views recorded').waitFor();

  await page.getByRole('link', { name: 'Videos', exact: true }).last().click();
  const ofVideo = page.getByRole('row').last();
  await ofVideo.getByText('+300').waitFor();
  await ofVideo.getByRole('button', { name: /^Record views of/ }).click();
  await dialog.getByText('Last: 1,200').waitFor();
  await page.keyboard.press('Escape');

  await page.goto(`${stack.gatewayUrl}/videos`);
  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit video' });
  await editing.getByLabel('Title').fill('Unboxing');
  await editing.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'More for Unboxing' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByText('Unboxing is deleted with its view counts.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More for Unboxing' }).click();
  await page.getByRole('menuitem', { name: 'Record views…' }).click();
  await field.fill('50000');
  await field.press('Enter');
  await dialog.getByRole('alert').getByText('More than ten times').waitFor();
  await field.press('Enter');
  await page.getByText('50,000 views recorded').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () =>
    expect((await viewLogsOf(manager)).items.map(({ value }) => value)).toEqual([1_200, 900]),
  );

  // Of several videos, the one whose check is due first is chosen.
  const later = { url: 'https://www.youtube.com/watch?v=aaaaaaaaaa2', title: 'Later', postDate: daysAgo(0) };
  await manager.post(`/api/deals/${deal.id}/videos`, later);
  await page.goto(`${stack.gatewayUrl}/deals/${deal.id}`);
  await page.getByRole('link', { name: 'Later' }).waitFor();
  await page.keyboard.press('v');
  await dialog.getByLabel('Video').waitFor();
  expect(await dialog.getByLabel('Video').locator('option:checked').innerText()).not.toBe('Later');
  expect(visit.complaints).toEqual([]);
});
