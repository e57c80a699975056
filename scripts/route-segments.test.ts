import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { isReserved } from '../services/shortener/dist/links/reserved-words.js';
import { describeRouteSegments } from './route-segments.ts';

test('the reserved segments of both hosts’ routes are up to date: if not, run `npm run route-segments`', () => {
  const written = readFileSync(new URL('../services/shortener/src/links/route-segments.ts', import.meta.url), 'utf8');

  expect(written).toBe(describeRouteSegments());
});

test('the segments are those of operations, pages and documents of both hosts, and each is reserved', () => {
  const segments = [...describeRouteSegments().matchAll(/^ {2}'(.+)',$/gm)].map(([, segment]) => segment ?? '');

  expect(segments).toEqual(
    expect.arrayContaining(['api', 'deals', 'videos', 'health', 'shortener', 'links', 'device_authorization', 'mcp']),
  );
  expect(segments).toEqual([...new Set(segments)].toSorted());
  expect(segments.filter((segment) => !isReserved(segment))).toEqual([]);
});
