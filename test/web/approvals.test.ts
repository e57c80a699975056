import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { type BridgeAgent, bridgeCalls, connectAgent, requestApproval } from '../system/agents/bridge-agents.ts';
import { isTooWide, openPage, tabTo } from '../system/chromium.ts';
import { goTo, openApp } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const PHONE = { viewport: { width: 375, height: 667 } };

const stack = await sharedStack();
const browser = await sharedBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const callsOf = ({ token }: BridgeAgent) => bridgeCalls(stack, { authorization: `Bearer ${token}` });

/** A user with a deal and a connected agent. */
async function userWithAgent(): Promise<{ user: Session; agent: BridgeAgent; dealId: string }> {
  const user = await stack.signUp();
  const agent = await connectAgent(stack, user, ['svc.read', 'svc.write.sensitive']);
  const { body: deal } = await user.post<{ id: string }>('/api/deals', {
    name: 'Spring launch',
    price: 100,
    tags: ['spring', 'summer'],
  });
  return { user, agent, dealId: deal.id };
}

const ask = async (agent: BridgeAgent, method: string, path: string, body?: object): Promise<string> =>
  (await requestApproval(stack, agent, method, path, body)).approvalId;

const execute = (agent: BridgeAgent, approvalId: string) => callsOf(agent)('POST', `/approvals/${approvalId}/execute`);

const textOf = (page: Page): Promise<string> => page.locator('main').innerText();

test("an agent's request is shown field by field, approved with Ctrl Enter, and executed", async () => {
  const { user, agent, dealId } = await userWithAgent();
  const visit = await openApp(stack, browser, user);
  const { page } = visit;
  await page.getByRole('heading', { level: 1 }).waitFor();
  await goTo(page, 'n');
  await page.getByText("You're all caught up.").waitFor();

  // The page polls for new requests.
  const approvalId = await ask(agent, 'PATCH', `/deals/${dealId}`, { price: 120, notes: 'A <b>note</b>' });
  await page.getByRole('row', { name: 'Price $100.00 $120.00' }).waitFor();
  await page.getByRole('row', { name: 'Notes – A <b>note</b>' }).waitFor();
  await page.getByText(/ left$/).waitFor();
  await page.getByText('Test agent').first().waitFor();
  await page.keyboard.press('Enter');
  expect((await execute(agent, approvalId)).status).toBe(403);
  const other = await ask(agent, 'DELETE', `/deals/${dealId}`);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Approved. The agent can do it once.').waitFor();

  await page.getByRole('region', { name: 'Approvals' }).getByText('Approved', { exact: true }).waitFor();
  // A request that has just arrived must not be approved by the same key press.
  await page.getByRole('button', { name: /^Delete a deal/ }).waitFor();
  expect(await page.getByText("This can't be undone.").count()).toBe(0);
  expect((await user.get<{ status: string }>(`/api/approvals/${other}`)).body.status).toBe('pending');
  expect((await execute(agent, approvalId)).status).toBe(200);
  expect((await user.get<{ price: number }>(`/api/deals/${dealId}`)).body.price).toBe(120);
  expect(visit.complaints).toEqual([]);
});

test('a deletion asks for the name of the record, and can be denied', async () => {
  const { user, agent, dealId } = await userWithAgent();
  const approvalId = await ask(agent, 'DELETE', `/deals/${dealId}`);
  const { page } = await openApp(stack, browser, user, { path: '/inbox' });
  await page.getByText('Test agent, ').waitFor();
  await page.getByText("This can't be undone.").waitFor();

  expect(await button(page, 'Approve').isDisabled()).toBe(true);
  await page.getByLabel('Type “Spring launch” to approve the deletion').fill('Spring');
  await page.keyboard.press('Control+Enter');
  expect(await button(page, 'Approve').isDisabled()).toBe(true);
  await page.getByLabel('Type “Spring launch” to approve the deletion').fill('Spring launch');
  expect(await button(page, 'Approve').isEnabled()).toBe(true);
  await button(page, 'Deny').click();
  await page.getByRole('region', { name: 'Approvals' }).getByText('Denied', { exact: true }).waitFor();
  await page.getByText("You're all caught up.").waitFor();
  await page.getByRole('link', { name: 'Approval history' }).first().click();
  await page.getByRole('region', { name: 'Decided' }).getByText('Denied', { exact: true }).waitFor();

  expect((await execute(agent, approvalId)).status).toBe(403);
  expect((await user.get(`/api/deals/${dealId}`)).status).toBe(200);
});

test('all requests that still wait can be denied at once, after a question', async () => {
  const { user, agent, dealId } = await userWithAgent();
  const ids = [
    await ask(agent, 'PATCH', `/deals/${dealId}`, { price: 120 }),
    await ask(agent, 'PATCH', `/deals/${dealId}`, { price: 130 }),
    await ask(agent, 'DELETE', `/deals/${dealId}`),
  ];
  const { page } = await openApp(stack, browser, user, { path: '/inbox' });
  await button(page, 'Deny all').click();
  const question = page.getByRole('dialog', { name: 'Deny all 3 requests?' });
  await question.waitFor();
  const violations = await findViolations(page);
  // Approved before the answer, on another page.
  expect((await user.post(`/api/approvals/${ids[1]}/approve`)).status).toBe(200);
  await question.getByRole('button', { name: 'Deny all' }).click();
  await page.getByText('2 requests denied, 1 no longer waiting').waitFor();
  await page.getByText("You're all caught up.").waitFor();

  const statuses = await Promise.all(
    ids.map(async (id) => (await user.get<{ status: string }>(`/api/approvals/${id}`)).body.status),
  );
  expect([statuses, violations]).toEqual([['denied', 'approved', 'denied'], []]);
  expect(await button(page, 'Deny all').count()).toBe(0);
});

test("on a phone, with the keyboard alone, a user signs in, reads an agent's change and approves it", async () => {
  const { user, agent, dealId } = await userWithAgent();
  const notes = `An address without a break: https://example.com/${'a'.repeat(2_600)}`;
  const { approvalId, approvalUrl } = await requestApproval(stack, agent, 'PATCH', `/deals/${dealId}`, {
    price: 120,
    notes,
    brand: 'Bra\u202End <b>x</b>',
  });
  const { page, complaints } = await openPage(browser, PHONE);

  await page.goto(approvalUrl);
  await page.getByText('An agent is asking for your approval.').waitFor();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Update a deal: Spring launch' }).waitFor();
  await page.getByRole('button', { name: 'More, 1 waiting' }).waitFor();
  const shown = await textOf(page);
  await page.getByText('Everything the agent sends').click();
  await page.getByText(notes, { exact: true }).waitFor();
  const tooWide = await isTooWide(page);
  await tabTo(page, 'button', 'Deny');
  await tabTo(page, 'button', 'Approve');
  await page.keyboard.press('Enter');
  await page.getByText('The agent can do exactly this, once, until').waitFor();

  expect(page.url()).toBe(approvalUrl);
  expect(shown).toMatch(/Price\s+\$100\.00\s+\$120\.00/);
  expect(shown).toContain('Bra\uFFFDnd <b>x</b>');
  expect(shown).toContain(`(${notes.length} characters in all)`);
  expect(shown).not.toContain('The agent says');
  expect(tooWide).toBe(false);
  expect(complaints).toEqual([]);
  expect((await execute(agent, approvalId)).status).toBe(200);
  await page.reload();
  await page.getByText(/^The agent did this .*\.$/).waitFor();
});

test("an agent's summary is attributed to the agent, below the product's own words", async () => {
  const { user, agent, dealId } = await userWithAgent();
  const change = { operation: 'deals.update', input: { dealId, price: 1 } };
  const summary = 'Nothing changes, <b>approve</b>\u202E at once';
  const { body } = await callsOf(agent)<{ approvalUrl: string }>('POST', '/approvals', {
    body: { ...change, summary },
  });
  const { page } = await openApp(stack, browser, user, { path: new URL(body.approvalUrl).pathname });

  await page.getByRole('heading', { name: 'Update a deal: Spring launch' }).waitFor();
  await page.getByText('The agent says:').waitFor();

  expect(await textOf(page)).toContain('Nothing changes, <b>approve</b>\uFFFD at once');
});

test('the page of a deletion also asks for the name, and shows the record', async () => {
  const { user, agent, dealId } = await userWithAgent();
  const { approvalId, approvalUrl } = await requestApproval(stack, agent, 'DELETE', `/deals/${dealId}`);
  const { page } = await openApp(stack, browser, user, { path: new URL(approvalUrl).pathname });
  await page.getByText("This can't be undone.").waitFor();
  const shown = await textOf(page);

  expect(await button(page, 'Approve').isDisabled()).toBe(true);
  await page.getByLabel('Type “Spring launch” to approve the deletion').fill('Spring launch');
  await button(page, 'Approve').click();
  await page.getByText('The agent can do exactly this, once, until').waitFor();

  expect(shown).toMatch(/Name\s+Spring launch/);
  expect(shown).toMatch(/Tags\s+spring, summer/);
  expect((await execute(agent, approvalId)).status).toBe(200);
  expect((await user.get(`/api/deals/${dealId}`)).status).toBe(404);
});

test('an import is previewed row by row', async () => {
  const { user, agent } = await userWithAgent();
  const rows = Array.from({ length: 25 }, (_each, index) => `Person ${index},p${index}@example.com`);
  const file = { format: 'csv', content: ['Name,E-mail', ...rows, 'Person 0,p0@example.com'].join('\n') };
  const { approvalId, approvalUrl } = await requestApproval(stack, agent, 'POST', '/contacts/import', file);
  const { page } = await openApp(stack, browser, user, { path: new URL(approvalUrl).pathname });

  await page.getByRole('row', { name: 'Rows 26', exact: true }).waitFor();
  await page.getByRole('row', { name: 'To create 25' }).waitFor();
  await page.getByRole('row', { name: 'Row 1 New: Person 0, p0@example.com' }).waitFor();
  await page.getByRole('row', { name: 'Rows not shown 6' }).waitFor();
  await button(page, 'Approve').click();
  await page.getByText('The agent can do exactly this, once, until').waitFor();

  expect((await execute(agent, approvalId)).status).toBe(200);
  expect((await user.get<{ total: number }>('/api/contacts')).body).toMatchObject({ total: 25 });
});

test('without JavaScript the page says what to do, and the old URL redirects', async () => {
  const { user, agent, dealId } = await userWithAgent();
  const { approvalUrl } = await requestApproval(stack, agent, 'PATCH', `/deals/${dealId}`, { price: 2 });
  const { page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false });
  await page.context().addCookies([{ name: 'svc_session', value: user.token, url: stack.gatewayUrl }]);

  await page.goto(approvalUrl);
  await keepPicture(page, 'approval-without-javascript');

  expect(await page.locator('body').innerText()).toContain('Turn it on for this site, then load the page again.');
  await page.goto(`${stack.gatewayUrl}/decisions`);
  expect(new URL(page.url()).pathname).toBe('/inbox');
});

test("another user's approval is not found", async () => {
  const { agent, dealId } = await userWithAgent();
  const stranger = await stack.signUp();
  const { approvalUrl } = await requestApproval(stack, agent, 'PATCH', `/deals/${dealId}`, { price: 3 });
  const { page } = await openApp(stack, browser, stranger, { path: new URL(approvalUrl).pathname });

  await page.getByRole('heading', { name: 'Page not found' }).waitFor();

  expect(await page.getByText('Spring launch').count()).toBe(0);
});

test.each([
  ['light', 1_280],
  ['dark', 360],
] as const)('the pages are accessible and fit: %s, %d pixels wide', async (colorScheme, width) => {
  const { user, agent, dealId } = await userWithAgent();
  const change = { operation: 'deals.update', input: { dealId, notes: 'Alongnotewithoutaspace'.repeat(200) } };
  const said = { ...change, summary: 'Awordoftheagentwithoutaspace'.repeat(15) };
  const { body } = await callsOf(agent)<{ approvalUrl: string }>('POST', '/approvals', { body: said });
  await ask(agent, 'DELETE', `/deals/${dealId}`);
  const viewport = { width, height: 800 };
  const { page } = await openApp(stack, browser, user, { path: '/inbox', colorScheme, viewport });
  const look = async (name: string): Promise<unknown> => {
    await keepPicture(page, `${name}-${colorScheme}`);
    return { violations: await findViolations(page), isTooWide: await isTooWide(page) };
  };
  const fine = { violations: [], isTooWide: false };
  await page.getByText("This can't be undone.").waitFor();
  expect(await look('approvals-deletion')).toEqual(fine);
  await page.getByRole('button', { name: 'Update a deal' }).click();
  await page.getByText('Alongnotewithoutaspace').waitFor();
  expect(await look('approvals-change')).toEqual(fine);
  await page.goto(body.approvalUrl);
  await page.getByText('Everything the agent sends').click();
  await page.getByText('Alongnotewithoutaspace').last().waitFor();
  expect(await look('approval')).toEqual(fine);
});
