import { expect, test } from '@jest/globals';
import { bare, brotlied, gzipped, heaviestPage, readBundle } from './bundle.ts';

const KB = 1_000;

const bundle = readBundle();

test('Today stays within its script budget', () => {
  expect(gzipped(bundle.todayScripts)).toBeLessThanOrEqual(165 * KB);
  expect(brotlied(bundle.todayScripts)).toBeLessThanOrEqual(145 * KB);
});

test('the sign-in page stays within its smaller script budget', () => {
  expect(gzipped(bundle.loginScripts)).toBeLessThanOrEqual(115 * KB);
});

test('no page adds more than 60 kB to the scripts of Today', () => {
  expect(bundle.pages.size).toBeGreaterThan(3);
  expect(heaviestPage(bundle).bytes).toBeLessThanOrEqual(60 * KB);
});

test('styles and the font for Latin readers are small', () => {
  expect(gzipped(bundle.styles)).toBeLessThanOrEqual(12 * KB);
  expect(bundle.latinFonts).toHaveLength(1);
  expect(bare(bundle.latinFonts)).toBeLessThanOrEqual(50 * KB);
});

test("the copilot's pages and panel, including the Markdown parser, add at most 30 kB each", () => {
  const added = [...bundle.pages].filter(([page]) => page.startsWith('src/copilot/'));

  expect(added).toHaveLength(4);
  for (const [page, scripts] of added) expect([page, gzipped(scripts) <= 30 * KB]).toEqual([page, true]);
});
