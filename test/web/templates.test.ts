import { expect, test } from '@jest/globals';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { AnswerOf, Deal, List } from '../system/answers.ts';
import { importDueVideos, openApp, pastedText } from './app.ts';
import { findViolations } from './axe.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

test('a message template is created with an attachment, copied with view counts, edited and deleted', async () => {
  const manager = await stack.signUp();
  await importDueVideos(manager, 1);
  const { body: due } = await manager.get<AnswerOf<'deals.due_views'>>('/api/deals/due-views');
  const [{ dealId, videoId } = { dealId: '', videoId: '' }] = due.items;
  await manager.post(`/api/deals/${dealId}/views`, { videoId, value: 4_321 });
  const visit = await openApp(stack, browser, manager, {
    path: '/templates',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page } = visit;
  await page.getByText('No templates yet.').waitFor();

  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'New message' });
  await form.getByLabel('Name').fill('Weekly report');
  await form.getByLabel('Subject').fill('Our numbers');
  const text = form.getByLabel('Text');
  await text.fill('Hello  of {name},\n\nBye');
  await text.press('Control+Home');
  for (let step = 0; step < 'Hello '.length; step += 1) await text.press('ArrowRight');
  await form.getByRole('button', { name: '{contact}' }).click();
  await text.press('End');
  await text.press('ArrowRight');
  await form.getByRole('button', { name: '{views}' }).click();
  expect(await text.inputValue()).toBe('Hello {contact} of {name},\n{views}\nBye');
  await form
    .getByLabel('Attachments')
    .setInputFiles(
      ['terms.txt', 'prices.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Terms') })),
    );
  await form.getByText('terms.txt').waitFor();
  await form.getByRole('button', { name: 'Remove prices.txt' }).click();
  await form.getByRole('button', { name: 'Create' }).click();
  const card = page.getByRole('article').filter({ hasText: 'Weekly report' });
  await card.getByText('terms.txt').waitFor();

  await card.getByRole('button', { name: 'Copy for a deal…' }).click();
  const copy = page.getByRole('dialog', { name: 'Copy “Weekly report”' });
  await copy.getByRole('combobox', { name: 'Deal' }).click();
  await copy.getByRole('option', { name: 'Autumn launch' }).click();
  await copy.getByText("{name} isn't a placeholder").waitFor();
  await copy.getByText('No contact to fill in').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await copy.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  expect(await copy.getByLabel('Subject').inputValue()).toBe('Our numbers');
  const message = copy.getByLabel('Message');
  await message.fill((await message.inputValue()).replace('Hello ', 'Hello Ann'));
  await copy.getByRole('button', { name: 'Copy message' }).click();
  await page.getByText('Message copied').waitFor();
  expect(await pastedText(page)).toMatch(/^Hello Ann of \{name\},\nAutumn launch \[CODE\w+\]\n.* 4,321 views .*\nBye$/);
  await card.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit message' });
  await edit.getByLabel('Subject').fill('Views of the week');
  await edit.getByRole('button', { name: 'Save' }).click();
  await card.getByText('Views of the week').waitFor();
  const { body } = await manager.get<AnswerOf<'templates.message.list'>>('/api/templates/message');
  expect(body.items).toMatchObject([{ subject: 'Views of the week', attachments: [{ name: 'terms.txt', bytes: 5 }] }]);

  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No templates yet.').waitFor();
  expect(visit.complaints).toEqual([]);
});

test('a deal template starts a deal, and a too large attachment is refused before upload', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/templates?tab=deals' });
  await page.getByRole('button', { name: 'New deal template' }).click();
  await page.getByLabel('Name').fill('Three reels');
  await page.getByLabel('Price').fill('900');
  await page.getByLabel('Days until posting').fill('14');
  await page.getByRole('button', { name: 'Create' }).click();
  const card = page.getByRole('article').filter({ hasText: 'Three reels' });
  await card.getByText('$900.00 · 14 days to posting').waitFor();

  await card.getByRole('button', { name: 'New deal' }).click();
  const fromHere = page.getByRole('dialog', { name: 'New deal' });
  expect(await fromHere.getByLabel('Price').inputValue()).toBe('900');
  await fromHere.getByLabel('Name').fill('Reels for Acme');
  await fromHere.getByRole('button', { name: 'Create deal' }).click();
  await page.getByRole('heading', { name: 'Reels for Acme' }).waitFor();

  await page.goto(`${stack.gatewayUrl}/deals`);
  await page.getByRole('button', { name: 'New deal from template' }).click();
  await page.getByRole('menuitem', { name: 'Three reels' }).click();
  const deal = page.getByRole('dialog', { name: 'New deal' });
  expect(await deal.getByLabel('Price').inputValue()).toBe('900');
  await deal.getByLabel('Name').fill('Reels for Northwind');
  await deal.getByRole('button', { name: 'Create deal' }).click();
  await page.getByRole('heading', { name: 'Reels for Northwind' }).waitFor();
  const { body } = await manager.get<List<Deal>>('/api/deals');
  const inTwoWeeks = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
  expect(body.items).toMatchObject([
    { name: 'Reels for Northwind', price: 900, postDate: inTwoWeeks },
    { name: 'Reels for Acme', price: 900, postDate: inTwoWeeks },
  ]);

  await page.goto(`${stack.gatewayUrl}/templates`);
  await page.getByRole('button', { name: 'New message' }).click();
  const large = { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(6_000_000) };
  await page.getByLabel('Attachments').setInputFiles(large);
  await page.getByRole('alert').getByText('Attachments must total at most 5 MB').waitFor();
});
