import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { APP_PATHS, SIGN_IN_PATHS } from '@svc/web/shared/paths';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { startTestStack, type Session, type TestStack } from '../stack.ts';
import type { Deal, List } from '../system/answers.ts';
import { isTooWide, openPage, startChromium } from '../system/chromium.ts';
import { importDueVideos, openApp } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

let stack: TestStack;
let browser: Browser;
let manager: Session;
/** Ids that stand in paths, by the name of the parameter. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startTestStack(), startChromium()]);
  manager = await stack.signUp();
  await importDueVideos(manager, 3);
  const deals = await manager.get<List<Deal>>('/api/deals');
  ids = {
    dealId: deals.body.items[0]?.id ?? '',
    contactId: await create('/api/contacts', { name: 'Aisha Rahman' }),
    influencerId: await create('/api/influencers', { name: 'Robin Vale' }),
    teamId: await create('/api/teams', { name: 'North' }),
    linkId: await create('/api/shorten', { url: 'https://example.com/campaign', title: 'Campaign' }),
  };
}, 300_000);

/** Creates a record of the manager's; answers its id. */
async function create(path: string, input: object): Promise<string> {
  const { status, body } = await manager.post<{ id: string }>(path, input);
  if (status !== 201) throw new Error(`${path} answers ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };

const VIEWS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { ...DESK, colorScheme: 'light' }],
  ['dark', { ...DESK, colorScheme: 'dark' }],
  ['phone', { ...PHONE, colorScheme: 'light' }],
];

const fillIn = (path: string): string => path.replaceAll(/:([a-zA-Z]+)/g, (_match, name: string) => ids[name] ?? '');

describe.each(VIEWS)('%s', (view, options) => {
  test('every page of the app can be used by everybody, keeps its policy, and is not too wide', async () => {
    const visit = await openApp(stack, browser, manager, options);
    const { page } = visit;
    const found: Record<string, unknown> = {};
    for (const path of APP_PATHS) {
      await page.goto(`${stack.gatewayUrl}${fillIn(path)}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await keepPicture(page, `app${path.replaceAll(/[/:]/g, '-')}-${view}`);
      const problems = [...(await findViolations(page)), ...((await isTooWide(page)) ? ['too wide'] : [])];
      if (problems.length > 0) found[path] = problems;
    }

    expect(found).toEqual({});
    expect(visit.complaints).toEqual([]);
  }, 180_000);

  test('so does every page for whoever is not signed in', async () => {
    const { page, complaints } = await openPage(browser, options);
    for (const path of SIGN_IN_PATHS) {
      await page.goto(`${stack.gatewayUrl}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await keepPicture(page, `app${path.replaceAll('/', '-')}-${view}`);
      expect([path, await findViolations(page), await isTooWide(page)]).toEqual([path, [], false]);
    }

    expect(complaints).toEqual([]);
  });
});

test('every page asks this origin alone, and a page without a session leads to the sign-in', async () => {
  const { page } = await openApp(stack, browser, manager);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  for (const path of APP_PATHS) {
    await page.goto(`${stack.gatewayUrl}${fillIn(path)}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const answer = await fetch(`${stack.gatewayUrl}${fillIn(path)}`, { redirect: 'manual' });
    expect([path, answer.status, answer.headers.get('location')]).toEqual([
      path,
      303,
      `/login?next=${encodeURIComponent(fillIn(path))}`,
    ]);
  }

  expect([...hosts]).toEqual([stack.gatewayUrl]);
});

test.each(['/deals/foo', '/today/', '/assets/x.js', '/.well-known/x', '/wp-login.php', '/deals/1/../../x'])(
  '%s is a real 404',
  async (path) => {
    const answer = await fetch(`${stack.gatewayUrl}${path}`, { headers: { Accept: 'text/html' }, redirect: 'manual' });

    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
  },
);

test('files of the app are kept for a year, come compressed, and are read alone', async () => {
  const shell = await (await fetch(`${stack.gatewayUrl}/login`)).text();
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(shell) ?? [];
  const answer = await fetch(`${stack.gatewayUrl}${script}`, { headers: { 'Accept-Encoding': 'br' } });
  const written = await fetch(`${stack.gatewayUrl}${script}`, { method: 'POST' });

  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect([written.status, written.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
