import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { type BridgeAgent, bridgeCalls, connectAgent, requestApproval } from '../system/agents/bridge-agents.ts';
import { isTooWide } from '../system/chromium.ts';
import { goTo, openApp } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const callsOf = ({ token }: BridgeAgent) => bridgeCalls(stack, { authorization: `Bearer ${token}` });

async function userWithAgent(): Promise<{ user: Session; agent: BridgeAgent }> {
  const user = await stack.signUp();
  return { user, agent: await connectAgent(stack, user, ['svc.read', 'svc.write.sensitive']) };
}

test('connections are listed, renewed and revoked', async () => {
  const { user, agent } = await userWithAgent();
  await requestApproval(stack, agent, 'POST', '/deals', { name: 'Spring launch' });
  const visit = await openApp(stack, browser, user);
  const { page } = visit;
  await page.getByRole('heading', { level: 1 }).waitFor();
  await goTo(page, 'a');

  const card = page
    .getByRole('region', { name: 'Connections' })
    .getByRole('listitem')
    .filter({ hasText: 'Test agent' });
  await card
    .getByText(
      'Ask to create, change or delete deals, contacts and payments, and to delete other records. You approve each one.',
    )
    .waitFor();
  await card.getByText(`Token …${agent.token.slice(-4)}`).waitFor();
  const asked = page.getByRole('region', { name: 'Recent calls' }).getByRole('link', { name: 'Asked for approval' });
  expect(await asked.getAttribute('href')).toBe('/approvals');
  await button(page, 'Renew Test agent').click();
  await page.getByText(/Test agent has access until/).waitFor();
  expect(await page.getByLabel('Code your agent shows').isVisible()).toBe(false);
  await page.getByRole('heading', { name: 'Connect an agent' }).click();
  const invitation = await page.getByLabel('Send this to your agent').inputValue();
  const [skillUrl = ''] = /http\S+/.exec(invitation) ?? [];
  expect(await (await fetch(skillUrl)).text()).toContain('With a login link');
  expect(await page.getByLabel('MCP server URL').isVisible()).toBe(false);
  await page.getByText('MCP server', { exact: true }).click();
  await page.getByText(`${stack.gatewayUrl}/api/agent/mcp`).first().waitFor();
  await button(page, 'Revoke access for Test agent').click();
  await button(page, 'Revoke access').click();
  await page.getByText('No agents yet.').waitFor();

  expect((await callsOf(agent)('GET', '/deals')).status).toBe(401);
  expect(visit.complaints).toEqual([]);
});

test('a connection that has ended while the page was open disappears when it is revoked', async () => {
  const { user, agent } = await userWithAgent();
  const { page } = await openApp(stack, browser, user, { path: '/agents' });
  await button(page, 'Revoke access for Test agent').waitFor();
  await user.delete(`/api/settings/agent-connection/agents/${agent.requestId}`);

  await button(page, 'Revoke access for Test agent').click();
  await button(page, 'Revoke access').click();
  await page.getByText('Access revoked for Test agent').waitFor();
  await page.getByText('No agents yet.').waitFor();
});

test("an agent's code leads to its approval page, and a wrong code can be corrected", async () => {
  const user = await stack.signUp();
  const { page } = await openApp(stack, browser, user, { path: '/agents' });
  const asked = { clientName: 'Test agent', scopes: ['svc.read'] };
  const { body } = await stack.anyone.post<{ userCode: string }>('/api/agent/auth/start', asked);

  await page.getByLabel('Code your agent shows').fill('BCDF-GHJK');
  await button(page, 'Continue').click();
  await page.getByText('This code is wrong or has expired.').waitFor();
  await page.getByLabel('Code your agent shows').fill(body.userCode);
  await button(page, 'Continue').click();

  await page.getByRole('heading', { name: 'Let Test agent act for you?' }).waitFor();
});

test('memories are searched, archived and restored', async () => {
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
  await memory.getByText('No matching memories').waitFor();
  await button(page, 'Archived').click();
  await button(page, 'Restore').click();
  await memory.getByText('No matching memories').waitFor();
  await button(page, 'Archived').click();

  await memory.getByText('Likes <b>short</b> captions').waitFor();
});

test.each([
  ['light', 1_280],
  ['dark', 360],
] as const)('the ways to connect are accessible and fit: %s, %d pixels wide', async (colorScheme, width) => {
  const viewport = { width, height: 800 };
  const { page } = await openApp(stack, browser, await stack.signUp(), { path: '/agents', colorScheme, viewport });

  await button(page, 'Continue').waitFor();
  await keepPicture(page, `agents-connect-${colorScheme}`);
  const folded = [await findViolations(page), await isTooWide(page)];
  for (const way of ['MCP server', 'Local MCP server', 'Login link over HTTPS']) {
    await page.getByText(way, { exact: true }).click();
  }
  await button(page, 'Copy: Request').waitFor();

  expect(folded).toEqual([[], false]);
  expect([await findViolations(page), await isTooWide(page)]).toEqual([[], false]);
});

test.each([
  ['light', 1_280],
  ['dark', 360],
] as const)('the page is accessible and fits: %s, %d pixels wide', async (colorScheme, width) => {
  const { user } = await userWithAgent();
  await user.post('/api/memory', { content: 'Alongmemorywithoutaspace'.repeat(10) });
  const viewport = { width, height: 800 };
  const { page } = await openApp(stack, browser, user, { path: '/agents', colorScheme, viewport });

  await page.getByText('Alongmemory').waitFor();
  await keepPicture(page, `agents-${colorScheme}`);

  expect([await findViolations(page), await isTooWide(page)]).toEqual([[], false]);
});

test('agent calls can be filtered by agent and by writes, including older calls', async () => {
  const user = await stack.signUp();
  const connect = async (name: string) => callsOf(await connectAgent(stack, user, ['mcp'], name));
  const [reader, writer] = [await connect('Reader'), await connect('Writer')];
  for (const title of ['One', 'Two']) {
    expect(
      (await writer('POST', '/tasks', { body: { title }, requestId: 'same', headers: { 'idempotency-key': title } }))
        .status,
    ).toBe(201);
  }
  await reader('GET', '/deals');
  await reader('GET', '/deals/none');
  const { page } = await openApp(stack, browser, user, { path: '/agents' });
  const calls = page.getByRole('region', { name: 'Recent calls' });
  const shown = async (count: number) => {
    await eventually(async () => {
      await page.reload();
      await calls.waitFor();
      await calls.getByRole('listitem').first().waitFor();
      expect(await calls.getByRole('listitem').count()).toBe(count);
    });
  };

  await shown(4);
  await calls.getByText('List deals', { exact: true }).waitFor();
  await calls.getByRole('button', { name: 'Only writes' }).click();
  await shown(2);
  await calls.getByLabel('Agent').selectOption('Reader');
  await calls.getByText('No matching calls').waitFor();
  await calls.getByRole('button', { name: 'Only writes' }).click();
  await shown(2);
  await calls.getByText('Validation error').waitFor();
  await calls.getByLabel('Outcome').selectOption('Failed');
  await shown(1);
  await calls.getByText('Validation error').waitFor();
  expect(new URL(page.url()).searchParams.get('outcome')).toBe('failed');
  await calls.getByLabel('Agent').selectOption('Copilot');
  await calls.getByText('No matching calls').waitFor();
});
