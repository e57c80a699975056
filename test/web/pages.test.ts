import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { APP_PATHS, SIGN_IN_PATHS } from '@svc/web/shared/paths';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import { ADMIN, type Session } from '../stack.ts';
import { connectAgent, requestApproval } from '../system/agents/bridge-agents.ts';
import type { Deal, List } from '../system/answers.ts';
import { isTooWide, openPage } from '../system/chromium.ts';
import { followTo, importDueVideos, openApp, waitUntilShown } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();
let manager: Session;
/** Ids by path parameter name. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  manager = await stack.signUp();
  // Warm-up: the copilot loads every operation on the first call, which can exceed the gateway's deadline on a busy machine.
  await eventually(async () => expect((await manager.get('/api/copilot/tools')).status).toBe(200));
  await importDueVideos(manager, 3);
  const deals = await manager.get<List<Deal>>('/api/deals');
  const dealId = deals.body.items[0]?.id ?? '';
  const agent = await connectAgent(stack, manager, ['svc.read', 'svc.write.sensitive']);
  ids = {
    dealId,
    approvalId: (await requestApproval(stack, agent, 'PATCH', `/deals/${dealId}`, { price: 120 })).approvalId,
    contactId: await create('/api/contacts', { name: 'Aisha Rahman' }),
    influencerId: await create('/api/influencers', { name: 'Robin Vale' }),
    teamId: await create('/api/teams', { name: 'North' }),
    conversationId: await create('/api/copilot/conversations', { title: 'Reports' }),
    linkId: await create('/api/shorten', { url: 'https://example.com/campaign', title: 'Campaign' }),
  };
});

/** Creates a record of the manager; returns its id. */
async function create(path: string, input: object): Promise<string> {
  const { status, body } = await manager.post<{ id: string }>(path, input);
  if (status !== 201) throw new Error(`${path} answers ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

const DESK = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;
const PHONE = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true, colorScheme: 'light' } as const;

const fillIn = (path: string): string => path.replaceAll(/:([a-zA-Z]+)/g, (_match, name: string) => ids[name] ?? '');

/** Checks light and dark colors in one visit, because switching them loads nothing. */
async function judge(page: Page, name: string): Promise<string[]> {
  const inLight = await findViolations(page);
  await keepPicture(page, `${name}-light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await findViolations(page, 'dark');
  await keepPicture(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  return [
    ...inLight,
    ...inDark.map((violation) => `dark: ${violation}`),
    ...((await isTooWide(page)) ? ['too wide'] : []),
  ];
}

async function judgeNarrow(page: Page, name: string): Promise<string[]> {
  await keepPicture(page, `${name}-phone`);
  return [...(await findViolations(page, 'narrow')), ...((await isTooWide(page)) ? ['too wide'] : [])];
}

describe.each([
  ['on a desktop, in light and dark', DESK, judge],
  ['on a phone', PHONE, judgeNarrow],
] as const)('%s', (_where, options, judgePage) => {
  test('every page is accessible, fits, aligns its title, and requests only this origin', async () => {
    const visit = await openApp(stack, browser, manager, options);
    const { page } = visit;
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    const found: Record<string, unknown> = {};
    const edges: Record<number, string[]> = {};
    await waitUntilShown(page);
    for (const path of APP_PATHS) {
      await followTo(page, fillIn(path));
      const edge = await page.locator('h1').evaluate((title) => title.getBoundingClientRect().left);
      edges[edge] = [...(edges[edge] ?? []), path];
      const problems = await judgePage(page, `app${path.replaceAll(/[/:]/g, '-')}`);
      if (problems.length > 0) found[path] = problems;
    }

    expect(found).toEqual({});
    expect(Object.values(edges)).toEqual([APP_PATHS]);
    expect([...origins]).toEqual([stack.gatewayUrl]);
    expect(visit.complaints).toEqual([]);
  }, 400_000);

  test('every page for signed-out visitors is accessible and fits', async () => {
    const { page, complaints } = await openPage(browser, options);
    for (const path of SIGN_IN_PATHS) {
      await page.goto(`${stack.gatewayUrl}${path}`);
      await waitUntilShown(page);
      expect([path, await judgePage(page, `app${path.replaceAll('/', '-')}`)]).toEqual([path, []]);
    }

    expect(complaints).toEqual([]);
  });
});

test('without a model, the copilot tells users whom to ask, administrators how to set one up, and both to use their key', async () => {
  const about = [
    [manager, 'No model is set up here. Ask an administrator to add one.'],
    [ADMIN, 'No model is set up. Name one in COPILOT_FREE_POOL_JSON, then restart.'],
  ] as const;
  for (const [user, sentence] of about) {
    const { page } = await openApp(stack, browser, user, { path: '/copilot' });
    await page.getByText(sentence).waitFor();

    expect(await page.getByRole('textbox', { name: 'Your question' }).count()).toBe(0);
    await page.goto(`${stack.gatewayUrl}/deals`);
    await waitUntilShown(page);
    await page.keyboard.press('Control+j');
    // In the panel, the notice is at the top.
    const place = await page.getByRole('complementary', { name: 'Copilot' }).getByText(sentence).boundingBox();
    expect(place?.y).toBeLessThan(200);
    await page.getByRole('link', { name: 'Use your own key' }).click();
    await page.getByText('Nothing was asked').waitFor();
    expect(await page.getByText('free answers left').count()).toBe(0);
  }

  const user = await stack.signUp();
  await user.put('/api/copilot/config', { mode: 'byok', provider: 'openai', model: 'some-model' });
  const { page } = await openApp(stack, browser, user, { path: '/copilot' });
  await page.getByText('Your provider needs your key.').waitFor();
  expect(await page.getByRole('button', { name: 'Agree and start' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Enter your key' }).click();
  await page.getByLabel('Key', { exact: true }).waitFor();
});

test('a page of the app without a session redirects to sign-in, with the way back', async () => {
  for (const path of APP_PATHS.map(fillIn)) {
    const answer = await fetch(`${stack.gatewayUrl}${path}`, { redirect: 'manual' });

    const expected = [path, 303, `/login?next=${encodeURIComponent(path)}`];
    expect([path, answer.status, answer.headers.get('location')]).toEqual(expected);
  }
});

test.each(['/deals/foo', '/today/', '/assets/x.js', '/.well-known/x', '/wp-login.php', '/deals/1/../../x'])(
  '%s is a real 404',
  async (path) => {
    const answer = await fetch(`${stack.gatewayUrl}${path}`, { headers: { Accept: 'text/html' }, redirect: 'manual' });

    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
  },
);

test('app files are cached for a year, compressed, and read-only', async () => {
  const shell = await (await fetch(`${stack.gatewayUrl}/login`)).text();
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(shell) ?? [];
  const answer = await fetch(`${stack.gatewayUrl}${script}`, { headers: { 'Accept-Encoding': 'br' } });
  const written = await fetch(`${stack.gatewayUrl}${script}`, { method: 'POST' });

  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect([written.status, written.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
