import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { noise } from '@svc/images/testing/test-images';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import { ADMIN } from '../stack.ts';
import type { AnswerOf } from '../system/answers.ts';
import { goTo, openApp, showAsIfMailed } from './app.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const THEME = 'document.documentElement.dataset.theme';

test('time zone, number format and theme apply at once and after a reload', async () => {
  const manager = await stack.signUp();
  const visit = await openApp(stack, browser, manager, { path: '/settings' });
  const { page } = visit;
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Region and defaults' }).click();
  await page.waitForURL('**/settings#region');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('auck');
  await page.getByRole('option', { name: 'Pacific/Auckland' }).click();
  await page.getByRole('combobox', { name: 'Region format' }).fill('german (germ');
  await page.getByRole('option', { name: 'German (Germany) · de-DE' }).click();
  await page.getByRole('combobox', { name: 'Currency for new deals' }).fill('eur');
  await page.getByText('1.234.567 · 1.250,50 €').waitFor();
  await page.getByRole('button', { name: 'Save' }).nth(1).click();
  await page.getByText('Settings saved').waitFor();
  await page.getByLabel('Theme').selectOption('dark');
  expect(await page.evaluate(THEME)).toBe('dark');
  await page.reload();
  await page.getByText('1.234.567 · 1.250,50 €').waitFor();
  // A click opens the list, and Enter keeps what is chosen.
  const currency = page.getByRole('combobox', { name: 'Currency for new deals' });
  await currency.click();
  await page.getByRole('option', { name: /^AED/ }).waitFor();
  await currency.press('Enter');
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
  expect(await currency.inputValue()).toMatch(/^EUR/);

  expect(await page.evaluate(THEME)).toBe('dark');
  const settings = await manager.get('/api/settings');
  expect(settings.body).toMatchObject({ timeZone: 'Pacific/Auckland', locale: 'de-DE', currency: 'EUR' });
  expect(visit.complaints).toEqual([]);
});

test('saving a setting does not revert another one that was changed elsewhere', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/settings' });
  const field = page.getByLabel('Check days');
  await field.fill('2, 4');
  await manager.put('/api/settings', { timeZone: 'America/New_York' });
  await page.getByRole('button', { name: 'Save' }).nth(1).click();
  await page.getByText('Settings saved').waitFor();

  expect((await manager.get('/api/settings')).body).toMatchObject({
    timeZone: 'America/New_York',
    viewCheckDays: [2, 4],
  });
});

test('errors are shown at their field, those of the browser in the words of the app', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/settings' });
  const field = page.getByLabel('Check days');
  await field.fill('1; 7');
  await page.getByRole('button', { name: 'Save' }).nth(1).click();
  await page.getByRole('alert').getByText('Enter numbers between commas, like 1, 7, 30.').waitFor();
  await field.fill('4000');
  await page.getByRole('button', { name: 'Save' }).nth(1).click();

  await page.getByRole('alert').filter({ hasText: '3650' }).waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
});

test('check days are put in order, each once', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/settings' });
  await page.getByLabel('Check days').fill('30, 3, 3, 400');
  await page.getByRole('button', { name: 'Save' }).nth(1).click();

  await eventually(async () => expect(await page.getByLabel('Check days').inputValue()).toBe('3, 30, 400'));
});

test('a logo is uploaded, shown, replaced and removed, and an invalid one is refused with a message', async () => {
  const manager = await stack.signUp();
  const visit = await openApp(stack, browser, manager, { path: '/settings' });
  const { page } = visit;
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Logo' }) });
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    section.getByLabel('Logo', { exact: true }).setInputFiles({ name, mimeType, buffer });
  const picture = section.getByRole('img', { name: 'Your logo' });
  const isDrawn = () =>
    picture.evaluate((image) => (image as unknown as { readonly naturalWidth: number }).naturalWidth > 0);
  await section.getByText('Sponsors see it on links you share.').waitFor();

  await choose('logo.svg', 'image/svg+xml', Buffer.from('<svg/>'));
  await section.getByText('must be a PNG, JPEG or WebP image').waitFor();
  await choose('logo.png', 'image/png', Buffer.alloc(2_097_153));
  await section.getByText('must be 2 MB or smaller').waitFor();
  await choose('logo.png', 'image/png', await noise(8, 8));
  await picture.waitFor();
  await eventually(async () => expect(await isDrawn()).toBe(true));
  await keepPicture(page, 'settings-logo');
  const first = await picture.getAttribute('src');
  expect(await section.getByRole('button').allInnerTexts()).toEqual(['Replace', 'Remove']);

  await choose('logo.png', 'image/png', await noise(8, 8));
  await eventually(async () => expect(await picture.getAttribute('src')).not.toBe(first));
  expect((await manager.get('/api/settings/logo')).status).toBe(200);
  await section.getByRole('button', { name: 'Remove' }).click();
  await section.getByRole('button', { name: 'Upload logo' }).waitFor();

  expect((await manager.get('/api/settings/logo')).status).toBe(404);
  expect(visit.complaints).toEqual([]);
});

test('single-letter shortcuts can be disabled', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/settings' });
  await page.getByLabel('Use single-letter shortcuts').uncheck();
  await page.getByRole('link', { name: 'Deals' }).first().click();
  await page.getByText('No deals yet.').waitFor();
  await page.keyboard.press('n');
  await goTo(page, 't');

  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/deals');
});

test('the email and the morning reminder need a confirmation, which is offered only with mail', async () => {
  const manager = await stack.signUp();
  const { page, complaints } = await openApp(stack, browser, manager, { path: '/settings' });
  await page.getByRole('heading', { name: 'Sessions' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Reminders' }).count()).toBe(0);
  await page.getByText(manager.email, { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Confirm email' }).count()).toBe(0);

  await showAsIfMailed(stack, page);
  await page.reload();
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.getByText('Link sent').waitFor();
  await page.getByLabel('Morning reminder').check();
  await page.getByText(`Confirm your address: we sent a link to ${manager.email}`).waitFor();
  await page.getByRole('button', { name: 'Send again' }).waitFor();
  const settings = await manager.get<AnswerOf<'settings.get'>>('/api/settings');
  expect(settings.body.notifications).toMatchObject({ dueViews: true });

  await page.getByLabel('Morning reminder').uncheck();
  await page.getByText('Confirm your address').waitFor({ state: 'detached' });

  await page.route('**/api/auth/me', async (route) => {
    const answer = await route.fetch();
    const account = (await answer.json()) as AnswerOf<'auth.get_account'>;
    await route.fulfill({ response: answer, json: { ...account, user: { ...account.user, emailConfirmed: true } } });
  });
  await page.reload();
  await page.getByText('Confirmed', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Confirm email' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('ten minutes before a session ends the page offers a new sign-in, which replaces the session', async () => {
  const manager = await stack.signUp();
  const visit = await openApp(stack, browser, manager, { path: '/deals' });
  const { page } = visit;
  const sessionOf = async () => {
    const answer = await page.request.get(`${stack.gatewayUrl}/api/auth/me`);
    return ((await answer.json()) as AnswerOf<'auth.get_account'>).session;
  };
  const before = await sessionOf();
  expect(await page.getByText('Your session ends').count()).toBe(0);
  await page.clock.setSystemTime(Date.parse(before?.expiresAt ?? '') - 300_000);
  await page.reload();
  await page.getByText('Your session ends at').waitFor();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  expect(await dialog.getByLabel('Email').inputValue()).toBe(manager.email);
  await dialog.getByLabel('Password').fill(manager.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });

  expect((await sessionOf())?.id).not.toBe(before?.id);
  expect(visit.complaints).toEqual([]);
});

test('a new password ends the other sessions, a new email is the one to sign in with, and deleting the account ends all', async () => {
  const manager = await stack.signUp();
  const { email, password } = manager;
  const { page } = await openApp(stack, browser, manager, { path: '/settings' });
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill('another good password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password updated').waitFor();
  expect(await page.getByLabel('Current password').inputValue()).toBe('');
  expect(await page.getByLabel('New password').inputValue()).toBe('');
  await eventually(async () => expect((await manager.get('/api/auth/me')).status).toBe(401));
  await page.getByText('This device').waitFor();

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Change… email' }).click();
  await dialog.getByLabel('New email').fill(`new-${email}`);
  await dialog.getByLabel('Your password').fill('another good password');
  await dialog.getByRole('button', { name: 'Change email' }).click();
  await page.getByText(`new-${email}`, { exact: true }).waitFor();
  await stack.signIn({ email: `new-${email}`, password: 'another good password' });

  await page.getByRole('button', { name: 'Delete account…' }).click();
  await dialog.getByLabel('Your password').fill('another good password');
  await dialog.getByRole('button', { name: 'Delete account', exact: true }).click();
  await page.waitForURL('**/welcome');

  await expect(stack.signIn({ email: `new-${email}`, password: 'another good password' })).rejects.toThrow('401');
});

test('another session is signed out at once, and every session only after a question', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/settings' });
  await page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
  await eventually(async () => expect((await manager.get('/api/auth/me')).status).toBe(401));

  await page.getByRole('button', { name: 'Sign out everywhere…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await page.request.get(`${stack.gatewayUrl}/api/auth/me`)).status()).toBe(200);
  await page.getByRole('button', { name: 'Sign out everywhere…' }).click();
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL('**/login');
});

test('only administrators see the administration pages', async () => {
  const manager = await stack.signUp();
  const { page: theirs } = await openApp(stack, browser, manager, { path: '/admin' });
  await theirs.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(await theirs.getByRole('link', { name: 'Administration' }).count()).toBe(0);

  const visit = await openApp(
    stack,
    browser,
    { email: 'admin@example.test', password: 'correct horse battery' },
    { path: '/admin' },
  );
  const { page } = visit;
  const email = `maya-${manager.userId}@example.test`;
  await page.getByRole('button', { name: 'New user' }).click();
  await page.getByLabel('Name').fill('Maya');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Create user' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Password link' }).inputValue();
  const { searchParams } = new URL(link);
  const chosen = { token: searchParams.get('token'), newPassword: 'a long new password' };
  expect((await stack.anyone.post('/api/auth/password/reset', chosen)).status).toBe(204);
  expect((await stack.signIn({ email, password: chosen.newPassword })).token).toBeTruthy();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search users' }).fill(manager.email);
  const row = page.getByRole('row').filter({ hasText: manager.email });
  await eventually(async () => expect(await page.getByRole('row').count()).toBe(2));
  await page.reload();
  await eventually(async () => expect(await page.getByRole('row').count()).toBe(2));
  await row.getByRole('button', { name: 'More for' }).click();
  await page.getByRole('menuitem', { name: 'Password link…' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  expect(await page.getByRole('textbox', { name: 'Password link' }).inputValue()).toContain(
    `${stack.gatewayUrl}/reset-password?token=`,
  );
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: 'More for' }).click();
  await page.getByRole('menuitem', { name: 'Make administrator…' }).click();
  expect((await manager.get('/api/admin/users')).status).toBe(403);
  await page.getByRole('button', { name: 'Make administrator' }).click();
  await row.getByRole('cell', { name: 'Administrator' }).waitFor();

  await row.getByRole('button', { name: 'More for' }).click();
  await page.getByRole('menuitem', { name: 'Disable…' }).click();
  await page.getByRole('button', { name: 'Disable account' }).click();
  await row.getByText('disabled').waitFor();
  expect((await manager.get('/api/auth/me')).status).toBe(401);

  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByText('Disabled an account').first().waitFor();
  await page.getByText('Changed a role · Role: user → administrator').first().waitFor();
  const created = page.getByRole('row').filter({ hasText: 'Created an account' });
  await created.filter({ hasText: 'Maya' }).filter({ hasText: 'You' }).first().waitFor();
  expect(visit.complaints).toEqual([]);
});

test.each([
  ['database', 'Set here'],
  ['env', "Set by the server's configuration"],
  ['default', 'Default'],
])("the source of the copilot's limit (%s) is shown beside it", async (source, words) => {
  const { page } = await openApp(stack, browser, ADMIN);
  await page.route('**/api/admin/settings', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), copilotFreeDailyLimitSource: source } });
  });
  await page.goto(`${stack.gatewayUrl}/admin?tab=system`);

  await page.getByText(`${words}. 0 means unlimited.`).waitFor();
});

test("exactly the current section's tab is marked, and on a phone it is in view", async () => {
  const viewport = { width: 320, height: 640 };
  const { page } = await openApp(stack, browser, ADMIN, { path: '/admin?tab=audit', viewport });
  const tabs = page.getByRole('navigation', { name: 'Administration sections' });
  await tabs.waitFor();
  const current = tabs.locator('[aria-current=page]');
  expect(await current.allTextContents()).toEqual(['Audit']);
  const box = await current.boundingBox();

  expect(box && box.x >= 0 && box.x + box.width <= viewport.width).toBe(true);
});

test("an administrator sets the copilot's limit", async () => {
  const admin = await stack.signInAsAdmin();
  const visit = await openApp(stack, browser, ADMIN, { path: '/admin?tab=system' });
  const { page } = visit;
  const limit = page.getByLabel('Free copilot turns');
  await limit.fill('1000001');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('This must be at most 1,000,000.').waitFor();
  await limit.fill('17');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();

  await page.getByText('Set here.').waitFor();
  const read = await admin.get('/api/admin/copilot/settings');
  expect(read.body).toEqual({ copilotFreeDailyLimit: 17, copilotFreeDailyLimitSource: 'database' });
  expect(visit.complaints).toEqual([]);
});
