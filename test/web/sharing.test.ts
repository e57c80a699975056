import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import type { Locator } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { type AnswerOf, daysAgo, type Deal, type List } from '../system/answers.ts';
import { isTooWide } from '../system/chromium.ts';
import { joinTeam } from '../system/sharing/joining.ts';
import { followTo, openApp, showAsIfMailed, shownDate } from './app.ts';
import { findViolations } from './axe.ts';

type ExternalShare = AnswerOf<'external_shares.get'>;

const stack = await sharedStack();
const browser = await sharedBrowser();

const widthOf = (image: Locator): Promise<number> =>
  image.evaluate((element: { readonly naturalWidth?: number }) => element.naturalWidth ?? 0);

/** A team of the owner that the member has joined. */
async function createTeam(owner: Session, member: Session): Promise<string> {
  const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Field team' });
  await joinTeam(owner, team.id, member, 'member');
  return team.id;
}

test('a team is created, a member invited with a link shown once, and the invitation renewed and withdrawn', async () => {
  const owner = await stack.signUp();
  const visit = await openApp(stack, browser, owner, { path: '/teams' });
  const { page } = visit;
  await page.getByText('No teams yet.').waitFor();
  await page.keyboard.press('n');
  await page.getByRole('dialog').getByLabel('Name').fill('Field team');
  await page.getByRole('button', { name: 'Create team' }).click();
  await page.getByRole('heading', { name: 'Field team' }).waitFor();
  await page.getByText('Make another member an owner before you leave').waitFor();

  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Email').fill('new@example.test');
  await page.getByRole('button', { name: 'Create invitation' }).click();
  const inviteLink = page.getByLabel('Invite link', { exact: true });
  await inviteLink.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  const link = await inviteLink.inputValue();
  expect(new URL(link).pathname).toMatch(/^\/invitations\/[\w-]{43}$/);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('new@example.test', { exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);

  const open = (url: string) => stack.anyone.get(new URL(url).pathname);
  await page.getByRole('button', { name: 'New link' }).click();
  await page.getByText('Earlier links no longer work.').waitFor();
  const renewed = await inviteLink.inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  expect([(await open(link)).status, (await open(renewed)).status]).toEqual([404, 200]);

  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('new@example.test', { exact: true }).waitFor({ state: 'detached' });
  expect((await open(renewed)).status).toBe(404);
  expect(visit.complaints).toEqual([]);
});

test('where mail is configured, inviting says that a mail goes out, and an invitation can be sent again', async () => {
  const owner = await stack.signUp();
  const { body: team } = await owner.post<{ id: string }>('/api/teams', { name: 'Field team' });
  const { page, complaints } = await openApp(stack, browser, owner, { path: `/teams/${team.id}` });
  await showAsIfMailed(stack, page);
  await page.reload();
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Email').fill('robin@example.test');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitation sent' });
  await dialog.getByText('Sent to robin@example.test.').waitFor();
  const link = await dialog.getByLabel('Invite link', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).and(page.locator(':focus')).press('Enter');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Send again for robin@example.test' }).click();
  await page.getByText('Invitation sent. Earlier links no longer work.').waitFor();

  expect((await stack.anyone.get(new URL(link).pathname)).status).toBe(404);
  expect(complaints).toEqual([]);
});

test('roles change, a member is removed, and a team is renamed and deleted', async () => {
  const [owner, member] = await Promise.all([stack.signUp(), stack.signUp()]);
  const teamId = await createTeam(owner, member);
  const visit = await openApp(stack, browser, owner, { path: `/teams/${teamId}` });
  const { page } = visit;
  const members = page.getByRole('region', { name: 'Members' });
  const role = members.getByRole('combobox');
  await role.selectOption('Administrator');
  await members.getByText(member.email).waitFor();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Studio');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('heading', { name: 'Studio' }).waitFor();
  const { body } = await member.get<{ role: string }>(`/api/teams/${teamId}`);
  expect(body.role).toBe('admin');

  await members.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await members.getByText(member.email).waitFor({ state: 'detached' });
  await eventually(async () => expect((await member.get(`/api/teams/${teamId}`)).status).toBe(404));

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete team…' }).click();
  await page.getByRole('button', { name: 'Delete team' }).click();
  await page.getByText('No teams yet.').waitFor();
  expect(visit.complaints).toEqual([]);
});

test('a member who leaves a team no longer sees its shared records', async () => {
  const [owner, member] = await Promise.all([stack.signUp(), stack.signUp()]);
  const teamId = await createTeam(owner, member);
  const { body: deal } = await owner.post<Deal>('/api/deals', { name: 'Autumn launch' });
  await owner.post(`/api/teams/${teamId}/share`, { entityType: 'deal', entityId: deal.id });
  const visit = await openApp(stack, browser, member, { path: `/teams/${teamId}` });
  const { page } = visit;
  await page.getByRole('link', { name: 'Autumn launch' }).waitFor();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Leave team' }).click();

  await page.getByText('No teams yet.').waitFor();
  await page.goto(`${stack.gatewayUrl}/deals`);
  await page.getByText('No deals yet.').waitFor();
  expect(visit.complaints).toEqual([]);
});

test('a deal is shared with a team, appears for its members, and is unshared', async () => {
  const [owner, member] = await Promise.all([stack.signUp(), stack.signUp()]);
  const teamId = await createTeam(owner, member);
  const { body: deal } = await owner.post<Deal>('/api/deals', { name: 'Autumn launch' });
  const posted = { url: 'https://youtu.be/dQw4w9WgXcQ', postDate: daysAgo(0) };
  const { body: video } = await owner.post<{ id: string }>(`/api/deals/${deal.id}/videos`, posted);
  expect((await owner.post(`/api/deals/${deal.id}/views`, { videoId: video.id, value: 1_200 })).status).toBe(201);
  const visit = await openApp(stack, browser, owner, { path: `/deals/${deal.id}` });
  const { page } = visit;
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Share with Field team' }).click();
  await page.getByRole('button', { name: 'Stop sharing with Field team' }).waitFor();

  const theirs = await openApp(stack, browser, member, {
    path: `/teams/${teamId}`,
    viewport: { width: 320, height: 700 },
  });
  await theirs.page.getByRole('link', { name: 'Autumn launch' }).waitFor();
  expect(await theirs.page.getByRole('button', { name: /^Stop sharing/ }).count()).toBe(0);
  expect(await theirs.page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
  expect(await isTooWide(theirs.page)).toBe(false);
  expect(await findViolations(theirs.page)).toEqual([]);

  await theirs.page.setViewportSize({ width: 1_280, height: 800 });
  await theirs.page.getByRole('link', { name: 'Deals', exact: true }).click();
  await theirs.page.getByRole('row', { name: 'Autumn launch shared' }).waitFor();
  await theirs.page.getByText('1 deal · 1 shared with you', { exact: true }).waitFor();
  expect(await theirs.page.getByLabel('Select row 1').isDisabled()).toBe(true);
  await theirs.page.getByRole('button', { name: 'Only mine' }).click();
  await theirs.page.getByText('No deals of your own yet.').waitFor();
  await theirs.page.getByRole('link', { name: '1 is shared with you' }).click();
  await theirs.page.getByRole('link', { name: 'Autumn launch' }).waitFor();
  // The owner's actions do not complete the member's steps.
  await followTo(theirs.page, '/today');
  await theirs.page.getByText('1 recorded today').waitFor();
  await theirs.page.getByRole('button', { name: 'Copy for Autumn launch · 1' }).waitFor();
  await theirs.page.locator('[aria-current=step]').getByText('Import the videos you posted').waitFor();
  expect(await theirs.page.getByRole('img', { name: 'Done' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Stop sharing with Field team' }).click();
  await page.getByRole('button', { name: 'Share with Field team' }).waitFor();
  expect((await member.get(`/api/deals/${deal.id}`)).status).toBe(404);
  expect([...visit.complaints, ...theirs.complaints]).toEqual([]);
});

test('an external share shows the chosen fields, and can be disabled, edited and ended', async () => {
  const owner = await stack.signUp();
  const { body: deal } = await owner.post<Deal>('/api/deals', { name: 'Autumn launch', price: 1_250, notes: 'secret' });
  const visit = await openApp(stack, browser, owner, { path: `/deals/${deal.id}` });
  const { page } = visit;
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText("You're not in a team yet.").waitFor();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('checkbox', { name: 'Name', exact: true }).waitFor();
  expect(await dialog.getByRole('checkbox', { name: 'Price' }).isChecked()).toBe(false);
  expect(await dialog.getByRole('checkbox', { name: 'Notes' }).isChecked()).toBe(false);
  await dialog.getByRole('button', { name: 'All of Money' }).click();
  expect(await dialog.getByRole('checkbox', { name: 'Price' }).isChecked()).toBe(true);
  // Beside the boxes, as far as the screen is wide enough.
  const preview = dialog.getByRole('region', { name: 'What visitors see' });
  const placeOf = async (shown: Locator) => (await shown.boundingBox()) ?? { x: 0, y: 0 };
  const [box, beside] = [await placeOf(dialog.getByRole('checkbox').first()), await placeOf(preview)];
  expect(beside.x).toBeGreaterThan(box.x + 300);
  expect(Math.abs(beside.y - box.y)).toBeLessThan(50);
  await preview.getByText('€1,250').or(preview.getByText('$1,250')).waitFor();
  await preview.getByText('No view counts yet').waitFor();
  expect(await preview.getByText('secret').count()).toBe(0);
  await dialog.getByRole('button', { name: 'None of Money' }).click();
  await preview.getByText('1,250').waitFor({ state: 'detached' });
  await dialog.getByRole('checkbox', { name: 'Posted on' }).waitFor();
  await dialog.getByRole('checkbox', { name: 'View target' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 900, height: 700 });
  await preview.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Preview what visitors see' }).click();
  await preview.getByText('No view counts yet').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Hide preview' }).click();
  await preview.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1_280, height: 800 });
  await dialog.getByLabel('View limit (optional)').fill('10');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Expires on (optional)').fill(tomorrow);
  await dialog.getByLabel('Password (optional)').fill('open sesame 1');
  await dialog.getByRole('button', { name: 'Create and copy link' }).click();
  await page.getByText('Link copied').waitFor();
  const link = await dialog.getByLabel('Link created').inputValue();
  expect(new URL(link).pathname).toMatch(/^\/s\//);
  expect(await dialog.getByRole('link', { name: 'Preview as a visitor' }).getAttribute('href')).toBe(link);
  await dialog.getByText('10 left').waitFor();
  await dialog.getByRole('button', { name: 'QR code' }).click();
  const code = dialog.getByAltText('QR code that leads to the shared link');
  await eventually(async () => expect(await widthOf(code)).toBeGreaterThan(0));
  await dialog.getByRole('button', { name: /^Disable/ }).click();
  await dialog.getByText('Disabled', { exact: true }).waitFor();
  expect(await dialog.getByRole('link', { name: 'Preview as a visitor' }).count()).toBe(0);
  await dialog.getByRole('button', { name: /^Enable/ }).click();
  await dialog.getByText('Disabled', { exact: true }).waitFor({ state: 'detached' });
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await isTooWide(page)).toBe(false);
  await page.setViewportSize({ width: 1_280, height: 800 });

  await page.goto(`${stack.gatewayUrl}/shares`);
  await page.getByText('0 of 10', { exact: true }).waitFor();
  await page.getByRole('cell').getByText('Password').waitFor();
  await page.getByRole('cell').getByText('11:59').waitFor();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await isTooWide(page)).toBe(false);
  expect(await findViolations(page)).toEqual([]);
  const more = page.getByRole('button', { name: /^More for the link/ });
  await more.click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('cell').getByText('Disabled', { exact: true }).waitFor();
  const { body } = await owner.get<List<ExternalShare>>('/api/shares/external');
  expect(body.items).toMatchObject([{ isActive: false, maxViews: 10, hasPassword: true }]);

  await more.click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  const change = page.getByRole('dialog', { name: 'Edit link' });
  await change.getByRole('checkbox', { name: 'Price' }).check();
  expect(await change.getByLabel('Expires on').inputValue()).toBe(shownDate(tomorrow));
  await change.getByLabel('View limit').fill('25');
  await change.getByLabel('Remove the password').check();
  expect(await findViolations(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
  await change.getByRole('button', { name: 'Save' }).click();
  await page.getByText('0 of 25').waitFor();
  const changed = await owner.get<List<ExternalShare>>('/api/shares/external');
  expect(changed.body.items).toMatchObject([{ maxViews: 25, hasPassword: false, expiresAt: body.items[0]?.expiresAt }]);
  expect(changed.body.items[0]?.visibleFields).toEqual(expect.arrayContaining(['name', 'price']));
  expect(changed.body.items[0]?.visibleFields).not.toContain('notes');

  await more.click();
  await page.getByRole('menuitem', { name: 'End link…' }).click();
  await page.getByRole('button', { name: 'End link' }).click();
  await page.getByText('No shared links yet.').waitFor();
  expect(visit.complaints).toEqual([]);
});

test('shared links are searched by the name of their record, and the address keeps the search', async () => {
  const owner = await stack.signUp();
  for (const name of ['Café opening', 'Autumn launch']) {
    const { body: deal } = await owner.post<Deal>('/api/deals', { name });
    await owner.post('/api/shares/external', { entityType: 'deal', entityId: deal.id });
  }
  const visit = await openApp(stack, browser, owner, { path: '/shares' });
  const { page } = visit;
  await page.getByText(/^2 shared links ·/).waitFor();
  await page.getByRole('columnheader', { name: 'Created' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('cafe');
  await page.getByText(/^1 shared link matches ·/).waitFor();
  await page.getByRole('link', { name: 'Café opening' }).waitFor();
  expect(await page.getByRole('link', { name: 'Autumn launch' }).count()).toBe(0);
  expect(new URL(page.url()).search).toBe('?q=cafe');

  await page.reload();
  await page.getByText(/^1 shared link matches ·/).waitFor();
  await page.getByLabel('Search shared links').fill('winter');
  await page.getByText('No matching links').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Search shared links').fill('');
  await page.getByRole('link', { name: 'Autumn launch' }).waitFor();
  expect(visit.complaints).toEqual([]);
});

test('a share can be ended from its record, and its QR code is only for its owner', async () => {
  const [owner, other] = await Promise.all([stack.signUp(), stack.signUp()]);
  const { body: deal } = await owner.post<Deal>('/api/deals', { name: 'Autumn launch' });
  const { body: share } = await owner.post<ExternalShare>('/api/shares/external', {
    entityType: 'deal',
    entityId: deal.id,
  });
  const png = await owner.get(`/api/shares/external/${share.id}/qr?format=png`);
  expect([png.status, png.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await other.get(`/api/shares/external/${share.id}/qr`)).status).toBe(404);

  const visit = await openApp(stack, browser, owner, { path: `/deals/${deal.id}` });
  const { page } = visit;
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  expect(await dialog.getByRole('textbox', { name: /^Link of/ }).inputValue()).toBe(share.url);
  await dialog.getByText('no view limit').waitFor();
  await dialog.getByRole('button', { name: /^End link/ }).click();
  const question = page.getByRole('dialog', { name: 'End link?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: /^End link/ }).click();
  await question.getByRole('button', { name: 'End link' }).click();
  await question.waitFor({ state: 'detached' });
  await dialog.getByRole('textbox').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Create link…' }).waitFor();
  expect((await owner.get(`/api/shares/external/${share.id}`)).status).toBe(404);
  expect(visit.complaints).toEqual([]);
});
