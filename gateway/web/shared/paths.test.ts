import { expect, test } from '@jest/globals';
import { isAppPath, safeNext } from './paths.ts';

test.each(['/today', '/today?deal=1', '/today#x'])('after signing in %s may be gone to', (next) => {
  expect(safeNext(next)).toBe(next);
});

test.each([
  undefined,
  null,
  '',
  'https://example.com/today',
  '//example.com',
  '//example.com/today',
  '/\\example.com',
  '\\\\example.com',
  '/%2F%2Fexample.com',
  'javascript:alert(1)',
  'today',
  '/login',
  '/api/auth/me',
  '/today/../../etc',
  ' /today',
  '/\t/example.com',
])('after signing in %j leads to where everybody begins', (next) => {
  expect(safeNext(next)).toBe('/today');
});

test('only the pages that are there are pages, and ids in them are UUIDs', () => {
  expect(isAppPath('/today')).toBe(true);
  for (const path of ['/', '/today/', '/Today', '/deals/foo', '/wp-login.php', '/assets/x']) {
    expect([path, isAppPath(path)]).toEqual([path, false]);
  }
});
