import { expect, test } from '@jest/globals';
import { newUserCode, readUserCode, showUserCode } from './user-code.js';

test('a code is read in any spelling', () => {
  const code = newUserCode();

  for (const typed of [
    code,
    showUserCode(code),
    showUserCode(code).toLowerCase(),
    ` ${code.slice(0, 3)} ${code.slice(3)} `,
  ]) {
    expect(readUserCode(typed)).toBe(code);
  }
});

test.each(['', 'BCDF-GHJ', 'BCDF-GHJKL', 'AEIO-UAEI', 'BCDF_GHJK', '1234-5678'])('%j is not a code', (typed) => {
  expect(readUserCode(typed)).toBeNull();
});
