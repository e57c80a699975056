import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { timeOfKey } from './id-time.js';

test.each([
  // Examples are computed from their times with the formulas of the platforms.
  [`tiktok:${(BigInt(Date.parse('2026-05-01T10:00:00Z') / 1_000) << 32n) + 12_345n}`, '2026-05-01T10:00:00.000Z'],
  ['tiktok:7450000000000000000', '2024-12-19T06:04:55.000Z'],
  [
    `x:${(BigInt(Date.parse('2026-05-01T10:00:00.123Z') - 1_288_834_974_657) << 22n) + 99n}`,
    '2026-05-01T10:00:00.123Z',
  ],
  [
    `instagram:story:${(BigInt(Date.parse('2026-05-01T10:00:00.123Z')) - 1_314_220_021_721n) << 23n}`,
    '2026-05-01T10:00:00.123Z',
  ],
  ['instagram:DXwSrpLNbJd', '2026-04-30T11:43:33.487Z'],
  ['x:1234567', null],
  ['x:29700859246', null],
  ['instagram:AAAAA', null],
  ['instagram:highlight:3456789012345678901', null],
  ['tiktok:99999999999999999999', null],
  ['tiktok:100000000000000', null],
  ['youtube:dQw4w9WgXcQ', null],
  ['web:0123456789abcdef', null],
  ['', null],
])('dates %s to %s', (key, at) => {
  expect(timeOfKey(key)).toBe(at);
});

test('never throws', () => {
  const keys = fc.tuple(
    fc.constantFrom('tiktok:', 'x:', 'instagram:', 'instagram:story:', ''),
    fc.string({ maxLength: 40 }),
  );
  fc.assert(
    fc.property(keys, ([platform, id]) => {
      expect(timeOfKey(platform + id)).toBe(timeOfKey(platform + id));
    }),
  );
});
