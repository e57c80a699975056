import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import type { AnswerOf } from './answers.ts';
import { connectAgent, type BridgeAgent } from './bridge-agents.ts';
import { isTooWide, openPage, tabTo } from './chromium.ts';

const PHONE = { viewport: { width: 375, height: 667 } };

const stack = await sharedStack();
const browser = await sharedBrowser();

type Deal = AnswerOf<'deals.get'>;

/** A user with an agent, which has asked to change a deal of the user's. */
async function askToChange(change: object) {
  const user = await stack.signUp();
  const agent = await connectAgent(stack, user, ['svc.read', 'svc.write.sensitive']);
  const { body: deal } = await user.post<Deal>('/api/deals', { name: 'Spring launch', price: 100, tags: ['spring'] });
  const { status, body } = await call(agent, 'PATCH', `/api/agent/deals/${deal.id}`, change);
  expect([status, body.error?.code]).toEqual([403, 'APPROVAL_REQUIRED']);
  return {
    user,
    agent,
    dealId: deal.id,
    approvalId: body.error?.approvalId ?? '',
    page: body.error?.approvalUrl ?? '',
  };
}

interface CallAnswer {
  readonly error?: { readonly code: string; readonly approvalId?: string; readonly approvalUrl?: string };
}

async function call({ token }: BridgeAgent, method: string, path: string, body: object = {}) {
  const response = await fetch(stack.gatewayUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-dd-request-id': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as CallAnswer };
}

const execute = (agent: BridgeAgent, approvalId: string) =>
  call(agent, 'POST', `/api/agent/approvals/${approvalId}/execute`);

const priceOf = async (user: Session, dealId: string) => (await user.get<Deal>(`/api/deals/${dealId}`)).body.price;

const textOf = (page: Page): Promise<string> => page.locator('body').innerText();

test('on a phone and with the keyboard alone a user signs in, reads what an agent would change, and approves it', async () => {
  const notes = `An address without a break: https://example.com/${'a'.repeat(600)}`;
  const asked = await askToChange({ price: 120, notes, tags: [] });
  const { page, complaints } = await openPage(browser, PHONE);

  await page.goto(asked.page);
  await page.getByLabel('E-mail').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(asked.user.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(asked.user.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Approve this?' }).waitFor();
  const shown = await textOf(page);
  const tooWide = await isTooWide(page);
  await tabTo(page, 'button', 'Approve');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Approved' }).waitFor();

  expect(shown).toContain('Change a deal: Spring launch');
  expect(shown).toMatch(/Price\s+100\s+120/);
  expect(shown).toContain(notes);
  expect(tooWide).toBe(false);
  expect(complaints).toEqual([]);
  expect((await execute(asked.agent, asked.approvalId)).status).toBe(200);
  expect(await priceOf(asked.user, asked.dealId)).toBe(120);
});

test('without scripts a user finds what waits in the list, refuses it, and nothing is changed', async () => {
  const asked = await askToChange({ price: 120 });
  const { page, complaints } = await openPage(browser, { ...PHONE, javaScriptEnabled: false });

  await page.goto(`${stack.gatewayUrl}/approvals`);
  await page.getByLabel('E-mail').fill(asked.user.email);
  await page.getByLabel('Password').fill(asked.user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Change a deal: Spring launch' }).click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  const decided = await textOf(page);
  await page.getByRole('link', { name: 'What else waits for your decision' }).click();

  expect(decided).toContain('The agent cannot do this.');
  expect(await textOf(page)).toContain('Nothing waits for your decision.');
  expect(complaints).toEqual([]);
  expect((await execute(asked.agent, asked.approvalId)).body.error?.code).toBe('APPROVAL_INVALID');
  expect(await priceOf(asked.user, asked.dealId)).toBe(100);
});

test('a deletion shows what goes, and how it was decided is told whoever opens the page later', async () => {
  const { user, agent, dealId } = await askToChange({ price: 120 });
  const { body } = await call(agent, 'DELETE', `/api/agent/deals/${dealId}`);
  const { page, complaints } = await openPage(browser, PHONE);

  await page.goto(body.error?.approvalUrl ?? '');
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const shown = await textOf(page);
  const tooWide = await isTooWide(page);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  const done = await execute(agent, body.error?.approvalId ?? '');
  await page.reload();

  expect(shown).toContain('This deletes something for good.');
  expect(shown).toMatch(/Name\s+Spring launch/);
  expect(tooWide).toBe(false);
  expect(done.status).toBe(200);
  expect(await textOf(page)).toContain('The agent did this at');
  expect(complaints).toEqual([]);
});
