/** Hostile texts at maximum length, and very large records. */
import { beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { noise } from '@svc/images/testing/test-images';
import { APP_PATHS } from '@svc/web/shared/paths';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { bridgeCalls, connectAgent } from '../system/agents/bridge-agents.ts';
import { daysAgo, type ImportAnswer, videoUrl } from '../system/answers.ts';
import { isTooWide, openPage } from '../system/chromium.ts';
import { createTeam, followTo, openApp, waitUntilShown } from './app.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();
/** A user who wrote hostile texts. */
let writer: Session;
/** A teammate who sees the shared ones. */
let reader: Session;
/** Ids by path parameter name. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  [writer, reader] = await Promise.all([stack.signUp(), stack.signUp()]);
  await writer.patch('/api/auth/me', { name: badly(200) });
  ids = await writeEverything();
});

/** Markup, Markdown, script URLs, right-to-left text, invisible characters and a family emoji, without spaces. */
const BAD = [
  '<img/src="//bad.example/a"/onerror=alert(1)>',
  '<script>alert(1)</script>',
  '![x](https://bad.example/b.png)[y](javascript:alert(1))',
  '\u202Egnp.exe\u2066\u200B\u200D\uFEFF',
  '\u0634\u0628\u0643\u0629',
  '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}',
].join('');

/** The first characters of that text, padded with one long word. */
const badly = (length: number): string => (BAD + 'w'.repeat(length)).slice(0, length);

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

async function create(path: string, input: object): Promise<string> {
  const { status, body } = await writer.post<{ id: string }>(path, input);
  if (status !== 201) throw new Error(`${path} answers ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

/**
 * Creates a record of each type with every text hostile and at its maximum length, and shares those that can be shared.
 */
async function writeEverything(): Promise<Record<string, string>> {
  const tags = Array.from({ length: 50 }, (_each, index) => `${index}${badly(48)}`);
  const video = { postDate: daysAgo(9), linksText: `${badly(200)}\nCODE: ${'C'.repeat(64)}\n${videoUrl(1)}` };
  const imported = await writer.post<ImportAnswer>('/api/deals/bulk-import/process', video);
  const { dealId, videos } = imported.body.deals[0]!;
  const { videoId } = videos[0]!;
  const texts = { brand: badly(200), contactName: badly(200), platform: badly(50), notes: badly(10_000) };
  const money = { price: 999_999_999_999.99, currency: 'USD', viewsTarget: 1_000_000_000_000 };
  const changed = await writer.patch(`/api/deals/${dealId}`, { ...texts, ...money, tags });
  expect(changed.status).toBe(200);
  await writer.patch(`/api/deals/${dealId}/videos/${videoId}`, { title: badly(200) });
  const viewLog = { videoId, value: Number.MAX_SAFE_INTEGER, note: badly(2_000), checkedAt: daysAgo(5) };
  await create(`/api/deals/${dealId}/views`, viewLog);
  await create(`/api/deals/${dealId}/views`, { videoId, value: 5 });
  const payment = { direction: 'incoming', amount: 999_999_999_999.99, reference: badly(200), notes: badly(2_000) };
  await create(`/api/deals/${dealId}/payments`, payment);

  const person = { name: badly(200), company: badly(200), phone: `+1 ${badly(40)}`, notes: badly(10_000), tags };
  const handles = [{ platform: badly(50), handle: badly(200), url: 'https://example.com/'.padEnd(2_000, 'u') }];
  const contactId = await create('/api/contacts', { ...person, handles, revenue: 1 });
  const influencerId = await create('/api/influencers', { ...person, handles, revenue: 1 });
  const title = badly(200);
  await create('/api/tasks', { title, description: badly(10_000), dueDate: daysAgo(1), assigneeId: writer.userId });
  const templateId = await create('/api/templates/message', { name: title, subject: title, body: badly(20_000), tags });
  await create('/api/templates/deal', { name: title, deliverables: badly(10_000), notes: badly(10_000) });
  const url = `https://example.com/${'p'.repeat(1_500)}`;
  const linkId = await create('/api/shorten', { url, title, campaign: badly(100), tags });
  const conversationId = await create('/api/copilot/conversations', { title });
  await create('/api/memory', { content: badly(4_000), tags: tags.slice(0, 20) });
  const proposedChange = { operation: 'tasks.create', input: { title } };
  await create('/api/suggestions', { kind: badly(50), title, body: badly(10_000), proposedChange });

  for (const name of [badly(60), BAD.slice(BAD.indexOf('\u202E'))]) {
    await writer.post('/api/saved-views', { list: 'deals', name, query: { brand: texts.brand } });
  }

  const teamId = await createTeam(writer, reader);
  await writer.patch(`/api/teams/${teamId}`, { name: badly(200) });
  for (const [entityType, entityId] of Object.entries({
    deal: dealId,
    contact: contactId,
    influencer: influencerId,
    message_template: templateId,
    short_link: linkId,
  })) {
    const { status } = await writer.post(`/api/teams/${teamId}/share`, { entityType, entityId });
    expect([entityType, status]).toEqual([entityType, 201]);
  }
  const request = { ownerId: writer.userId, scope: 'influencer.revenue', entityId: influencerId };
  await reader.post('/api/access-requests', { ...request, reason: badly(1_000) });
  const approvalId = await askToRename(dealId);
  return { dealId, videoId, contactId, influencerId, teamId, linkId, conversationId, approvalId };
}

/** Has an agent request a change of the deal. Returns the id of the approval. */
async function askToRename(dealId: string): Promise<string> {
  const agent = await connectAgent(stack, writer, ['svc.read', 'svc.write.sensitive'], badly(200));
  const input = { dealId, price: 120, notes: badly(10_000) };
  const call = bridgeCalls(stack, { authorization: `Bearer ${agent.token}` });
  const body = { operation: 'deals.update', input, summary: badly(500) };
  return (await call<{ approvalId: string }>('POST', '/approvals', { body })).body.approvalId;
}

/** Problems of the page: it scrolls sideways, or renders text as markup. */
async function look(page: Page): Promise<string[]> {
  const planted = await page.locator('img[src*="bad.example"], [onerror], a[href^="javascript:"]').count();
  return [...((await isTooWide(page)) ? ['too wide'] : []), ...(planted > 0 ? ['foreign markup'] : [])];
}

/** Foreign origins that pages of the context request. */
function foreignOrigins(context: BrowserContext): Set<string> {
  const origins = new Set<string>();
  const own = new Set([stack.gatewayUrl, stack.shortenerUrl, 'null']);
  context.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (!own.has(origin)) origins.add(origin);
  });
  return origins;
}

const fillIn = (path: string): string => path.replaceAll(/:([a-zA-Z]+)/g, (_match, name: string) => ids[name] ?? '');

const TABS = ['videos', 'views', 'money', 'activity'].map((tab) => `/deals/:dealId?tab=${tab}`);

/** Pages that show shared records. */
const SHARED = [
  '/deals',
  '/views',
  '/videos',
  '/today',
  '/deals/:dealId',
  '/tasks',
  '/templates',
  '/links',
  '/links/:linkId',
  '/teams',
  '/teams/:teamId',
  '/contacts',
  '/contacts/:contactId',
  '/influencers',
  '/influencers/:influencerId',
];

/** Opens a page by a fresh load. */
async function load(page: Page, path: string): Promise<void> {
  await page.goto(`${stack.gatewayUrl}${path}`);
  await waitUntilShown(page);
}

test.each([
  ['their author, with a fresh load of each', () => writer, [...APP_PATHS, ...TABS, '/templates?tab=deals'], load],
  ['a teammate', () => reader, [...SHARED, ...TABS], followTo],
] as const)(
  'on a phone, hostile text neither breaks a page nor renders as markup, for %s',
  async (_who, user, paths, open) => {
    const visit = await openApp(stack, browser, user(), PHONE);
    const { page } = visit;
    const foreign = foreignOrigins(page.context());
    const found: Record<string, unknown> = {};
    await waitUntilShown(page);
    for (const path of paths) {
      await open(page, fillIn(path));
      await keepPicture(page, `bad${path.replaceAll(/[^a-z]+/gi, '-')}`);
      const problems = await look(page);
      if (problems.length > 0) found[path] = problems;
    }

    expect(found).toEqual({});
    expect([...foreign]).toEqual([]);
    expect(visit.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
  },
);

test('hostile text does not break dialogs', async () => {
  const { page } = await openApp(stack, browser, writer, { ...PHONE, path: fillIn('/deals/:dealId') });
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const isCut = (): Promise<boolean> => dialog.evaluate((element) => element.scrollWidth > element.clientWidth);
  for (const name of ['Share', 'Edit deal…', 'Delete deal…']) {
    if (name !== 'Share') await page.getByRole('button', { name: 'More', exact: true }).first().click();
    await page.getByRole(name === 'Share' ? 'button' : 'menuitem', { name, exact: true }).click();
    await dialog.waitFor();
    await dialog.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    expect([name, await isCut(), ...(await look(page))]).toEqual([name, false]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});

test('hostile text does not break menus or what they open', async () => {
  const { page } = await openApp(stack, browser, writer, { ...PHONE, path: '/deals' });
  const menu = page.getByRole('menu');
  const dialog = page.getByRole('dialog');
  const isCut = (part: Locator): Promise<boolean> =>
    part.evaluate(
      (element) => element.scrollWidth > element.clientWidth || element.getBoundingClientRect().right > 360,
    );
  const found: unknown[] = [];
  await page.getByRole('button', { name: 'Saved views' }).click();
  await menu.getByRole('menuitem').first().waitFor();
  found.push(await isCut(menu), await look(page));
  await keepPicture(page, 'bad-saved-views');
  await menu.getByRole('menuitem').nth(1).click();
  await page.waitForURL(/brand=/);
  await waitUntilShown(page);
  found.push(await look(page));
  await page.getByRole('button', { name: 'Saved views' }).click();
  await menu.getByRole('menuitem', { name: 'Manage views…' }).click();
  await dialog.waitFor();
  found.push(await isCut(dialog), await look(page));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // A report contains today's view counts, and midnight may have passed since the setup.
  await create(`/api/deals/${ids['dealId']}/views`, { videoId: ids['videoId'], value: 6 });
  await followTo(page, '/today');
  await page.getByRole('button', { name: 'Copy report' }).click();
  await menu.getByRole('menuitem', { name: /^Copy for/ }).waitFor();
  found.push(await isCut(menu), await look(page));
  await keepPicture(page, 'bad-reports');

  expect(found).toEqual([false, [], [], false, [], false, []]);
});

test('hostile text does not break pages for visitors', async () => {
  const all = { entityType: 'deal', entityId: ids['dealId'] };
  const fields = await writer.get<{ items: { key: string }[] }>('/api/shares/external/fields?entityType=deal');
  const visibleFields = fields.body.items.map(({ key }) => key);
  const logo = new Uint8Array(await noise(600, 20));
  const headers = { authorization: `Bearer ${writer.token}`, 'content-type': 'image/png' };
  await fetch(`${stack.gatewayUrl}/api/settings/logo`, { method: 'PUT', headers, body: logo });
  const share = await writer.post<{ url: string }>('/api/shares/external', { ...all, visibleFields });
  const asked = await stack.anyone.post<{ approvalUrl: string }>('/api/agent/auth/start', {
    clientName: badly(200),
    scopes: ['svc.read'],
  });
  const invited = await writer.post<{ link: string }>(`/api/teams/${ids['teamId']}/members`, {
    email: 'guest@example.test',
    role: 'member',
  });
  const { page, complaints } = await openPage(browser, PHONE);
  await page.context().addCookies([{ name: 'svc_session', value: writer.token, url: stack.gatewayUrl }]);
  const foreign = foreignOrigins(page.context());
  const found: unknown[] = [];
  await page.goto(share.body.url);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Videos' }).waitFor();
  await page.locator('img.logo').waitFor();
  found.push(await look(page));
  await keepPicture(page, 'bad-share');
  for (const url of [asked.body.approvalUrl, invited.body.link]) {
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    found.push(await look(page));
    await keepPicture(page, `bad-${new URL(url).pathname.split('/')[1]}`);
  }

  expect(found).toEqual([[], [], []]);
  expect([...foreign]).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a deal with two thousand videos can be imported, scrolled, charted and shared', async () => {
  const manager = await stack.signUp();
  const urls = Array.from({ length: 2_000 }, (_each, index) => videoUrl(20_000 + index));
  const { body } = await manager.post<ImportAnswer>('/api/deals/bulk-import/process', {
    postDate: daysAgo(9),
    collections: [{ urls, promoCode: 'LARGE', name: 'Large deal' }],
  });
  const { dealId, videos } = body.deals[0]!;
  for (const [day, value] of [
    [8, 100],
    [2, 900],
  ] as const) {
    const { videoId } = videos[0]!;
    await manager.post(`/api/deals/${dealId}/views`, { videoId, value, checkedAt: `${daysAgo(day)}T10:00:00Z` });
  }
  const visit = await openApp(stack, browser, manager, { ...PHONE, path: `/deals/${dealId}?tab=videos` });
  const { page } = visit;
  const rows = page.getByRole('table').getByRole('row');
  await rows.nth(1).waitFor();
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('2001');
  expect(await rows.count()).toBeLessThan(60);
  expect(await look(page)).toEqual([]);

  await followTo(page, `/deals/${dealId}?tab=views`);
  await page.getByRole('img', { name: 'Views over time' }).waitFor();
  expect(await look(page)).toEqual([]);
  await followTo(page, '/today');
  await page.getByText('1,999 left to do').waitFor();
  const fields = page.getByRole('textbox', { name: /^Views of/ });
  expect(await fields.count()).toBeLessThan(60);
  expect(await look(page)).toEqual([]);
  const reads: string[] = [];
  page.on('request', (request) => request.url().includes('/api/deals/due-views?') && reads.push(request.url()));
  await page.evaluate(`(async () => {
    for (let frame = 0; frame < 100; frame += 1) {
      scrollBy(0, 600);
      await new Promise(requestAnimationFrame);
    }
  })()`);
  await eventually(() => expect(reads.length).toBeGreaterThan(1));
  expect(new Set(reads).size).toBe(reads.length);

  const share = await manager.post<{ url: string }>('/api/shares/external', {
    entityType: 'deal',
    entityId: dealId,
    visibleFields: ['name', 'videos', 'readings'],
  });
  await page.goto(share.body.url);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Videos' }).waitFor();
  expect(await look(page)).toEqual([]);
  expect(visit.complaints).toEqual([]);
});
