import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { connectAgent, bridgeCalls, type BridgeAgent } from '../system/bridge-agents.ts';
import { isTooWide } from '../system/chromium.ts';
import { openApp } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const callsOf = ({ token }: BridgeAgent) => bridgeCalls(stack, { authorization: `Bearer ${token}` });

interface Refusal {
  readonly error?: { readonly approvalId?: string };
}

/** A user with a deal and an agent. */
async function userWithAgent(): Promise<{ user: Session; agent: BridgeAgent; dealId: string }> {
  const user = await stack.signUp();
  const agent = await connectAgent(stack, user, ['svc.read', 'svc.write.sensitive']);
  const { body: deal } = await user.post<{ id: string }>('/api/deals', { name: 'Spring launch', price: 100 });
  return { user, agent, dealId: deal.id };
}

async function ask(agent: BridgeAgent, method: string, path: string, body?: object): Promise<string> {
  const answer = await callsOf(agent)<Refusal>(method, path, { body });
  const approvalId = answer.body.error?.approvalId;
  if (approvalId === undefined) throw new Error(`The agent was answered ${answer.status}.`);
  return approvalId;
}

const execute = (agent: BridgeAgent, approvalId: string) =>
  callsOf(agent)<Refusal>('POST', `/approvals/${approvalId}/execute`);

test('what an agent asks for is shown field by field, approved with Ctrl Enter, and done', async () => {
  const { user, agent, dealId } = await userWithAgent();
  const visit = await openApp(stack, browser, user);
  const { page } = visit;
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByText('Nothing waits for you.').waitFor();

  // The page looks again of its own accord.
  const approvalId = await ask(agent, 'PATCH', `/deals/${dealId}`, { price: 120, notes: 'A <b>note</b>' });
  await page.getByRole('row', { name: 'Price 100 120' }).waitFor();
  await page.getByRole('row', { name: 'Notes – A <b>note</b>' }).waitFor();
  await page.getByText(/ left$/).waitFor();
  await page.getByText('Test agent').first().waitFor();
  await page.keyboard.press('Enter');
  expect((await execute(agent, approvalId)).status).toBe(403);
  const other = await ask(agent, 'DELETE', `/deals/${dealId}`);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Approved: the agent can do it once.').waitFor();

  await page.getByRole('region', { name: 'Decided' }).getByText('Approved', { exact: true }).waitFor();
  // What was asked meanwhile does not come under the key.
  await page.getByRole('button', { name: /^Delete a deal/ }).waitFor();
  expect(await page.getByText('This deletes something for good.').count()).toBe(0);
  expect((await user.get<{ status: string }>(`/api/approvals/${other}`)).body.status).toBe('pending');
  expect((await execute(agent, approvalId)).status).toBe(200);
  expect((await user.get<{ price: number }>(`/api/deals/${dealId}`)).body.price).toBe(120);
  expect(visit.complaints).toEqual([]);
});

test('a deletion wants the name of what is deleted, and can be denied', async () => {
  const { user, agent, dealId } = await userWithAgent();
  const approvalId = await ask(agent, 'DELETE', `/deals/${dealId}`);
  const { page } = await openApp(stack, browser, user, { path: '/decisions' });
  await page.getByText('This deletes something for good.').waitFor();

  expect(await button(page, 'Approve').isDisabled()).toBe(true);
  await page.getByLabel('Type “Spring launch” to approve the deletion').fill('Spring');
  await page.keyboard.press('Control+Enter');
  expect(await button(page, 'Approve').isDisabled()).toBe(true);
  await page.getByLabel('Type “Spring launch” to approve the deletion').fill('Spring launch');
  expect(await button(page, 'Approve').isEnabled()).toBe(true);
  await button(page, 'Deny').click();
  await page.getByRole('region', { name: 'Decided' }).getByText('Denied', { exact: true }).waitFor();

  expect((await execute(agent, approvalId)).status).toBe(403);
  expect((await user.get(`/api/deals/${dealId}`)).status).toBe(200);
});

test('connections are seen, renewed and ended', async () => {
  const { user, agent } = await userWithAgent();
  const visit = await openApp(stack, browser, user);
  const { page } = visit;
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('a');

  const card = page
    .getByRole('region', { name: 'Connections' })
    .getByRole('listitem')
    .filter({ hasText: 'Test agent' });
  await card.getByText('Create, change and delete deals, contacts and payments').waitFor();
  await card.getByText(`Token …${agent.token.slice(-4)}`).waitFor();
  await button(page, 'Renew Test agent').click();
  await page.getByText(/Test agent has access until/).waitFor();
  await page.getByText(`${stack.gatewayUrl}/api/agent/mcp`).first().waitFor();
  await button(page, 'End access of Test agent').click();
  await button(page, 'End its access').click();
  await page.getByText('No agent is connected.').waitFor();

  expect((await callsOf(agent)('GET', '/deals')).status).toBe(401);
  expect(visit.complaints).toEqual([]);
});

test('the code that an agent shows leads to the page that approves it', async () => {
  const user = await stack.signUp();
  const { page } = await openApp(stack, browser, user, { path: '/agents' });
  const asked = { clientName: 'Test agent', scopes: ['svc.read'] };
  const { body } = await stack.anyone.post<{ userCode: string }>('/api/agent/auth/start', asked);

  await page.getByLabel('Code that the agent shows').fill(body.userCode);
  await button(page, 'Go on').click();
  await page.waitForURL('**/agent/authorize?**');

  expect(await page.getByLabel('Code').inputValue()).toBe(body.userCode);
});

test('what is remembered is searched, put away and brought back', async () => {
  const user = await stack.signUp();
  await user.post('/api/memory', { content: 'Likes <b>short</b> captions', kind: 'preference', tags: ['style'] });
  await user.post('/api/memory', { content: 'Pays on Fridays' });
  const { page } = await openApp(stack, browser, user, { path: '/agents' });
  const memory = page.getByRole('region', { name: 'Memory' });
  await eventually(async () => expect(await memory.getByRole('listitem').count()).toBe(2));

  await memory.getByRole('searchbox').fill('captions');
  await eventually(async () => expect(await memory.getByRole('listitem').count()).toBe(1));
  await memory.getByText('Likes <b>short</b> captions').waitFor();
  await button(page, 'Archive').click();
  await memory.getByText('No memory matches this search.').waitFor();
  await button(page, 'Archived').click();
  await button(page, 'Restore').click();
  await memory.getByText('No memory matches this search.').waitFor();
  await button(page, 'Archived').click();

  await memory.getByText('Likes <b>short</b> captions').waitFor();
});

test.each([
  ['light', 1_280],
  ['dark', 360],
] as const)('the pages are accessible and fit: %s, %d pixels wide', async (colorScheme, width) => {
  const { user, agent, dealId } = await userWithAgent();
  await ask(agent, 'DELETE', `/deals/${dealId}`);
  await ask(agent, 'PATCH', `/deals/${dealId}`, { notes: 'Alongnotewithoutaspace'.repeat(20) });
  await user.post('/api/memory', { content: 'Alongmemorywithoutaspace'.repeat(10) });
  const { page } = await openApp(stack, browser, user, {
    path: '/decisions',
    colorScheme,
    viewport: { width, height: 800 },
  });
  const look = async (name: string): Promise<unknown> => {
    await keepPicture(page, `${name}-${colorScheme}`);
    return { violations: await findViolations(page), isTooWide: await isTooWide(page) };
  };
  const fine = { violations: [], isTooWide: false };
  await page.getByText('This deletes something for good.').waitFor();
  expect(await look('decisions-deletion')).toEqual(fine);
  await page.getByRole('button', { name: 'Change a deal' }).click();
  await page.getByText('Alongnotewithoutaspace').waitFor();
  expect(await look('decisions-change')).toEqual(fine);
  await page.goto(`${stack.gatewayUrl}/agents`);
  await page.getByText('Alongmemory').waitFor();
  expect(await look('agents')).toEqual(fine);
});
