import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import type { Page } from 'playwright-core';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { Session } from '../stack.ts';
import { isTooWide } from '../system/chromium.ts';
import { createTeam, dropFile, openApp } from './app.ts';
import { findViolations } from './axe.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

interface Records {
  readonly total: number;
  readonly items: readonly Record<string, unknown>[];
}

async function recordsOf(user: Session, family: string): Promise<Records> {
  return (await user.get<Records>(`/api/${family}`)).body;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a contact is created, searched, changed and deleted, and an error is shown at its field', async () => {
  const user = await stack.signUp();
  const visit = await openApp(stack, browser, user, { path: '/contacts', isUnhurried: true });
  const { page } = visit;
  await page.getByText('No contacts yet.').waitFor();

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New contact' });
  await dialog.getByLabel('Name', { exact: true }).fill('Ann <b>Lee</b>');
  await dialog.getByLabel('Email').fill('nobody');
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('coffee, tea');
  await dialog.getByLabel('Revenue').fill('1234.5');
  await button(page, 'Add account').click();
  await dialog.getByLabel('Platform').fill('youtube');
  await dialog.getByLabel('Account name').fill('annlee');
  await button(page, 'Create').click();
  await dialog.getByText('Enter an email address, like name@example.com.').waitFor();
  // The browser's own validation accepts a host without a domain.
  await dialog.getByLabel('Email').fill('ann@nowhere');
  await button(page, 'Create').click();
  await dialog.getByRole('alert').getByText('Must be an email address').waitFor();
  expect(await dialog.getByLabel('Email').evaluate((field) => field.matches(':focus'))).toBe(true);
  await dialog.getByLabel('Email').fill('ann@example.org');
  await button(page, 'Create').click();
  await dialog.waitFor({ state: 'detached' });

  const [made] = (await recordsOf(user, 'contacts')).items;
  expect(made).toMatchObject({
    name: 'Ann <b>Lee</b>',
    email: 'ann@example.org',
    tags: ['coffee', 'tea'],
    revenue: 1234.5,
    handles: [{ platform: 'youtube', handle: 'annlee' }],
  });

  await page.getByRole('searchbox').fill('nobody here');
  await page.getByText('No matching contacts').waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('nobody here');
  await page.getByRole('searchbox').fill('ann');
  await page.getByRole('link', { name: 'Ann <b>Lee</b>' }).click();

  await page.getByRole('heading', { name: 'Ann <b>Lee</b>' }).waitFor();
  await page.keyboard.press('e');
  await page.getByLabel('Company').fill('Acme');
  await page.getByLabel('Email').fill('');
  await button(page, 'Save').click();
  await page.getByText('Acme').waitFor();
  const { body: deal } = await user.post<{ id: string }>('/api/deals', { name: 'Kite', contactId: made?.id });
  for (const [direction, amount] of [
    ['incoming', 300],
    ['incoming', 50.5],
    ['outgoing', 80],
  ] as const) {
    await user.post(`/api/deals/${deal.id}/payments`, { direction, amount, currency: 'EUR' });
  }
  await page.reload();
  await page.getByRole('region', { name: 'Payments' }).getByText('€350.50 open · €80.00 outgoing').waitFor();
  expect((await recordsOf(user, 'contacts')).items).toMatchObject([{ company: 'Acme', email: null, version: 2 }]);

  await button(page, 'Delete').click();
  await button(page, 'Delete contact').click();
  await page.waitForURL('**/contacts');
  await page.getByText('No contacts yet.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.reload();
  await eventually(async () => expect((await recordsOf(user, 'contacts')).total).toBe(0));
  // The browser reports the 400 response.
  expect(visit.complaints.filter((complaint) => !complaint.includes('400'))).toEqual([]);
});

test.each(['/contacts', '/influencers'])('on a phone, the search of %s has the saved views beside it', async (path) => {
  const user = await stack.signUp();
  const { page } = await openApp(stack, browser, user, { path, viewport: { width: 390, height: 800 } });
  const search = await page.getByRole('searchbox', { name: 'Search' }).boundingBox();
  const views = await button(page, 'Saved views').boundingBox();

  expect(Math.abs((search?.y ?? 0) - (views?.y ?? 800))).toBeLessThan(8);
  expect(await isTooWide(page)).toBe(false);
});

test('an email that another contact has is pointed out, and can be kept', async () => {
  const user = await stack.signUp();
  await user.post('/api/contacts', { name: 'Maya Lin', email: 'maya@example.org' });
  await user.post('/api/contacts', { name: 'Press office', email: 'amaya@example.org' });
  const { page } = await openApp(stack, browser, user, { path: '/contacts' });
  await page.getByRole('link', { name: 'Maya Lin' }).waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New contact' });
  await dialog.getByLabel('Name', { exact: true }).fill('Maya L.');
  await dialog.getByLabel('Email').fill('Maya@example.org');
  await dialog.getByLabel('Phone').focus();

  await dialog.getByRole('status').getByText('Maya Lin already has this email.').waitFor();
  expect(await dialog.getByRole('link', { name: 'Maya Lin' }).getAttribute('href')).toMatch(/^\/contacts\//);
  await button(page, 'Create').click();
  await page.getByRole('link', { name: 'Maya L.' }).click();
  await page.getByRole('heading', { name: 'Maya L.' }).waitFor();
  await page.keyboard.press('e');
  const field = page.getByLabel('Email');
  await page.getByText('Maya Lin already has this email.').waitFor();
  await field.fill('amaya@example.org');
  await page.getByLabel('Phone').focus();
  await page.getByText('Press office already has this email.').waitFor();
  await field.fill('maya.l@example.org');
  await page.getByLabel('Phone').focus();
  await page.getByText('already has this email').waitFor({ state: 'detached' });
});

test('renaming an account removes the link of the previous name', async () => {
  const user = await stack.signUp();
  const handles = [{ platform: 'instagram', handle: '@ann', url: 'https://instagram.com/ann' }];
  const { body: contact } = await user.post<{ id: string }>('/api/contacts', { name: 'Ann', handles });
  const { page } = await openApp(stack, browser, user, { path: `/contacts/${contact.id}` });
  await button(page, 'Edit').click();
  await page.getByLabel('Account name').fill('@ann_new');
  await button(page, 'Save').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const { body } = await user.get<{ handles: object[] }>(`/api/contacts/${contact.id}`);
  expect(body.handles).toEqual([{ platform: 'instagram', handle: '@ann_new', url: null }]);
});

test('a concurrent change is merged with the typed one without asking', async () => {
  const user = await stack.signUp();
  const { body: contact } = await user.post<{ id: string }>('/api/contacts', { name: 'Ann', company: 'Acme' });
  const { page } = await openApp(stack, browser, user, { path: `/contacts/${contact.id}` });
  await button(page, 'Edit').click();
  await page.getByLabel('Phone').fill('+49 30 123');
  await user.patch(`/api/contacts/${contact.id}`, { company: 'Northwind' });

  await button(page, 'Save').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByText('+49 30 123').waitFor();
  await page.getByText('Northwind').waitFor();
});

test('a shared contact names its owner, hides notes and revenue, and cannot be edited', async () => {
  const [owner, mate] = await Promise.all([stack.signUp(), stack.signUp()]);
  const teamId = await createTeam(owner, mate);
  const { body: shared } = await owner.post<{ id: string }>('/api/contacts', {
    name: 'Known to both',
    email: 'both@example.org',
    notes: 'Likes tea.',
    revenue: 900,
  });
  await owner.post(`/api/teams/${teamId}/share`, { entityType: 'contact', entityId: shared.id });
  await mate.post('/api/contacts', { name: 'Known to both', email: 'both@example.org' });
  await mate.post('/api/contacts', { name: 'Mine alone' });
  const { page } = await openApp(stack, browser, mate, { path: '/contacts' });
  const rows = page.getByRole('table', { name: 'Contacts' }).getByRole('row');
  await eventually(async () => expect(await rows.count()).toBe(4));

  await button(page, 'In both lists').click();
  await eventually(async () => expect(await rows.filter({ hasText: 'Mine alone' }).count()).toBe(0));
  expect(new URL(page.url()).searchParams.get('visibility')).toBe('mutual');
  await page.reload();
  await page.getByText('You and A Person').waitFor();
  await button(page, 'Shared with me').click();
  await page.getByText('A Person and you').waitFor();
  await page.getByRole('link', { name: 'Known to both' }).click();

  await page.getByText('Shared by A Person').waitFor();
  expect(await page.getByText('Hidden').count()).toBe(2);
  expect(await button(page, 'Edit').count()).toBe(0);
  expect(await button(page, 'Request access').count()).toBe(0);
  expect(await page.content()).not.toContain('Likes tea.');
});

const STRANGE_CSV = `Wer,E-Mail,Kanal,Umsatz,Bemerkung
"=HYPERLINK(""https://evil.example"",""x"")",eve@example.org,@eve,"1.234,50",one
Ann Lee,ann@example.org,@ann,"12,5",two
Ann L,ann@example.org,,,
,,,,nobody
`;

async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('Drop a CSV or vCard file here').setInputFiles(file);
}

test('an import maps unknown columns and keeps formulas as text, and repeating it changes nothing', async () => {
  const user = await stack.signUp();
  const visit = await openApp(stack, browser, user, { path: '/influencers/import' });
  const { page } = visit;
  const countOf = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').innerText();

  await chooseFile(page, 'people.csv', STRANGE_CSV);
  await page.getByLabel('Wer').selectOption('Name');
  await page.getByLabel('Kanal').selectOption('YouTube');
  await page.getByLabel('Bemerkung').selectOption('Notes');
  await page.getByRole('cell', { name: '=HYPERLINK("https://evil.example","x")' }).waitFor();
  expect(await Promise.all(['to add', 'to fill in', 'already there', 'invalid'].map(countOf))).toEqual([
    '2',
    '0',
    '1',
    '1',
  ]);
  expect((await recordsOf(user, 'influencers')).total).toBe(0);
  await button(page, 'Import 2 records').click();
  await page.getByText('Added 2, filled in 0. Already there: 1. Skipped: 1.').waitFor();

  const { items } = await recordsOf(user, 'influencers');
  expect(items.toSorted((one, other) => (String(one['email']) < String(other['email']) ? -1 : 1))).toMatchObject([
    { name: 'Ann Lee', revenue: 12.5, notes: 'two', handles: [{ platform: 'youtube', handle: '@ann' }] },
    { name: '=HYPERLINK("https://evil.example","x")', revenue: 1234.5, notes: 'one' },
  ]);

  await button(page, 'Import another file').click();
  await chooseFile(page, 'people.csv', STRANGE_CSV);
  await page.getByLabel('Wer').selectOption('Name');
  await page.getByLabel('Kanal').selectOption('YouTube');
  await page.getByLabel('Bemerkung').selectOption('Notes');
  await eventually(async () => expect(await countOf('already there')).toBe('3'));
  expect(await button(page, 'Nothing to import').isDisabled()).toBe(true);
  expect(visit.complaints).toEqual([]);
});

test('ambiguous amounts follow the chosen decimal separator', async () => {
  const user = await stack.signUp();
  const { page } = await openApp(stack, browser, user, { path: '/contacts/import' });

  await chooseFile(page, 'amounts.csv', 'name,revenue\nAnn,1.250\n');
  await page.getByLabel('Decimal separator').selectOption(',');
  await page.getByRole('cell', { name: '$1,250.00' }).waitFor();
  await button(page, 'Import 1 record').click();
  await page.getByText('Added 1').waitFor();

  expect((await recordsOf(user, 'contacts')).items).toMatchObject([{ revenue: 1250 }]);
});

test('a dropped vCard is imported', async () => {
  const user = await stack.signUp();
  const { page } = await openApp(stack, browser, user, { path: '/contacts/import' });

  const lines = ['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ann Lee', 'EMAIL:ann@example.org', 'END:VCARD', ''];
  const content = Buffer.from(lines.join('\r\n'));
  await dropFile(page.getByText('Drop a CSV or vCard file here'), { name: 'ann.vcf', type: 'text/vcard', content });
  await button(page, 'Import 1 record').click();
  await page.getByText('Added 1').waitFor();
  await page.getByRole('link', { name: 'Show contacts' }).click();

  await page.getByRole('link', { name: 'Ann Lee' }).waitFor();
});

test.each([
  ['light', 1_280],
  ['dark', 360],
] as const)('the pages are accessible and fit: %s, %d pixels wide', async (colorScheme, width) => {
  const user = await stack.signUp();
  const fields = { name: 'Alongnamewithoutaspace'.repeat(6), email: 'long@example.org', tags: ['a', 'b'] };
  const { body: contact } = await user.post<{ id: string }>('/api/contacts', fields);
  const { page } = await openApp(stack, browser, user, {
    path: '/contacts',
    colorScheme,
    viewport: { width, height: 800 },
  });
  const look = async (): Promise<unknown> => ({
    violations: await findViolations(page),
    isTooWide: await isTooWide(page),
  });
  const fine = { violations: [], isTooWide: false };
  await page.getByRole('link', { name: fields.name }).waitFor();

  expect(await look()).toEqual(fine);
  await button(page, 'New contact').click();
  await page.getByRole('dialog').waitFor();
  expect(await look()).toEqual(fine);
  await page.goto(`${stack.gatewayUrl}/contacts/${contact.id}`);
  await page.getByRole('heading', { name: fields.name }).waitFor();
  expect(await look()).toEqual(fine);
  await page.goto(`${stack.gatewayUrl}/contacts/import`);
  await chooseFile(page, 'people.csv', STRANGE_CSV);
  await page.getByText('recognized').waitFor();
  expect(await look()).toEqual(fine);
});
