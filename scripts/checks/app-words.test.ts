import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ROOT } from '../stack/paths.ts';
import { findBannedWords } from './app-words.ts';

const TEXTS = ['gateway/web/src/**/*.{ts,tsx}', 'gateway/src/surfaces/pages/*.ts'];

const breachesIn = (source: string): string[] => findBannedWords('page.tsx', source).map(({ text }) => text);

test('the app and the server-rendered pages follow the guide', () => {
  const files = globSync(TEXTS, { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'));
  const breaches = files.flatMap((path) =>
    findBannedWords(path, readFileSync(join(ROOT, path), 'utf8')).map(({ line, text }) => `${path}:${line}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(breaches).toEqual([]);
});

describe('finds violations', () => {
  test.each([
    ['in what is between elements', 'const Page = () => <p>Deals come\n  here.</p>;', 'Deals come here.'],
    ['in an attribute', 'const Field = () => <input aria-label="Your e-mail" />;', 'Your e-mail'],
    ['in a string', "showToast('It cannot be copied.');", 'It cannot be copied.'],
    [
      'around what is put in',
      'const say = (name: string) => `Invite ${name}, or somebody else`;',
      ', or somebody else',
    ],
  ])('%s', (_, source, found) => expect(breachesIn(source)).toEqual([found]));
});

test.each([
  ['comments', '// whoever opens it cannot know\nconst a = 1;'],
  ['names', "import { somebody } from './somebody.js';"],
])('accepts %s', (_, source) => expect(breachesIn(source)).toEqual([]));
