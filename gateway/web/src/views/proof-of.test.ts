import { expect, test } from '@jest/globals';
import { canReplaceProof } from './proof-of.js';

const SEEN = { screenshotId: '01900000-0000-7000-8000-000000000001', shortId: 'k3Tq9ZbW1xPa', previewUrl: null };
const [OWN, OTHERS] = [
  { ...SEEN, shareUrl: 'https://s.example/p' },
  { ...SEEN, shareUrl: null },
];
const HIDDEN = { screenshotId: null, redacted: true } as const;

test.each([
  ['the owner of the deal replaces any screenshot', { editable: true, deletable: true, screenshot: HIDDEN }, true],
  ['a team administrator attaches a first one', { editable: true, deletable: false, screenshot: null }, true],
  ['a team administrator replaces their own', { editable: true, deletable: false, screenshot: OWN }, true],
  ["a team administrator keeps another user's", { editable: true, deletable: false, screenshot: OTHERS }, false],
  ['a team administrator keeps a hidden one', { editable: true, deletable: false, screenshot: HIDDEN }, false],
  ['a team member changes none', { editable: false, deletable: false, screenshot: null }, false],
])('%s', (_case, viewCount, expected) => {
  expect(canReplaceProof(viewCount)).toBe(expected);
});
