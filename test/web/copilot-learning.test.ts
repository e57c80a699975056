/** Memories that the copilot suggests. */
import { expect, test } from '@jest/globals';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { AnswerOf } from '../system/answers.ts';
import { isTooWide } from '../system/chromium.ts';
import { proposeCandidate } from '../system/database.ts';
import { openApp } from './app.ts';
import { findViolations } from './axe.ts';
import { keepPicture } from './pictures.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

const agree = { scope: 'learning', version: '2026-01', granted: true };

test('a user edits and accepts one suggestion, and dismisses another', async () => {
  const user = await stack.signUp();
  await user.post('/api/copilot/consent', agree);
  for (const statement of ['I prefer CPM deals', 'I never work on Sundays']) {
    await proposeCandidate(stack.databaseAdminUrl, user.userId, statement);
  }
  const visit = await openApp(stack, browser, user, { path: '/copilot', colorScheme: 'light' });
  const { page } = visit;
  const cards = page.getByRole('region', { name: 'Remember this?' });
  await cards.getByRole('textbox').nth(1).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await keepPicture(page, 'copilot-learning');

  const texts = await cards
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => String(Reflect.get(field, 'value'))));
  const at = texts.indexOf('I prefer CPM deals');
  await cards.getByRole('textbox').nth(at).fill('I prefer CPM deals for launches');
  await cards.getByRole('button', { name: 'Remember' }).nth(at).click();
  await page.getByText('Memory saved').waitFor();
  await cards.getByRole('textbox').nth(1).waitFor({ state: 'detached' });
  await cards.getByRole('button', { name: 'Dismiss' }).click();
  await cards.waitFor({ state: 'detached' });

  const { body } = await user.get<AnswerOf<'memory.list'>>('/api/memory');
  expect(body.items.map(({ content, source }) => [content, source.type])).toEqual([
    ['I prefer CPM deals for launches', 'copilot_learning'],
  ]);
  expect(visit.complaints).toEqual([]);
});

test('without consent a suggestion cannot be accepted, and all of them can be deleted', async () => {
  const user = await stack.signUp();
  await proposeCandidate(stack.databaseAdminUrl, user.userId);
  const phone = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };
  const { page } = await openApp(stack, browser, user, { path: '/copilot', ...phone });
  await page.getByRole('button', { name: 'Remember' }).click();
  await page.getByText('Give it in your copilot settings first.').waitFor();
  expect(await isTooWide(page)).toBe(false);

  await page.goto(`${stack.gatewayUrl}/copilot/settings`);
  await page.getByRole('button', { name: 'Delete what it learned…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Suggestions deleted').waitFor();

  const { body } = await user.get<AnswerOf<'copilot.list_candidates'>>('/api/copilot/learning/candidates');
  expect(body.total).toBe(0);
});
