/** Records whose share ends while they are open. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import type { Deal, List } from '../system/answers.ts';
import { endGrants } from '../system/database.ts';
import { createTeam, openApp } from './app.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

interface Shared {
  readonly owner: Session;
  readonly mate: Session;
  readonly teamId: string;
  readonly id: string;
}

/** Creates a record that its owner shares with a teammate. */
async function share(entityType: 'deal' | 'influencer', fields: object): Promise<Shared> {
  const [owner, mate] = await Promise.all([stack.signUp(), stack.signUp()]);
  await mate.patch('/api/auth/me', { name: 'Robin' });
  const teamId = await createTeam(owner, mate);
  const { body } = await owner.post<{ id: string }>(`/api/${entityType}s`, fields);
  await owner.post(`/api/teams/${teamId}/share`, { entityType, entityId: body.id });
  return { owner, mate, teamId, id: body.id };
}

/** The owner grants the teammate's access request until a date. Returns the id of the request. */
async function grant({ owner, mate, id }: Shared, scope: 'deal.amount' | 'influencer.revenue'): Promise<string> {
  const request = { ownerId: owner.userId, scope, entityId: id, reason: 'For the report.' };
  const { body } = await mate.post<{ id: string }>('/api/access-requests', request);
  const expiresAt = '2090-01-01';
  const { status } = await owner.post(`/api/access-requests/${body.id}/approve`, { expiresAt });
  expect(status).toBe(200);
  return body.id;
}

const removeMate = ({ owner, mate, teamId }: Shared) => owner.delete(`/api/teams/${teamId}/members/${mate.userId}`);

test('a revoked grant of a revenue hides it at the next click, in other open pages too', async () => {
  const shared = await share('influencer', { name: 'Kira Voss', revenue: 12_500, currency: 'USD' });
  const requestId = await grant(shared, 'influencer.revenue');
  const visit = await openApp(stack, browser, shared.mate, { path: `/influencers/${shared.id}` });
  const { page } = visit;
  const list = await page.context().newPage();
  await list.goto(`${stack.gatewayUrl}/influencers`);
  await Promise.all([page, list].map((each) => each.getByText('$12,500.00').waitFor()));

  await shared.owner.post(`/api/access-requests/${requestId}/revoke`);
  for (const each of [page, list]) await each.getByRole('heading', { level: 1 }).click();

  await button(page, 'Request access').waitFor();
  await list.getByText('Hidden').first().waitFor();
  for (const each of [page, list]) expect(await each.content()).not.toContain('12,500');
  expect(visit.complaints).toEqual([]);
});

test('granted amounts of a deal show with its payments until the grant expires, read-only', async () => {
  const shared = await share('deal', { name: 'Autumn launch', price: 1_250, currency: 'USD' });
  const payment = { direction: 'incoming', amount: 400, currency: 'USD' };
  await shared.owner.post(`/api/deals/${shared.id}/payments`, payment);
  const visit = await openApp(stack, browser, shared.mate, { path: `/deals/${shared.id}` });
  const { page } = visit;
  const tab = (name: string) => page.getByRole('navigation', { name: 'Deal sections' }).getByRole('link', { name });
  await tab('Money').click();
  await page.getByText('A Person hides the amounts').waitFor();

  await grant(shared, 'deal.amount');
  await tab('Money').click();
  const row = page.getByRole('table', { name: 'Payments' }).getByRole('row').nth(1);
  await row.getByText('$400.00').waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
  await page.getByRole('link', { name: 'Payments' }).first().click();
  await page.getByText('No payments yet.').waitFor();
  await button(page, 'Include shared').click();
  await page.getByRole('link', { name: 'Autumn launch' }).waitFor();
  expect(await button(page, 'Mark as paid').count()).toBe(0);

  await endGrants(stack.databaseAdminUrl, shared.mate.userId);
  await page.getByRole('heading', { name: 'Payments' }).click();
  await page.getByText('No payments yet.').waitFor();
  await page.goBack();
  await page.getByText('A Person hides the amounts').waitFor();
  await tab('Overview').click();
  await page.getByRole('region', { name: 'Details' }).getByText('Hidden').first().waitFor();
  expect(await page.content()).not.toMatch(/1,250|400\.00/);
  expect(visit.complaints).toEqual([]);
});

test('a removed team member sees in the open deal that it is no longer shared, and in no list', async () => {
  const shared = await share('deal', { name: 'Autumn launch' });
  const { page } = await openApp(stack, browser, shared.mate, { path: '/deals' });
  await page.getByRole('link', { name: 'Autumn launch' }).click();
  await page.getByRole('heading', { name: 'Autumn launch' }).waitFor();

  await removeMate(shared);
  await page.getByRole('heading', { name: 'Autumn launch' }).click();

  await page.getByText('is no longer shared with you').waitFor();
  expect(await page.getByText('Autumn launch').count()).toBe(0);
  await page.goBack();
  await page.getByText('No deals yet.').waitFor();
  expect(await page.getByText('Autumn launch').count()).toBe(0);
});

test('typed input is kept when access to the record ends, and the form explains the failure', async () => {
  const shared = await share('influencer', { name: 'Kira Voss', revenue: 12_500 });
  const { page } = await openApp(stack, browser, shared.mate, { path: `/influencers/${shared.id}` });
  await button(page, 'Request access').click();
  const dialog = page.getByRole('dialog', { name: 'Request access to see the revenue' });
  await dialog.getByLabel('Reason').fill('For the report of May.');

  await removeMate(shared);
  await dialog.getByRole('button', { name: 'Request access' }).click();
  await dialog.getByRole('alert').waitFor();
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('For the report of May.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Kira Voss' }).click();
  await page.getByText('is no longer shared with you').waitFor();
});

test('typed input is kept when the owner deletes the record in another tab', async () => {
  const owner = await stack.signUp();
  const { body: deal } = await owner.post<Deal>('/api/deals', { name: 'Autumn launch' });
  const { page } = await openApp(stack, browser, owner, { path: `/deals/${deal.id}` });
  await button(page, 'Edit').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Notes').fill('What was agreed on the phone');

  await owner.delete(`/api/deals/${deal.id}`, { headers: { 'If-Match': `"${deal.version}"` } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').waitFor();
  expect(await dialog.getByLabel('Notes').inputValue()).toBe('What was agreed on the phone');
  const { body } = await owner.get<List<Deal>>('/api/deals');
  expect(body.total).toBe(0);
});
