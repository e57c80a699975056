import { expect, test } from '@jest/globals';
import { checkSelector } from './check-selector.js';

test.each([
  'h1',
  '#player > .video-stats:first-child',
  'div[data-e2e="browse-video"] strong, main h1',
  '[title=">> text=Views"]',
  'a:not(.x):hover',
  'section:has(> h2) p:nth-child(2n + 1 of .a)',
  ':is(main, article) video',
  '.\\31 23',
  'ytd-watch-metadata #info-container',
  '[href^="https://" i]',
  'p::first-line',
])('%j is a selector', (text) => {
  expect(checkSelector(text)).toEqual({ ok: true });
});

test.each([
  '',
  ' ',
  'text=Views',
  'text="Views"',
  '"Views"',
  'xpath=//h1',
  '//h1',
  '..',
  'css=h1',
  'id=player',
  'data-testid=x',
  'main >> h1',
  'main >> text=Views',
  'h1 >> nth=0',
  'internal:role=button',
  'role=button[name="x"]',
  'button:has-text("Views")',
  'button:text("Views")',
  'h1:visible',
  ':nth-match(h1, 2)',
  'h1:right-of(p)',
  'h1 {',
  'h1,',
  '> h1',
  'div[',
  'h1/* open',
  '#1a',
  'a'.repeat(513),
])('%j is refused', (text) => {
  expect(checkSelector(text)).toMatchObject({ ok: false });
});
