/** A real browser for tests of pages. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { requireChromium, requireHeadlessShell } from '@svc/guarded-browser/testing/test-chromium';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Page,
} from 'playwright-core';

/** Disables background activity of the browser, such as checking for updates. */
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

/** Starts the headless shell, else full Chromium. Throws when neither is installed. */
export function startChromium(...flags: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: requireHeadlessShell(), args: [...FLAGS, ...flags] });
}

/** A browser set to block all site data: no cookies, no storage. */
export function startForgetfulChromium(): Promise<BrowserContext> {
  const profile = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'profile-'));
  mkdirSync(join(profile, 'Default'));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  return chromium.launchPersistentContext(profile, { executablePath: requireChromium(), args: FLAGS });
}

/** Milliseconds that a busy machine may take to do what a test waits for. */
const WAIT_MS = 60_000;

/** Opens a page in its own context; `complaints` collects console errors, page errors and failed requests. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // A 5xx is never expected, so the complaint includes its path.
    const where = /status of 5/.test(message.text()) ? ` ${new URL(message.location().url).pathname}` : '';
    complaints.push(message.text() + where);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(`${request.url()} ${request.failure()?.errorText}`));
  return { page, complaints };
}

/** Reads a download as a stream, because the browser may save it where this process cannot read. */
export async function readDownload(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}

/** Milliseconds for content that follows a resize of the window, such as charts, to settle. */
const SETTLES_MS = 5_000;

/** Whether the page still scrolls sideways after its layout settles. */
export async function isTooWide(page: Page): Promise<boolean> {
  const isNow = (): Promise<boolean> =>
    page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');
  const endsAt = performance.now() + SETTLES_MS;
  while (await isNow()) if (performance.now() > endsAt) return true;
  return false;
}

/** Presses Tab until the named element has the focus. */
export async function tabTo(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name });
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element.matches(':focus'))) return;
  }
  throw new Error(`The Tab key does not reach "${name}".`);
}
