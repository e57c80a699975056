import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { createImageFilter } from './without-images.js';

function filter(pieces: readonly string[]): string {
  const images = createImageFilter();
  return pieces.map((piece) => images.push(piece)).join('') + images.end();
}

test.each([
  ['![a](b)', '[a](b)'],
  ['!![a](b)', '[a](b)'],
  ['![![a](b)](c)', '[[a](b)](c)'],
  ['Hello! [a](b)', 'Hello! [a](b)'],
  ['Wow!!!', 'Wow!!!'],
  [`${'!'.repeat(5_000)}[a](b)`, '[a](b)'],
])('%j becomes %j', (text, told) => {
  expect(filter([text])).toBe(told);
});

test('the output does not depend on how a text is split, and contains no images', () => {
  const piece = fc.string({ unit: fc.constantFrom('!', '[', ']', '(', ')', 'a', '\n', '🙂'), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const whole = pieces.join('');
      expect(filter(pieces)).toBe(filter([whole]));
      expect(filter([whole])).toBe(whole.replaceAll(/!+\[/g, '['));
    }),
  );
});
