/** The dashboard in a real browser, as users see it. */
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Session, TestStack } from '../stack.ts';
import type { AnswerOf } from '../system/answers.ts';
import { openPage } from '../system/chromium.ts';
import { joinTeam } from '../system/sharing/joining.ts';

export interface AppVisit {
  readonly page: Page;
  /** Problems reported by the browser: script errors, policy violations, failed requests. */
  readonly complaints: string[];
}

/** Requests that a page aborts when the user leaves it. */
const EXPECTED = /net::ERR_ABORTED/;

/** Multiplies the app's timeouts of 5, 8 and 10 seconds by ten. */
const UNHURRIED = `{
  const start = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => start(run, [5_000, 8_000, 10_000].includes(ms) ? ms * 10 : ms, ...rest);
}`;

interface AppOptions extends BrowserContextOptions {
  readonly path?: string;
  /** Toasts and offers to undo last for a minute, because a busy machine is slow to use them. */
  readonly isUnhurried?: boolean;
}

/** Opens a page of the app for a signed-in user in a new browser session. */
export async function openApp(
  stack: TestStack,
  browser: Browser,
  { email, password }: Pick<Session, 'email' | 'password'>,
  { path = '/today', isUnhurried = false, ...options }: AppOptions = {},
): Promise<AppVisit> {
  const { page, complaints } = await openPage(browser, options);
  if (isUnhurried) await page.addInitScript(UNHURRIED);
  // Signing in without the form saves a page load in almost every test.
  const answer = await page.request.post(`${stack.gatewayUrl}/api/auth/login`, {
    data: { email, password },
    headers: { origin: stack.gatewayUrl },
  });
  if (!answer.ok()) throw new Error(`Signing in answers ${answer.status()}: ${await answer.text()}`);
  await page.goto(`${stack.gatewayUrl}${path}`);
  return {
    page,
    get complaints() {
      return complaints.filter((complaint) => !EXPECTED.test(complaint));
    },
  };
}

/** Waits until the heading is shown and no placeholder is left. */
export async function waitUntilShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/**
 * Opens another page of the app like one of its links: without reloading the app, which takes a third of the CPU time of a load. Waits until the page
 * is drawn.
 */
export async function followTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`);
  await page.waitForFunction(
    `__TSR_ROUTER__.state.status === 'idle' && __TSR_ROUTER__.state.resolvedLocation.href === ${JSON.stringify(path)}`,
  );
  await waitUntilShown(page);
}

/** Lets the page show what it shows where mail is configured; the shared stack sends none. */
export async function showAsIfMailed(stack: TestStack, page: Page): Promise<void> {
  const { body: config } = await stack.anyone.get<AnswerOf<'public.get_config'>>('/api/public/config');
  const json = { ...config, features: { ...config.features, mail: true } };
  await page.route('**/api/public/config', (route) => route.fulfill({ json }));
}

/** Opens a page of the app by its shortcut, sent at once, because the letter must follow `g` quickly. */
export async function goTo({ keyboard }: Page, letter: string): Promise<void> {
  await Promise.all([keyboard.press('g'), keyboard.press(letter)]);
}

/** The fields of Today for view counts. */
export function countFields(page: Page): Locator {
  return page.getByRole('listitem').getByRole('textbox', { name: /^Views of/ });
}

/** A date as its input field shows it in American English. */
export function shownDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

/** Imports a deal with this many videos whose first check is due at once. */
export async function importDueVideos(
  manager: Session,
  count: number,
  { promoCode = `CODE${randomUUID().slice(0, 8)}`, name = 'Autumn launch' } = {},
): Promise<void> {
  const urls = Array.from({ length: count }, (_each, index) => {
    const id = `${randomUUID().replaceAll('-', '').slice(0, 9)}${String(index).padStart(2, '0')}`;
    return `https://www.youtube.com/watch?v=${id}`;
  });
  const postDate = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  const answer = await manager.post('/api/deals/bulk-import/process', {
    postDate,
    collections: [{ urls, promoCode, name }],
  });
  if (answer.status !== 200) throw new Error(`The import answers ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** Creates a team of the owner with another member. Returns its id. */
export async function createTeam(owner: Session, other: Session): Promise<string> {
  const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Creator desk' });
  await joinTeam(owner, team.id, other, 'member');
  return team.id;
}

/** Pastes the clipboard into a field and returns its text, because pages may not read the clipboard. Leaves nothing focused. */
export async function pastedText(page: Page): Promise<string> {
  await page.evaluate(`
    document.body.append(Object.assign(document.createElement('textarea'), { id: 'pasted' }));
    document.getElementById('pasted').focus();
  `);
  await page.keyboard.press('Control+v');
  return page.evaluate(`(() => {
    const field = document.getElementById('pasted');
    field.remove();
    return field.value;
  })()`);
}

export interface GivenFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** Drops a file on an element, as from a file manager. */
export async function dropFile(target: Locator, file: GivenFile): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle(transferOf(file));
  await target.dispatchEvent('drop', { dataTransfer });
}

/** Pastes a file into the page. */
export async function pasteFile(page: Page, file: GivenFile): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = ${transferOf(file)};
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}

/** A browser expression that builds the DataTransfer for a drop or paste. */
function transferOf({ name, type, content }: GivenFile): string {
  return `(() => {
    const { name, type, base64 } = ${JSON.stringify({ name, type, base64: content.toString('base64') })};
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name, { type }));
    return transfer;
  })()`;
}
