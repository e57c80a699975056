import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { oauthError } from '@svc/chassis/errors/oauth-error';
import { type Process, PROCESSES } from '@svc/topology/processes';
import { type SettingName, SETTINGS, START_SETTINGS } from '@svc/topology/settings';
import { ROOT } from '../stack/paths.ts';
import { CODE_LISTS, FILES, PARTS, renew } from './docs.ts';

test.each(PARTS)('the $name in $file are up to date: if not, run `npm run docs`', (part) => {
  const { written, due } = renew(part);

  expect(written).toBe(due);
});

test.each(FILES)('$path is up to date: if not, run `npm run docs`', ({ path, write }) => {
  expect(readFileSync(path, 'utf8')).toBe(write());
});

test('every setting has a meaning and a process that reads it', () => {
  const read = new Set<string>(Object.values<Process>(PROCESSES).flatMap(({ settings }) => settings));

  expect(Object.keys(SETTINGS).filter((name) => !read.has(name) && !START_SETTINGS.has(name as SettingName))).toEqual(
    [],
  );
  for (const setting of Object.values(SETTINGS)) expect(setting.description).toMatch(/^[A-Z0-9].*\.$/);
});

test('every error code is in one list, has a meaning, and is used', () => {
  const files = globSync('{gateway,services}/**/src/**/*.ts', {
    cwd: ROOT,
    exclude: ['**/node_modules', '**/*.test.ts'],
  });
  const sources = files.map((file) => readFileSync(`${ROOT}/${file}`, 'utf8')).join('\n');
  const all = [...CODE_LISTS, oauthError.codes].flatMap((codes) => Object.entries(codes));
  const codes = all.map(([code]) => code);

  expect(codes.filter((code, at) => codes.indexOf(code) < at)).toEqual([]);
  // The lists contain them without quotation marks.
  expect(codes.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
  for (const [, { meaning }] of all) expect(meaning).toMatch(/^[A-Z].*\.$/);
});
