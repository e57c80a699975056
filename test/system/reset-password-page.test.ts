import { expect, test } from '@jest/globals';
import { createLog } from '@svc/chassis/logging/log';
import { createPool } from '@svc/chassis/postgres/pool';
import { createResetLink } from '@svc/identity/password-resets/reset-link';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import { isTooWide, openPage, tabTo } from './chromium.ts';

const NEW_PASSWORD = 'a quite new password';

const stack = await sharedStack();
const browser = await sharedBrowser();

/** A link as sent by mail and as printed by the operator's command. */
async function linkOf(userId: string): Promise<string> {
  const log = createLog('test', 'error');
  const pool = createPool({ connectionString: stack.databaseAdminUrl, max: 1, applicationName: 'test', log });
  try {
    return await createResetLink(pool, userId, 'mailed', stack.gatewayUrl);
  } finally {
    await pool.end();
  }
}

test('a link sets a new password once, on a phone, without scripts and with the keyboard alone', async () => {
  const user = await stack.signUp();
  const link = await linkOf(user.userId);
  const { page, complaints } = await openPage(browser, {
    viewport: { width: 375, height: 667 },
    javaScriptEnabled: false,
  });

  await page.goto(link);
  const tooWide = await isTooWide(page);
  await page.keyboard.type(NEW_PASSWORD);
  await tabTo(page, 'button', 'Set password');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Password updated' }).waitFor();

  expect(page.url()).toBe(`${stack.gatewayUrl}/reset-password/done`);
  expect(tooWide).toBe(false);
  expect(complaints).toEqual([]);
  expect((await user.get('/api/auth/me')).status).toBe(401);
  await expect(stack.signIn({ email: user.email, password: NEW_PASSWORD })).resolves.toBeDefined();

  await page.goto(link);
  await page.locator('input:focus').waitFor();
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').innerText()).toContain('The link has been used or has expired.');
  await page.getByLabel('Email').waitFor();
});
