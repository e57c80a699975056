import { expect, test } from '@jest/globals';
import { OPTIONS } from './option-table.js';
import { readArguments } from './read-arguments.js';
import { describeUsage } from './usage.js';

test('parses options and applies defaults', () => {
  const read = readArguments(['preflight', '--url', 'https://a.example', '--url=b', '--enrich-limit', '0', '--mock']);

  expect(read).toMatchObject({
    mode: 'preflight',
    values: { url: ['https://a.example', 'b'], 'enrich-limit': 0, 'capture-limit': 3, mock: true, pretty: false },
  });
});

test.each([
  [[], 'The first argument must be preflight or collect'],
  [['plan'], 'The first argument must be preflight or collect'],
  [['preflight', 'extra'], '"extra" belongs to no option'],
  [['preflight', '--urls', 'a'], '--urls is not an option'],
  [['preflight', '-x'], '-x is not an option'],
  [['preflight', '--url'], '--url needs a value: URL.'],
  [['preflight', '--query', 'a', '--query', 'b'], '--query must be given once.'],
  [['preflight', '--mock', '--mock'], '--mock must be given once.'],
  [['preflight', '--mock=yes'], '--mock takes no value.'],
  [['preflight', '--enrich-limit', '26'], '--enrich-limit must be at most 25.'],
  [['preflight', '--capture-limit', '-1'], '--capture-limit must be a whole number.'],
  [['preflight', '--capture-limit', '1e1'], '--capture-limit must be a whole number.'],
  [['preflight', '--timeout', '0'], '--timeout must be at least 5.'],
  [['preflight', '--query', ' '], '--query must not be empty.'],
  [['preflight', '--workflow', 'export'], '--workflow must be import or view_check.'],
  [['preflight', '--as-of', 'yesterday'], '--as-of must be a time such as 2026-05-02T10:00:00Z.'],
  [['preflight', ...Array.from({ length: 21 }, () => ['--url', 'a']).flat()], '--url must be given at most 20 times.'],
])('rejects %j with a message', (argv, message) => {
  expect(() => readArguments(argv)).toThrow(expect.objectContaining({ code: 'USAGE', exitCode: 2 }));
  expect(() => readArguments(argv)).toThrow(message);
});

test('returns help for --help, with any other arguments', () => {
  expect(readArguments(['--nonsense', '--help'])).toBe('help');
});

test('documents every option with its placeholder', () => {
  const named = [...describeUsage().matchAll(/^ {2}(--\S+(?: \S+)?) {2,}\S| {2}(--\S+(?: \S+)?) \S/gm)].map(
    ([, one, other]) => one ?? other,
  );

  expect(named.toSorted()).toEqual(
    Object.entries(OPTIONS)
      .map(([name, row]) => (`value` in row ? `--${name} ${row.value}` : `--${name}`))
      .toSorted(),
  );
});
