/** A real browser for the pages that people see. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Download,
  type Page,
} from 'playwright-core';
import { requireChromium, requireHeadlessShell } from '@svc/guarded-browser/testing/test-chromium';

/** Nothing that a browser does of its own accord, such as asking for updates. */
const FLAGS = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the headless shell, else all of Chromium. Throws when there is none. */
export function startChromium(...flags: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: requireHeadlessShell(), args: [...FLAGS, ...flags] });
}

/** A browser whose user has forbidden it to keep anything of any site: no cookies, no storage. */
export function startForgetfulChromium(): Promise<BrowserContext> {
  const profile = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'profile-'));
  mkdirSync(join(profile, 'Default'));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  return chromium.launchPersistentContext(profile, { executablePath: requireChromium(), args: FLAGS });
}

/**
 * A page in a profile of its own; `complaints` gets what the browser finds wrong with it: errors, and what its policy forbids.
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // What the server could not do is never expected, so it says where.
    const where = /status of 5/.test(message.text()) ? ` ${new URL(message.location().url).pathname}` : '';
    complaints.push(message.text() + where);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(`${request.url()} ${request.failure()?.errorText}`));
  return { page, complaints };
}

/** What a page lets its user download; the browser may keep it where no file of this process is. */
export async function readDownload(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}

/** Milliseconds for what follows the size of a window, such as charts, which measure themselves after it. */
const SETTLES_MS = 5_000;

/** Whether the page scrolls sideways, once it has taken the size of its window. */
export async function isTooWide(page: Page): Promise<boolean> {
  const isNow = (): Promise<boolean> =>
    page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');
  const endsAt = performance.now() + SETTLES_MS;
  while (await isNow()) if (performance.now() > endsAt) return true;
  return false;
}

/** Goes on with the Tab key until something of that name has the focus. */
export async function tabTo(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name });
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element.matches(':focus'))) return;
  }
  throw new Error(`The Tab key does not reach "${name}".`);
}
