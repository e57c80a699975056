import { expect, test } from '@jest/globals';
import { snippetOf } from './snippet.js';

test('a snippet is the part of the text around the match, on one line', () => {
  const long = `${'before '.repeat(30)}the needle\nand ${'after '.repeat(60)}`;

  const snippet = snippetOf('NEEDLE', ['nothing here', null, long]);

  expect(snippet).toMatch(/^….*the needle and after.*…$/);
  expect(snippet.length).toBeLessThanOrEqual(162);
});

test('case and accents are ignored, even where they change the length of a text', () => {
  const text = `${'ﬁrst Ünïcode '.repeat(10)}Ångström`;

  expect(snippetOf('angstrom', [text])).toContain('Ångström');
  expect(snippetOf('ünicode', [text])).toMatch(/^ﬁrst Ünïcode/);
});

test('for a match elsewhere, the snippet is the beginning of the first text', () => {
  expect(snippetOf('x', [null, '  ', 'Acme', 'other'])).toBe('Acme');
  expect(snippetOf('x', [])).toBe('');
});

test('a snippet never splits a character', () => {
  const text = `${'a'.repeat(159)}😀${'b'.repeat(100)}`;

  expect(snippetOf('a', [text]).isWellFormed()).toBe(true);
});
