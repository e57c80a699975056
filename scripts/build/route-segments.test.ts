import { expect, test } from '@jest/globals';
import { isReserved } from '@svc/shortener/links/reserved-words';
import { isShortIdKey } from '@svc/shortener/links/short-id';
import { PUBLIC_HOST_PATHS, PUBLIC_PATHS } from '@svc/shortener/surfaces/routes/host-app';
import { listRouteSegments } from './route-segments.ts';

test("the host's own list contains exactly its paths that look like short ids", () => {
  const paths = PUBLIC_PATHS.filter((path) => /^\/[^/:]+$/.test(path)).map((path) => path.slice(1).toLowerCase());

  expect(paths).toContain('robots.txt');
  expect(paths.filter((path) => isShortIdKey(path))).toEqual([...PUBLIC_HOST_PATHS]);
});

test('the segments are those of operations, pages and documents of both hosts, and each is reserved', () => {
  const segments = listRouteSegments();

  expect(segments).toEqual(
    expect.arrayContaining(['api', 'deals', 'videos', 'health', 'shortener', 'links', 'device_authorization', 'mcp']),
  );
  expect(segments.filter((segment) => !isReserved(segment))).toEqual([]);
});
