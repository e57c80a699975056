/** The dashboard in a real browser, as people have it. */
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openPage } from '../system/chromium.ts';
import type { Session, TestStack } from '../stack.ts';
import { joinTeam } from '../system/joining.ts';

export interface AppVisit {
  readonly page: Page;
  /** What the browser found wrong: errors of scripts, what the policy forbids, requests that failed. */
  readonly complaints: string[];
}

/** What pages do of their own accord when they are left. */
const EXPECTED = /net::ERR_ABORTED/;

/** A page of the app for a signed-in user, in a session of its own. */
export async function openApp(
  stack: TestStack,
  browser: Browser,
  { email, password }: Pick<Session, 'email' | 'password'>,
  { path = '/today', ...options }: BrowserContextOptions & { path?: string } = {},
): Promise<AppVisit> {
  const { page, complaints } = await openPage(browser, options);
  // Signed in without the form: a page to load less, for almost every test.
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

/** Waits for what a user waits for: the page's heading, and lists in place of their placeholders. */
export async function waitUntilShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** A date as its field shows it in American English. */
export function shownDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

/** Deals with videos whose first check is due at once. Answers the number of videos. */
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

/** A team of the owner's in which the other is a member. Answers its id. */
export async function createTeam(owner: Session, other: Session): Promise<string> {
  const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Creator desk' });
  await joinTeam(owner, team.id, other, 'member');
  return team.id;
}

/** What a person would paste: no page may read the clipboard. The focus is nowhere afterwards. */
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

/** Drops a file on an element, as from a window of files. */
export async function dropFile(target: Locator, file: GivenFile): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle(transferOf(file));
  await target.dispatchEvent('drop', { dataTransfer });
}

/** Pastes a file somewhere on the page. */
export async function pasteFile(page: Page, file: GivenFile): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = ${transferOf(file)};
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}

/** An expression for the browser: what is dropped or pasted. */
function transferOf({ name, type, content }: GivenFile): string {
  return `(() => {
    const { name, type, base64 } = ${JSON.stringify({ name, type, base64: content.toString('base64') })};
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name, { type }));
    return transfer;
  })()`;
}
