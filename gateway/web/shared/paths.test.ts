import { expect, test } from '@jest/globals';
import { isAppPath, safeNext } from './paths.ts';

test.each([
  '/today',
  '/today?deal=1',
  '/today#x',
  '/agent/authorize?user_code=WDJB-MJHT',
  '/agent/authorize/01900000-0000-7000-8000-000000000009',
  `/invitations/${'s'.repeat(43)}`,
])('%s is allowed as the target after signing in', (next) => {
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
  '/agent/authorize/../../today',
  '/invitations/short',
  '/today/../../etc',
  ' /today',
  '/\t/example.com',
])('%j as the target after signing in leads to the home page', (next) => {
  expect(safeNext(next)).toBe('/today');
});

test('only existing pages are app paths, and their ids are UUIDs', () => {
  expect(isAppPath('/today')).toBe(true);
  for (const path of ['/', '/today/', '/Today', '/deals/foo', '/wp-login.php', '/assets/x']) {
    expect([path, isAppPath(path)]).toEqual([path, false]);
  }
});
