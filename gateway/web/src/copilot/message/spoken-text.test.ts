import { expect, test } from '@jest/globals';
import { spokenSentences } from './spoken-text.js';

test('whole sentences are announced, without markup', () => {
  const text =
    '# Due\n\n- **Two** videos are due. See [the list](https://example.com).\n\n| a | b |\n|---|---|\nAnd `mo';

  expect(spokenSentences(text, false)).toEqual(['Due', 'Two videos are due.', 'See the list.', 'a  b']);
  expect(spokenSentences(text, true).at(-1)).toBe('And mo');
});

test('characters that hide or reorder text are announced as they are displayed', () => {
  expect(spokenSentences('Paid\u202E 001\u2066.\u{E0041}', true)).toEqual(['Paid\uFFFD 001\uFFFD.\uFFFD']);
});
