/** Day boundaries and date formats for users in other time zones than the server. */
import { expect, test } from '@jest/globals';
import { addDays, endOfDay, localDay, startOfDay } from '@svc/chassis/time/calendar';
import { HOUR_MS, MINUTE_MS } from '@svc/chassis/time/durations';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import type { AnswerOf, Deal, List, Video } from '../system/answers.ts';
import { type AppVisit, countFields, followTo, importDueVideos, openApp } from './app.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const BERLIN = 'Europe/Berlin';

async function signUpIn(timeZone: string, locale: string): Promise<Session> {
  const manager = await stack.signUp();
  const { status } = await manager.put('/api/settings', { timeZone, locale, currency: 'EUR' });
  expect(status).toBe(200);
  return manager;
}

/** Opens Today with the browser's clock set to an instant; the clock keeps running. */
async function openToday(manager: Session, at: Date): Promise<AppVisit> {
  const visit = await openApp(stack, browser, manager, { path: '/settings' });
  await visit.page.clock.install({ time: at });
  await visit.page.goto(`${stack.gatewayUrl}/today`);
  return visit;
}

/** The line below the title: day, items left and items done. */
const headOf = (page: Page, text: RegExp) => page.getByText(text).waitFor();

/** `2026-03-29` in German format. */
const inGerman = (day: string): string => day.split('-').toReversed().join('.');
/** Without the year, as the app omits the current one. */
const shortInGerman = (day: string): string =>
  new Intl.DateTimeFormat('de', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));

test('in German, numbers, money and dates are localized, and at midnight the open list reloads', async () => {
  const manager = await signUpIn(BERLIN, 'de-DE');
  await importDueVideos(manager, 2);
  const { body } = await manager.get<List<Deal>>('/api/deals');
  const deal = body.items[0]!;
  await manager.patch(`/api/deals/${deal.id}`, { price: 1_250.5, currency: 'EUR', viewsTarget: 100_000 });
  const payment = { direction: 'incoming', amount: 4_000, currency: 'EUR', dueDate: '2026-01-31' };
  await manager.post(`/api/deals/${deal.id}/payments`, payment);
  const today = localDay(new Date(), BERLIN);
  const midnight = endOfDay(today, BERLIN);
  const visit = await openToday(manager, new Date(midnight.getTime() - HOUR_MS));
  const { page } = visit;

  await headOf(page, new RegExp(`${inGerman(today)} · 2 left to do · 0 recorded today`));
  await countFields(page).first().waitFor();
  await page.keyboard.type('12,3k');
  await page.getByText('= 12.300').waitFor();
  await page.keyboard.press('Enter');
  await headOf(page, /· 1 left to do · 1 recorded today/);
  expect(await countFields(page).first().inputValue()).toBe('12.300');
  await page.keyboard.type('77');

  // The list is read again only when the day ends, even if another deal is imported.
  await importDueVideos(manager, 3);
  await page.clock.fastForward(HOUR_MS - 10 * MINUTE_MS);
  await headOf(page, new RegExp(`${inGerman(today)} · 1 left to do`));
  await page.clock.fastForward(11 * MINUTE_MS);
  await headOf(page, new RegExp(`${inGerman(addDays(today, 1))} · 4 left to do · 0 recorded today`));
  expect(await countFields(page).count()).toBe(4);
  expect(await countFields(page).first().inputValue()).toBe('77');

  const parts = page.getByRole('navigation', { name: 'Deal sections' });
  await followTo(page, `/deals/${deal.id}`);
  await page.getByText('1.250,50\u00A0€').waitFor();
  await page.getByText('of 100.000 views').waitFor();
  await page.getByText(inGerman(deal.postDate ?? '')).waitFor();
  await parts.getByRole('link', { name: 'Money' }).click();
  await page.getByRole('cell').getByText('4.000,00\u00A0€').waitFor();
  await parts.getByRole('link', { name: 'Views' }).click();
  await page
    .getByTitle(`${inGerman(today)}, `)
    .getByText(shortInGerman(today))
    .first()
    .waitFor();
  await followTo(page, '/deals');
  await page.getByRole('row', { name: '1.250,50\u00A0€' }).getByText('12.300').waitFor();
  expect(visit.complaints).toEqual([]);
});

/** The last Sunday of a month (1 to 12) in the latest year in which it is past. */
function lastSunday(month: number): string {
  const now = new Date();
  const dayIn = (year: number): Date => {
    const end = new Date(Date.UTC(year, month, 0));
    return new Date(Date.UTC(year, month - 1, end.getUTCDate() - end.getUTCDay()));
  };
  const thisYear = dayIn(now.getUTCFullYear());
  const isOver = thisYear.getTime() + 2 * 24 * HOUR_MS < now.getTime();
  return (isOver ? thisYear : dayIn(now.getUTCFullYear() - 1)).toISOString().slice(0, 10);
}

/** A deal with one video posted the day before, with a check after one day and view counts at these instants. */
async function createViewLogs(manager: Session, day: string, instants: readonly Date[]): Promise<void> {
  const postDate = addDays(day, -1);
  const fields = { name: 'Autumn launch', postDate, viewCheckDays: [1] };
  const { body: deal } = await manager.post<Deal>('/api/deals', fields);
  const { body: video } = await manager.post<Video>(`/api/deals/${deal.id}/videos`, {
    url: 'https://www.youtube.com/watch?v=aaaaaaaaaa1',
    postDate,
  });
  for (const [index, instant] of instants.entries()) {
    const viewLog = { videoId: video.id, value: 1_000 + index, checkedAt: instant.toISOString() };
    const { status } = await manager.post(`/api/deals/${deal.id}/views`, viewLog);
    expect(status).toBe(201);
  }
}

test.each([
  ['spring, when the day has 23 hours', lastSunday(3), 23],
  ['autumn, when it has 25', lastSunday(10), 25],
])('the day on which clocks change in %s has exactly its own due checks and counts', async (_when, day, hours) => {
  const manager = await signUpIn(BERLIN, 'de-DE');
  const [start, end] = [startOfDay(day, BERLIN), endOfDay(day, BERLIN)];
  expect(end.getTime() - start.getTime()).toBe(hours * HOUR_MS);
  const minutes = (from: Date, count: number): Date => new Date(from.getTime() + count * 60_000);
  await createViewLogs(manager, day, [minutes(start, -1), minutes(start, 1), minutes(end, -1), minutes(end, 1)]);
  await importDueVideos(manager, 1);
  const visit = await openToday(manager, minutes(end, -5));
  const { page } = visit;

  await headOf(page, new RegExp(`${inGerman(day)} · 1 left to do · 2 recorded today`));
  await page.clock.fastForward(6 * MINUTE_MS);
  await headOf(page, new RegExp(`${inGerman(addDays(day, 1))} · 1 left to do · 1 recorded today`));
  await followTo(page, `/views?from=${day}&to=${day}`);
  await page.getByText('2 view counts match').waitFor();
  for (const time of ['23:59', '00:01'])
    await page
      .getByTitle(`${inGerman(day)}, ${time}`, { exact: true })
      .getByText(`${shortInGerman(day)}, ${time}`, { exact: true })
      .waitFor();
  expect(visit.complaints).toEqual([]);
});

test("a check falls due at midnight in the user's time zone: in Auckland hours before Los Angeles", async () => {
  const [east, west] = await Promise.all([
    signUpIn('Pacific/Auckland', 'en-NZ'),
    signUpIn('America/Los_Angeles', 'en-US'),
  ]);
  const dueToday = async (user: Session, timeZone: string): Promise<void> => {
    const postDate = addDays(localDay(new Date(), timeZone), -1);
    const { body: deal } = await user.post<Deal>('/api/deals', { name: 'Launch', postDate, viewCheckDays: [1] });
    const video = { url: 'https://www.youtube.com/watch?v=aaaaaaaaaa1', postDate };
    await user.post(`/api/deals/${deal.id}/videos`, video);
    await user.post(`/api/deals/${deal.id}/videos`, {
      ...video,
      url: `${video.url.slice(0, -1)}2`,
      postDate: addDays(postDate, 1),
    });
  };
  await dueToday(east, 'Pacific/Auckland');
  await dueToday(west, 'America/Los_Angeles');

  for (const [user, name] of [
    [east, 'Pacific/Auckland'],
    [west, 'America/Los_Angeles'],
  ] as const) {
    // The browser is in another zone; the zone in the settings decides.
    const { page } = await openApp(stack, browser, user, { timezoneId: 'Asia/Tokyo' });
    const today = localDay(new Date(), name);
    const said = new Intl.DateTimeFormat(user === east ? 'en-NZ' : 'en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    await page.getByText(`${said.format(new Date(today))} · 1 left to do · 0 recorded today`).waitFor();
    expect(
      await page
        .getByRole('listitem')
        .getByText(/ overdue$/)
        .count(),
    ).toBe(0);
    await countFields(page).fill('500');
    await page.keyboard.press('Enter');
    await page.getByText('All done · 1 recorded today').waitFor();
    await page.reload();
    await page.getByText(`Nothing due. Next: ${said.format(new Date(addDays(today, 1)))}, 1 video.`).waitFor();
    await page.getByText('1 recorded today').waitFor();
  }
});

test('an account without settings takes over the time zone of the browser, once', async () => {
  const user = await stack.signUp();
  const settingsOf = async () => (await user.get<AnswerOf<'settings.get'>>('/api/settings')).body;
  const { page } = await openApp(stack, browser, user, { timezoneId: 'Asia/Tokyo', locale: 'en-GB' });

  await page.getByText('Time zone: Asia/Tokyo').waitFor();
  expect(await settingsOf()).toMatchObject({ timeZone: 'Asia/Tokyo', locale: 'en-GB', version: 1 });
  await page.getByRole('button', { name: 'Change' }).click();
  await page.waitForURL('**/settings#region');

  const elsewhere = await openApp(stack, browser, user, { timezoneId: 'Europe/Berlin' });
  await elsewhere.page.getByText('Nothing due').waitFor();
  expect(await settingsOf()).toMatchObject({ timeZone: 'Asia/Tokyo', version: 1 });
});

test("dates follow the format of the user's region and can be typed in words, as ISO, or picked", async () => {
  const user = await signUpIn(BERLIN, 'de-DE');
  const { body: task } = await user.post<{ id: string }>('/api/tasks', { title: 'Call Ann', dueDate: '2031-05-06' });
  // The browser's locale is American; the region in the settings decides.
  const { page, complaints } = await openApp(stack, browser, user, { path: `/tasks?task=${task.id}`, locale: 'en-US' });
  const dialog = page.getByRole('dialog', { name: 'Task', exact: true });
  const field = dialog.getByRole('textbox', { name: 'Due' });
  const typed = async (text: string): Promise<string> => {
    await field.fill(text);
    await field.blur();
    return field.inputValue();
  };
  const today = localDay(new Date(), BERLIN);
  await field.waitFor();
  expect(await field.inputValue()).toBe('06.05.2031');
  expect([inGerman(addDays(today, 1)), inGerman(addDays(today, 2))]).toContain(await typed('morgen'));
  expect(await typed('7. Mai 2031')).toBe('07.05.2031');
  expect(await typed('2031-05-08')).toBe('08.05.2031');

  expect(await typed('5/31/2031')).toBe('5/31/2031');
  await dialog.getByText(/^Enter a date, like \d\d\.\d\d\.\d{4}\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect(await field.evaluate((input) => input.matches(':focus:invalid'))).toBe(true);

  await typed('8.5.2031');
  await field.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Calendar for Due' });
  await calendar.getByRole('grid', { name: 'Mai 2031' }).waitFor();
  expect(await calendar.locator('th').first().innerText()).toBe('Mo');
  await calendar.getByRole('button', { name: 'Donnerstag, 8. Mai 2031, selected' }).press('ArrowRight');
  await page.keyboard.press('Enter');
  await calendar.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('09.05.2031');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { body } = await user.get<List<{ dueDate: string }>>('/api/tasks');
  expect(body.items.map(({ dueDate }) => dueDate)).toEqual(['2031-05-09']);
  expect(complaints).toEqual([]);
});
