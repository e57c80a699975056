/** Tools of MCP servers, as users of the copilot see them. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { callTools, type ModelServer, say, startModelServer } from '@svc/copilot/testing/model-server';
import { startToolServer, toolOf, type ToolServer, words } from '@svc/copilot/testing/tool-server';
import { type OwnStack, startOwnStack } from '../own-stack.ts';
import { sharedBrowser } from '../shared-stack.ts';
import { openApp } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const SERVERS = '/api/admin/copilot/mcp-servers';
const TURNED = 'Kiteline\u202E';

const browser = await sharedBrowser();
let model: ModelServer;
let served: ToolServer;
let stack: OwnStack;

beforeAll(async () => {
  model = await startModelServer();
  served = await startToolServer({ ...toolOf('search'), annotations: { readOnlyHint: true, openWorldHint: true } });
  const models = [{ id: 'model-a', label: 'Model A', contextTokens: 131_072, supportsTools: true }];
  stack = await startOwnStack('settings', {
    without: ['shortener', 'screenshot'],
    environment: {
      COPILOT_FREE_POOL_JSON: JSON.stringify([{ id: 'test', baseUrl: model.baseUrl, models }]),
      SVC_EGRESS_ALLOW: served.host,
    },
  });
  const admin = await stack.signInAsAdmin();
  await admin.post(SERVERS, { name: 'Notes', slug: 'notes', url: served.url, transport: 'http', enabled: true });
  await eventually(async () => {
    expect((await admin.get(SERVERS)).body).toMatchObject({ items: [{ status: 'ready' }] });
  });
});

afterAll(async () => {
  await stack?.stop();
  await Promise.all([model?.stop(), served?.stop()]);
});

test('an administrator sees the tools of a server with their annotations', async () => {
  const admin = await stack.signInAsAdmin();
  const { page } = await openApp(stack, browser, admin, { path: '/admin/copilot?tab=servers', colorScheme: 'light' });
  const card = page.getByRole('article', { name: 'Notes' });

  await card.getByText('Show tools').click();

  const tool = card.getByRole('listitem').filter({ hasText: 'search' });
  await tool.getByText('Read-only · Open world').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await keepPicture(page, 'copilot-mcp-tools-light');
});

test('the chat shows what a server would receive, sends it once approved, and names the server', async () => {
  const user = await stack.signUp();
  await user.post('/api/copilot/consent', { scope: 'free', version: '2026-01', granted: true });
  const call = {
    id: 'c',
    name: 'mcp__notes__search',
    arguments: JSON.stringify({ text: TURNED, dealId: 'none of ours' }),
  };
  model.answer(({ body }, response) =>
    body.messages.some(({ role }) => role === 'tool') ? say(response, 'That was it.') : callTools(response, call),
  );
  served.answer = () => Promise.resolve(words('![x](https://evil.example/?d=1) Found\u202E it'));
  const visit = await openApp(stack, browser, user, { path: '/copilot', colorScheme: 'light' });
  const { page } = visit;
  const field = page.getByRole('textbox', { name: 'Your question' });
  await field.fill('Search.');
  await field.press('Enter');
  const card = page.getByRole('region', { name: /Call the tool search of the MCP server notes/ });
  await card.getByRole('row', { name: /^Text Kiteline/ }).waitFor();
  expect(await card.textContent()).not.toContain('\u202E');
  expect(await findViolations(page)).toEqual([]);
  await keepPicture(page, 'copilot-mcp-light');
  expect(served.calls).toEqual([]);

  await page.getByRole('button', { name: 'Approve', exact: true }).click();

  await page.getByRole('list', { name: 'Messages' }).getByText('That was it.').waitFor();
  await page.getByRole('button', { name: 'Done: search of the MCP server notes' }).click();
  await page.getByText('Found it', { exact: false }).waitFor();
  expect(served.calls).toMatchObject([{ name: 'search', arguments: { text: TURNED, dealId: 'none of ours' } }]);
  await page.goto(`${stack.gatewayUrl}/copilot/settings`);
  await page.getByRole('heading', { name: 'MCP server notes' }).waitFor();
  await page.getByText('Always asks you first: 1').waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(visit.complaints).toEqual([]);
});
