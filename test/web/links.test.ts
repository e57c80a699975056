import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { noise } from '@svc/images/testing/test-images';
import type { Locator, Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import { isTooWide } from '../system/chromium.ts';
import { createLink, hostApi, type Link, newSlug, twoPixels, visit } from '../system/short-links/short-link-visits.ts';
import { createTeam, goTo, openApp, pasteFile } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Width of the decoded image; 0 until it has loaded. */
const widthOf = (image: Locator): Promise<number> =>
  image.evaluate((element) => (element as unknown as { readonly naturalWidth: number }).naturalWidth);

test('several links can be tagged, disabled and deleted together', async () => {
  const user = await stack.signUp();
  const links = [await createLink(user), await createLink(user, { url: 'https://example.com/other' })];
  const shown = async () => (await user.get<{ items: Record<string, unknown>[] }>('/api/shorten')).body.items;
  const { page, complaints } = await openApp(stack, browser, user, { path: '/links' });
  const all = page.getByRole('checkbox', { name: 'Select all' });
  await all.check();
  await page.getByText('2 selected').waitFor();
  await button(page, 'Add tag…').click();
  await page.getByLabel('Tag', { exact: true }).fill('autumn');
  await button(page, 'Add tag').click();
  await page.getByText('2 changed.').waitFor();
  await button(page, 'Disable').click();
  await page.getByText('Disabled', { exact: true }).nth(1).waitFor();
  expect(await shown()).toMatchObject(links.map(() => ({ tags: ['autumn'], isActive: false })));

  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Delete…').click();
  await button(page, 'Delete 2 links').click();
  await page.getByText('No short links yet').waitFor();
  await page.reload();
  await eventually(async () => expect(await shown()).toEqual([]));
  expect(complaints).toEqual([]);
});

test('a link is created and copied, found, edited, disabled and deleted', async () => {
  const user = await stack.signUp();
  const visitOfApp = await openApp(stack, browser, user, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visitOfApp;
  await page.getByRole('heading', { level: 1 }).waitFor();
  await goTo(page, 'l');
  await page.getByText('No short links yet').waitFor();
  const slug = newSlug('Sale');

  await page.getByLabel('URL to shorten').fill('https://example.com/spring?x=1');
  await page.getByLabel('Custom name (optional)').fill('no blanks');
  await button(page, 'Shorten and copy').click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Custom name (optional)').fill('login');
  await button(page, 'Shorten and copy').click();
  await page.getByText('This custom name is reserved. Choose another one.').waitFor();
  expect(await page.getByLabel('Custom name (optional)').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Custom name (optional)').fill(slug);
  await button(page, 'Shorten and copy').click();
  await page.getByText('Link created and copied').waitFor();
  // Pages may not read the clipboard, so the test pastes it.
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Control+v');
  expect(await page.getByRole('searchbox').inputValue()).toBe(`${stack.shortenerUrl}/${slug}`);
  await page.getByRole('searchbox').fill('');

  await page.getByLabel('URL to shorten').fill('example.com/spring?x=1');
  await button(page, 'Shorten and copy').click();
  await page.getByText('You already have this link and copied').waitFor();
  // After a refusal, the previous link is no longer shown.
  await page.getByLabel('Your short link').waitFor();
  await page.getByLabel('URL to shorten').fill('example.com/tea');
  await page.getByLabel('Custom name (optional)').fill('login');
  await button(page, 'Shorten and copy').click();
  await page.getByText('This custom name is reserved. Choose another one.').waitFor();
  expect(await page.getByLabel('Your short link').count()).toBe(0);
  await page.getByLabel('Custom name (optional)').fill('');

  await page.getByText('UTM parameters').click();
  await page.getByLabel('URL to shorten').fill('example.com/tea');
  await page.getByLabel('Source').fill('youtube');
  await page.getByLabel('Campaign').fill('tea week');
  await button(page, 'Shorten and copy').click();
  const ofCampaign = page
    .getByRole('row')
    .filter({ hasText: 'example.com/tea?utm_source=youtube&utm_campaign=tea+week' });
  await ofCampaign.getByText('tea week', { exact: true }).waitFor();
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByText('No matching links').waitFor();
  await page.getByRole('searchbox').fill('spring');
  await page.getByRole('link', { name: slug }).click();

  await page.getByRole('heading', { level: 1, name: slug }).waitFor();
  await page.keyboard.press('e');
  await page.getByLabel('Title').fill('Spring <sale>');
  await page.getByLabel('Destination').fill('https://example.org/summer');
  await page.getByLabel('Expires on (end of day)').fill('2099-12-31');
  await button(page, 'Save').click();
  await page.getByRole('heading', { name: 'Spring <sale>' }).waitFor();
  await page.getByText('works until the end of Dec 31, 2099').waitFor();
  await button(page, 'Disable').click();
  await button(page, 'Enable').waitFor();
  await eventually(async () => expect((await visit(`${stack.shortenerUrl}/${slug}`)).status).not.toBe(302));
  const { body } = await user.get<{ items: Link[] }>('/api/shorten');
  const changed = body.items.find(({ url }) => url === 'https://example.org/summer');
  expect(changed).toMatchObject({ title: 'Spring <sale>', isActive: false });

  await button(page, 'Delete').click();
  await button(page, 'Delete link').click();
  await page.waitForURL('**/links');
  await page.getByText('1 link', { exact: true }).waitFor();
  await ofCampaign.waitFor();
  // The browser reports the 400 response.
  expect(visitOfApp.complaints.filter((complaint) => !/ 40[09] /.test(complaint))).toEqual([]);
});

test('clicks are shown by day and hour without bots, and the QR code can be copied and downloaded', async () => {
  const user = await stack.signUp();
  const link = await createLink(user, { title: 'Spring' });
  await visit(link.shortUrl, { referer: 'https://news.example.org/story' });
  await visit(link.shortUrl, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
  await eventually(async () => {
    const { body } = await user.get<{ clicks: number; bots: number }>(`/api/shorten/${link.id}/stats`);
    expect([body.clicks, body.bots]).toEqual([1, 1]);
  });
  const visitOfApp = await openApp(stack, browser, user, {
    path: `/links/${link.id}`,
    permissions: ['clipboard-write'],
  });
  const { page } = visitOfApp;

  await page.getByText('1 click by 1 visitor').waitFor();
  await page.getByText('Excluded: 1 click by a bot.').waitFor();
  await page.getByRole('region', { name: 'Referrers' }).getByText('news.example.org').waitFor();
  const ends = page.getByRole('img', { name: 'Clicks by day' }).locator('text');
  await ends.filter({ hasText: /^Clicks$/ }).waitFor();
  await ends.filter({ hasText: /^Visitors$/ }).waitFor();
  await page.getByText('Show data').click();
  await eventually(async () => expect(await page.getByRole('table').getByRole('row').count()).toBe(31));
  await button(page, 'Last 48 hours').click();
  await page.getByRole('img', { name: 'Clicks by hour' }).waitFor();
  await page.getByText('Most clicks: 1, in the hour from').waitFor();
  const hours = page.getByRole('slider', { name: 'Hour in the chart of clicks' });
  await hours.press('Home');
  expect(await hours.getAttribute('aria-valuetext')).toMatch(/: Clicks 0, Visitors 0$/);
  expect(new URL(page.url()).searchParams.get('span')).toBe('hours');

  await button(page, 'Copy image').click();
  await page.getByText('Image copied').waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'PNG' }).click()]);
  expect(file.suggestedFilename()).toBe(`${link.shortId}.png`);
  expect(await widthOf(page.getByAltText(/^QR code/))).toBeGreaterThan(0);
  expect(visitOfApp.complaints).toEqual([]);
});

test('an uploaded photo is shown without counting a click', async () => {
  const user = await stack.signUp();
  const visitOfApp = await openApp(stack, browser, user, { path: '/links' });
  const { page } = visitOfApp;

  await button(page, 'Photo').click();
  const file = { name: 'photo.bmp', mimeType: 'image/bmp', buffer: twoPixels() };
  await page.getByLabel('Drop a photo here').setInputFiles(file);
  const photo = page.getByAltText('Linked photo');
  await photo.waitFor();

  await eventually(async () => expect(await widthOf(photo)).toBe(2));
  await page.getByText('0 clicks by 0 visitors').waitFor();
  expect(visitOfApp.complaints).toEqual([]);
});

test('a pasted photo shows its upload progress', async () => {
  const user = await stack.signUp();
  const { page } = await openApp(stack, browser, user, { path: '/links' });
  await button(page, 'Photo').click();
  await page.getByLabel('Drop a photo here').waitFor();
  // Slow enough for the progress to be visible.
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 200_000,
  });
  await pasteFile(page, { name: 'pasted.png', type: 'image/png', content: await noise(500, 500) });

  const progress = page.getByRole('progressbar', { name: 'Uploaded' });
  await eventually(async () => expect(Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(5));
  await page.getByAltText('Linked photo').waitFor();
});

test("a teammate's link names its owner and cannot be edited", async () => {
  const [owner, mate] = await Promise.all([stack.signUp(), stack.signUp()]);
  const teamId = await createTeam(owner, mate);
  const link = await createLink(owner, { title: 'Shared link' });
  await owner.post(`/api/teams/${teamId}/share`, { entityType: 'short_link', entityId: link.id });
  const { page } = await openApp(stack, browser, mate, { path: '/links' });

  await page.getByRole('link', { name: 'Shared link', exact: true }).click();
  await page.getByText('Shared by A Person').waitFor();
  await page.getByText('0 clicks by 0 visitors').waitFor();
  expect(await button(page, 'Edit').count()).toBe(0);
  expect(await button(page, 'Delete').count()).toBe(0);
});

test.each([
  ['light', 1_280],
  ['dark', 360],
] as const)('the pages are accessible and fit: %s, %d pixels wide', async (colorScheme, width) => {
  const user = await stack.signUp();
  const url = `https://example.com/${'along'.repeat(60)}`;
  const link = await createLink(user, { url, title: 'Alongtitlewithoutaspace'.repeat(6), tags: ['a', 'b'] });
  await visit(link.shortUrl, { referer: 'https://news.example.org/story' });
  const { page } = await openApp(stack, browser, user, {
    path: '/links',
    colorScheme,
    viewport: { width, height: 800 },
  });
  const look = async (name: string): Promise<unknown> => {
    await keepPicture(page, `links-${name}-${colorScheme}`);
    return { violations: await findViolations(page), isTooWide: await isTooWide(page) };
  };
  const fine = { violations: [], isTooWide: false };
  await page.getByRole('link', { name: 'Alongtitle' }).waitFor();
  expect(await look('list')).toEqual(fine);
  await page.goto(`${stack.gatewayUrl}/links/${link.id}`);
  await page.getByText('Show data').click();
  expect(await look('one')).toEqual(fine);
  await button(page, 'Edit').click();
  await page.getByRole('dialog').waitFor();
  expect(await look('edit')).toEqual(fine);
});

test('an administrator decides a report about a short link', async () => {
  const manager = await stack.signUp();
  const link = await createLink(manager, { url: 'https://example.com/login' });
  await hostApi(stack.shortenerUrl)('POST', `/links/${link.shortId}/report`, {
    body: { reason: 'Asks for <b>my</b> password' },
  });
  const visitOfApp = await openApp(
    stack,
    browser,
    { email: 'admin@example.test', password: 'correct horse battery' },
    { path: '/admin?tab=reports' },
  );
  const { page } = visitOfApp;
  const card = page.getByRole('listitem').filter({ hasText: link.shortId });
  await card.getByText('Asks for <b>my</b> password').waitFor();
  expect(await findViolations(page)).toEqual([]);

  await card.getByRole('button', { name: 'Warn before opening' }).click();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Flagged' }).click();
  await card.getByRole('button', { name: 'Dismiss' }).click();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Dismissed' }).click();
  await card.getByText('decided').waitFor();

  expect(visitOfApp.complaints).toEqual([]);
});

test('an administrator disables a reported link and enables it again, and its owner sees why it is off', async () => {
  const manager = await stack.signUp();
  const link = await createLink(manager, { url: 'https://example.com/login' });
  await hostApi(stack.shortenerUrl)('POST', `/links/${link.shortId}/report`, { body: { reason: 'Phishing' } });
  const visitOfApp = await openApp(
    stack,
    browser,
    { email: 'admin@example.test', password: 'correct horse battery' },
    { path: '/admin?tab=reports' },
  );
  const { page } = visitOfApp;
  const card = page.getByRole('listitem').filter({ hasText: link.shortId });
  await card.getByRole('button', { name: 'Disable link' }).click();
  await card.getByText('Link disabled').waitFor();
  const owners = await openApp(stack, browser, manager, { path: `/links/${link.id}` });
  await owners.page.getByText('Only an administrator can enable it again.').waitFor();
  expect(await owners.page.getByRole('button', { name: 'Switch o' }).count()).toBe(0);

  const form = page.getByRole('region', { name: 'Disable a link' });
  await form.getByLabel('Link').fill('https://go.example.com/');
  await form.getByLabel('Status').selectOption('Enabled');
  await form.getByRole('button', { name: 'Enable link' }).click();
  await form.getByText('Paste a short link').waitFor();
  await form.getByLabel('Link').fill(link.shortUrl);
  await form.getByRole('button', { name: 'Enable link' }).click();
  await form.getByText('Link enabled').waitFor();
  await card.getByText('Link disabled').waitFor({ state: 'detached' });

  expect(await findViolations(page)).toEqual([]);
  expect(visitOfApp.complaints).toEqual([]);
});

test('an administrator sees which services still have to process deleted accounts', async () => {
  const leaver = await stack.signUp();
  expect((await leaver.delete('/api/auth/account', { body: { password: leaver.password } })).status).toBe(204);
  const visitOfApp = await openApp(
    stack,
    browser,
    { email: 'admin@example.test', password: 'correct horse battery' },
    { path: '/admin?tab=deletions' },
  );
  // Deliveries are retried after five minutes, so these entries stay; deletions of other tests may come first.
  await visitOfApp.page
    .getByRole('cell', { name: /^(Deals and contacts|View counts|Short links|Screenshots|Copilot)$/ })
    .first()
    .waitFor();
  expect(await visitOfApp.page.getByText('No pending deletions').count()).toBe(0);
  expect(visitOfApp.complaints).toEqual([]);
});
