import { expect, test } from '@jest/globals';
import { noise } from '@svc/images/testing/test-images';
import { sharedBrowser, sharedStack } from '../shared-stack.ts';
import type { AnswerOf, Deal } from '../system/answers.ts';
import { followTo, openApp } from './app.ts';
import { findViolations } from './axe.ts';

const stack = await sharedStack();
const browser = await sharedBrowser();

test('a screenshot is uploaded, shown, linked to a deal and deleted', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Winter coats' });
  const visit = await openApp(stack, browser, manager, { path: '/screenshots' });
  const { page } = visit;
  await page.getByText('No screenshots yet.').waitFor();

  await page.getByRole('button', { name: 'Upload' }).click();
  const picture = { name: 'views.png', mimeType: 'image/png', buffer: await noise(320, 180) };
  await page.getByLabel('Drop an image here').setInputFiles(picture);
  const card = page.getByRole('article');
  await card.getByRole('img').waitFor();
  expect(await findViolations(page)).toEqual([]);

  await card.getByRole('button', { name: 'More for this screenshot' }).click();
  await page.getByRole('menuitem', { name: 'Link to deal…' }).click();
  await page.getByRole('combobox', { name: 'Deal' }).fill('winter');
  await page.getByRole('option', { name: 'Winter coats' }).click();
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await card.getByRole('link', { name: 'Winter coats' }).waitFor();
  await card.getByText('No video').waitFor();
  const { body } = await manager.get<AnswerOf<'screenshots.list'>>('/api/screenshots');
  expect(body.items).toMatchObject([{ dealId: deal.id, grade: 'uploaded' }]);

  await manager.post<Deal>('/api/deals', { name: 'Spring coats' });
  await card.getByRole('button', { name: 'More for this screenshot' }).click();
  await page.getByRole('menuitem', { name: 'Link to another deal…' }).click();
  const linking = page.getByRole('dialog', { name: 'Link to deal' });
  expect(await linking.getByText('Moves the screenshot').count()).toBe(0);
  await linking.getByRole('combobox', { name: 'Deal' }).fill('spring');
  await linking.getByRole('option', { name: 'Spring coats' }).click();
  await linking.getByText('Moves the screenshot from Winter coats to Spring coats.').waitFor();
  await linking.getByRole('button', { name: 'Link', exact: true }).click();
  await card.getByRole('link', { name: 'Spring coats' }).waitFor();

  await card.getByRole('button', { name: 'More for this screenshot' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete screenshot' }).click();
  await page.getByText('No screenshots yet.').waitFor();
  expect(visit.complaints).toEqual([]);
});

test('screenshots name their video and deal, and open large one after another', async () => {
  const manager = await stack.signUp();
  const { body: deal } = await manager.post<Deal>('/api/deals', { name: 'Winter coats' });
  const video = { url: 'https://www.youtube.com/watch?v=aaaaaaaaaa1', title: 'Unboxing', postDate: '2026-01-10' };
  const { body: added } = await manager.post<{ id: string }>(`/api/deals/${deal.id}/videos`, video);
  for (const fields of [{ dealId: deal.id, videoId: added.id, detectedViews: 1_200 }, {}]) {
    const image = (await noise(320, 180)).toString('base64');
    await manager.post('/api/screenshots', { ...fields, image: `data:image/png;base64,${image}` });
  }
  const visit = await openApp(stack, browser, manager, { path: '/screenshots' });
  const { page } = visit;
  const card = page.getByRole('article').filter({ hasText: 'Winter coats' });
  expect(await card.getByRole('link', { name: 'Unboxing' }).getAttribute('href')).toBe(video.url);

  await card.getByRole('button', { name: 'Screenshot of Unboxing' }).press('Enter');
  const lightbox = page.getByRole('dialog', { name: '1,200 views' });
  await lightbox.getByText('2 of 2').waitFor();
  await lightbox.getByRole('img', { name: 'Screenshot of Unboxing' }).waitFor();
  expect(await lightbox.getByRole('link', { name: 'Unboxing' }).getAttribute('href')).toBe(video.url);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('dialog', { name: 'Screenshot' }).getByText('Not linked to a deal').waitFor();
  await page.keyboard.press('ArrowLeft');
  await lightbox.getByRole('link', { name: 'Winter coats' }).click();
  await page.waitForURL(`**/deals/${deal.id}?tab=views`);
  expect(visit.complaints).toEqual([]);
});

test('a page that may not be captured is refused with the reason', async () => {
  const manager = await stack.signUp();
  const { page } = await openApp(stack, browser, manager, { path: '/screenshots' });
  await page.getByRole('button', { name: 'Capture page' }).click();
  await page.getByLabel('Page URL').fill('http://127.0.0.1:9/');
  await page.getByRole('button', { name: 'Capture', exact: true }).click();

  await page.getByRole('dialog').getByRole('alert').waitFor();
  expect(await page.getByLabel('Page URL').inputValue()).toBe('http://127.0.0.1:9/');

  let asked = 0;
  const error = { code: 'UNAVAILABLE', message: "Pages can't be captured here." };
  await page.route('**/api/screenshots/capture', (route) => {
    asked += 1;
    return route.fulfill({ status: 503, json: { error } });
  });
  await page.getByRole('button', { name: 'Capture', exact: true }).click();
  await page.getByText(error.message).waitFor();
  expect(asked).toBe(1);
});

test('a screenshot that waits for its upload is not polled', async () => {
  const manager = await stack.signUp();
  await manager.post('/api/screenshots/reserve', {});
  const { page } = await openApp(stack, browser, manager);
  await page.clock.install();
  let reads = 0;
  page.on('request', (request) => (reads += /\/api\/screenshots\?/.test(request.url()) ? 1 : 0));
  await followTo(page, '/screenshots');
  await page.getByText('No image').waitFor();
  const before = reads;
  await page.clock.runFor(10_000);
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByText('No matching screenshots').waitFor();

  // Only the search reads.
  expect(reads).toBe(before + 1);
});

test('a page that is still being captured appears once its screenshot is stored', async () => {
  const manager = await stack.signUp();
  const image = `data:image/png;base64,${(await noise(320, 180)).toString('base64')}`;
  await manager.post('/api/screenshots', { image });
  const { page } = await openApp(stack, browser, manager);
  const list = await manager.get<AnswerOf<'screenshots.list'>>('/api/screenshots');
  const pending = { pending: true, origin: 'capture', previewUrl: null, imageUrl: null };
  const items = list.body.items.map((each) => ({ ...each, ...pending }));
  const answers = [{ ...list.body, items }];
  await page.route(/\/api\/screenshots\?/, (route) => {
    const json = answers.pop();
    return json ? route.fulfill({ json }) : route.continue();
  });

  await followTo(page, '/screenshots');

  await page.getByRole('article').getByRole('img').waitFor();
  expect(answers).toEqual([]);
});
