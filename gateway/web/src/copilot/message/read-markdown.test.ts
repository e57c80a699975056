import { expect, test } from '@jest/globals';
import { array, assert, constantFrom, nat, property } from 'fast-check';
import { showHidden } from '../show-hidden.js';
import { NO_MARKDOWN, readEntities, readLink, readMarkdown } from './read-markdown.js';

test('incremental parsing gives the same result as parsing the whole text', () => {
  const blocks = constantFrom(
    'Views of **today**\n',
    '- one\n',
    '- two\n\n',
    '  more of it\n\n',
    '1. first\n',
    '```js\n',
    'code\n\n',
    '```\n',
    '> said\n',
    '| a | b |\n|---|---|\n| 1 | 2 |\n',
    '===\n',
    '\n',
    '# Head\n',
    '<div>\n',
    '    indented\n',
    '---\n',
  );

  assert(
    property(array(blocks, { maxLength: 12 }), array(nat(), { maxLength: 6 }), (pieces, cuts) => {
      const text = pieces.join('');
      const ends = [...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted((one, other) => one - other);
      let read = NO_MARKDOWN;
      for (const end of ends) read = readMarkdown(text.slice(0, end), read);

      expect(read.sections).toEqual(readMarkdown(text).sections);
    }),
  );
});

test.each([
  ['quotes', '>'.repeat(5_000)],
  ['quotes with blanks', '> '.repeat(5_000)],
  ['items', '- '.repeat(5_000)],
  ['numbers', '1. '.repeat(5_000)],
  [
    'steps',
    Array.from({ length: 2_000 }, (_each, depth) => `${' '.repeat(depth * 2)}- x`)
      .join('\n')
      .slice(0, 64_000),
  ],
  ['marks', `${'*a **b '.repeat(4_000)}${'b** a* '.repeat(4_000)}`],
])('endlessly nested %s can be read too', (_what, text) => {
  const tokens = readMarkdown(text).sections.flat();

  expect(tokens.map(({ raw }) => raw).join('')).toBe(text);
});

test('a line across the page is not nesting', () => {
  expect(
    readMarkdown(`one\n\n${'-'.repeat(80)}\n`)
      .sections.flat()
      .map(({ type }) => type),
  ).toContain('hr');
});

test.each([
  ['gnp\u202Eexe', 'gnp\uFFFDexe'],
  ['tag \u{E0041}\u2066x', 'tag \uFFFD\uFFFDx'],
  ['zero\u200Bwidth\uFEFF', 'zero\uFFFDwidth\uFFFD'],
  ['\u{1F469}\u200D\u{1F467}\n\t\u0634\u200C', '\u{1F469}\u200D\u{1F467}\n\t\u0634\u200C'],
])('%j shows as %j', (text, shown) => {
  expect(showHidden(text)).toBe(shown);
});

test.each([
  ['a &amp; b &lt;i&gt; &#65;&#x42;', 'a & b <i> AB'],
  ['&unknown; &#0; &#x110000; &', '&unknown; &#0; &#x110000; &'],
])('%j means %j', (text, meant) => {
  expect(readEntities(text)).toBe(meant);
});

test.each([
  ['https://example.com/a?b', 'example.com'],
  ['http://user:word@evil.example:81/', 'evil.example:81'],
  ['mailto:a@example.com?subject=x', 'a@example.com'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['/deals', undefined],
  ['//evil.example', undefined],
  ['ftp://example.com', undefined],
])('a link to %j says %j', (href, place) => {
  expect(readLink(href)?.place).toBe(place);
});
