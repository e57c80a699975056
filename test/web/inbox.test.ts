import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { bridgeCalls, connectAgent } from '../system/agents/bridge-agents.ts';
import { isTooWide } from '../system/chromium.ts';
import { createTeam, followTo, openApp, showAsIfMailed } from './app.ts';
import { findViolations } from './axe.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
interface AgentsAnswer {
  readonly error?: { readonly approvalId?: string };
}

const EMPTY = "You're all caught up.";

/** An influencer of the owner, with a revenue, shared with a teammate. */
async function shareInfluencer(): Promise<{ owner: Session; mate: Session; id: string }> {
  const [owner, mate] = await Promise.all([stack.signUp(), stack.signUp()]);
  await mate.patch('/api/auth/me', { name: 'Robin' });
  const teamId = await createTeam(owner, mate);
  const fields = { name: 'Kira Voss', revenue: 12_500, currency: 'USD' };
  const { body } = await owner.post<{ id: string }>('/api/influencers', fields);
  await owner.post(`/api/teams/${teamId}/share`, { entityType: 'influencer', entityId: body.id });
  return { owner, mate, id: body.id };
}

/** Invites a user, who opens the link while signed in. */
async function invite(by: Session, who: Session, name: string): Promise<void> {
  const { body: team } = await by.post<{ id: string }>('/api/teams', { name });
  const { body } = await by.post<{ link: string }>(`/api/teams/${team.id}/members`, {
    email: who.email,
    role: 'admin',
  });
  const secret = new URL(body.link).pathname.split('/').at(-1);
  const opened = await who.post('/api/public/invitations/open', { secret });
  if (opened.status !== 200) throw new Error(`Opening an invitation answers ${opened.status}.`);
}

test('access to a revenue is requested, granted until a date, and ends as soon as it is revoked', async () => {
  const { owner, mate, id } = await shareInfluencer();
  const [asking, deciding] = await Promise.all([
    openApp(stack, browser, mate, { path: `/influencers/${id}` }),
    openApp(stack, browser, owner, { path: '/inbox' }),
  ]);
  await deciding.page.getByText(EMPTY).waitFor();

  await button(asking.page, 'Request access').click();
  const dialog = asking.page.getByRole('dialog', { name: 'Request access to see the revenue' });
  await dialog.getByLabel('Reason').fill('For the report <i>of May</i>.');
  await dialog.getByRole('button', { name: 'Request access' }).click();
  await asking.page
    .getByText(/^Requested /)
    .first()
    .waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await button(asking.page, 'Request access').count()).toBe(0);

  await deciding.page.reload();
  await deciding.page.getByRole('link', { name: 'Inbox, 1 waiting' }).first().waitFor();
  await section(deciding.page, 'Access requests').getByText('Robin asks to see the revenue of Kira Voss').waitFor();
  await deciding.page.getByText('For the report <i>of May</i>.').waitFor();
  await button(deciding.page, 'Approve…').click();
  await deciding.page.getByLabel('Last day of access').fill('2090-12-01');
  await button(deciding.page, 'Approve').click();
  await section(deciding.page, 'Access you granted').getByText('Until Dec').waitFor();
  await deciding.page.getByText(EMPTY).waitFor();

  await asking.page.reload();
  await asking.page.getByText('$12,500.00').waitFor();
  await button(deciding.page, 'Revoke').click();
  await section(deciding.page, 'Access you granted').waitFor({ state: 'detached' });
  await asking.page.reload();
  await button(asking.page, 'Request access').waitFor();
  expect(await asking.page.content()).not.toContain('12,500');
  expect([...asking.complaints, ...deciding.complaints]).toEqual([]);
});

test('a denied request disappears and reveals nothing', async () => {
  const { owner, mate, id } = await shareInfluencer();
  const request = { ownerId: owner.userId, scope: 'influencer.revenue', entityId: id, reason: 'Please.' };
  await mate.post('/api/access-requests', request);
  const { page } = await openApp(stack, browser, owner, { path: '/inbox' });
  await button(page, 'Deny').waitFor();
  expect(await section(page, 'Access requests').getByRole('button').allTextContents()).toEqual(['Deny', 'Approve…']);

  await button(page, 'Deny').click();

  await page.getByText(EMPTY).waitFor();
  const { body } = await mate.get<{ revenue: number | null }>(`/api/influencers/${id}`);
  expect(body.revenue).toBeNull();
});

test('invitations can be accepted and declined', async () => {
  const [owner, user] = await Promise.all([stack.signUp(), stack.signUp()]);
  await invite(owner, user, 'First desk');
  await invite(owner, user, 'Second desk');
  const { page } = await openApp(stack, browser, user, { path: '/inbox' });
  const cardOf = (name: string) => section(page, 'Invitations').getByRole('listitem').filter({ hasText: name });
  await page.getByRole('link', { name: 'Inbox, 2 waiting' }).first().waitFor();

  await cardOf('First desk').getByRole('button', { name: 'Decline' }).click();
  await cardOf('First desk').waitFor({ state: 'detached' });
  await cardOf('Second desk').getByRole('button', { name: 'Accept' }).click();

  await button(page, 'Open team').click();
  await page.getByRole('heading', { name: 'Second desk' }).waitFor();
  await page.getByRole('link', { name: 'Inbox', exact: true }).first().click();
  await page.getByText(EMPTY).waitFor();
  await eventually(async () => expect(await page.getByRole('link', { name: /waiting/ }).count()).toBe(0));
  const { body } = await user.get<{ items: { name: string }[] }>('/api/teams');
  expect(body.items.map(({ name }) => name)).toEqual(['Second desk']);
});

test('a user whose email is not confirmed is told why invitations may be missing, where mail is configured', async () => {
  const [owner, user] = await Promise.all([stack.signUp(), stack.signUp()]);
  const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Field team' });
  await owner.post(`/api/teams/${team.id}/members`, { email: user.email });
  const { page, complaints } = await openApp(stack, browser, user, { path: '/inbox' });
  const hint = page.getByText(`Confirm your email to see invitations sent to ${user.email}`);
  await page.getByText(EMPTY).waitFor();
  await eventually(async () => expect(await page.locator('[aria-busy="true"]').count()).toBe(0));
  expect(await hint.count()).toBe(0);

  await showAsIfMailed(stack, page);
  await page.reload();
  await hint.waitFor();
  await button(page, 'Send link').click();
  await page.getByText('Link sent').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await followTo(page, '/teams');
  await hint.waitFor();
  expect(complaints).toEqual([]);
});

test('a suggestion shows its change, makes it once accepted, and explains a failure', async () => {
  const user = await stack.signUp();
  const suggest = (title: string, proposedChange: object | null) =>
    user.post('/api/suggestions', { kind: 'reminder', title, body: 'Two\nlines', proposedChange });
  const { body: task } = await user.post<{ id: string }>('/api/tasks', { title: 'Call Ann' });
  const { body: deal } = await user.post<{ id: string }>('/api/deals', { name: 'Autumn launch' });
  const input = { title: 'Write to Maya', priority: 'high', dealId: deal.id };
  await suggest('Write to Maya', { operation: 'tasks.create', input });
  await suggest('Raise the call', { operation: 'tasks.update', input: { taskId: task.id, priority: 'high' } });
  await suggest('Only a thought', null);
  await user.delete(`/api/tasks/${task.id}`);
  const { page } = await openApp(stack, browser, user, { path: '/inbox' });
  const cardOf = (title: string) => section(page, 'Suggestions').getByRole('listitem').filter({ hasText: title });

  await cardOf('Write to Maya').getByText('Create a task').waitFor();
  await cardOf('Write to Maya').getByText('High', { exact: true }).waitFor();
  await cardOf('Write to Maya').getByText('Autumn launch').waitFor();
  await cardOf('Write to Maya').getByRole('button', { name: 'Accept' }).click();
  await cardOf('Write to Maya').waitFor({ state: 'detached' });
  await cardOf('Only a thought').getByRole('button', { name: 'Dismiss' }).click();
  await cardOf('Only a thought').waitFor({ state: 'detached' });
  await cardOf('Raise the call').getByRole('button', { name: 'Accept' }).click();
  await cardOf('Raise the call').getByRole('alert').waitFor();

  const { body } = await user.get<{ items: unknown[] }>('/api/tasks');
  expect(body.items).toMatchObject([{ title: 'Write to Maya', priority: 'high' }]);
});

test.each([
  ['light', 1_280],
  ['dark', 320],
] as const)('the page is accessible and fits: %s, %d pixels wide', async (colorScheme, width) => {
  const { owner, mate, id } = await shareInfluencer();
  const request = { ownerId: owner.userId, scope: 'influencer.revenue' };
  await mate.post('/api/access-requests', { ...request, entityId: id, reason: 'Because'.repeat(60) });
  await invite(mate, owner, 'Alongnamewithoutaspace'.repeat(8));
  await owner.post('/api/suggestions', {
    kind: 'reminder',
    title: 'Alongtitlewithoutaspace'.repeat(6),
    body: 'Body',
    proposedChange: { operation: 'tasks.create', input: { title: 'Alongtitlewithoutaspace'.repeat(6) } },
  });
  const { page } = await openApp(stack, browser, owner, {
    path: '/inbox',
    colorScheme,
    viewport: { width, height: 800 },
  });
  const look = async (): Promise<unknown> => ({
    violations: await findViolations(page),
    isTooWide: await isTooWide(page),
  });
  const fine = { violations: [], isTooWide: false };
  await page.getByText('Kira Voss').waitFor();

  expect(await look()).toEqual(fine);
  await button(page, 'Approve…').click();
  await page.getByRole('dialog').waitFor();
  expect(await look()).toEqual(fine);
});

test("an agent's memories are kept or archived here, and an instruction needs an approval instead", async () => {
  const user = await stack.signUp();
  const agent = bridgeCalls(stack, {
    authorization: `Bearer ${(await connectAgent(stack, user, ['svc.memory'], 'Desk helper')).token}`,
  });
  const remember = (content: string, kind: string) =>
    agent<AgentsAnswer>('POST', '/memory', {
      body: { content, kind, userApproved: true, approvalNote: 'They nodded.' },
    });
  for (const content of ['Likes tea.', 'Hates tea.']) expect((await remember(content, 'fact')).status).toBe(201);
  const { status, body } = await remember('Always offer tea.', 'instruction');
  const approvalId = body.error?.approvalId ?? '';
  await user.post(`/api/approvals/${approvalId}/approve`, {});
  const executed = await agent('POST', `/approvals/${approvalId}/execute`);
  const { page } = await openApp(stack, browser, user, { path: '/inbox' });
  const cards = section(page, 'New memories').getByRole('listitem');
  const cardOf = (text: string) => cards.filter({ hasText: text });

  await page.getByRole('link', { name: 'Inbox, 2 waiting' }).first().waitFor();
  await cardOf('Likes tea.').getByText('by Desk helper').waitFor();
  await cardOf('Likes tea.').getByText('They nodded.').waitFor();
  await cardOf('Likes tea.').getByRole('button', { name: 'Keep' }).click();
  await cardOf('Hates tea.').getByRole('button', { name: 'Archive' }).click();
  await page.getByText(EMPTY).waitFor();

  expect([status, executed.status]).toEqual([403, 200]);
  const { body: left } = await user.get<{ items: { content: string }[] }>('/api/memory');
  expect(left.items.map(({ content }) => content)).toEqual(['Always offer tea.', 'Likes tea.']);
  await page.goto(`${stack.gatewayUrl}/agents`);
  await page.getByText('by Desk helper, approved by you').waitFor();
});
