import { expect, test } from '@jest/globals';
import { assert, nat, property } from 'fast-check';
import { readSeconds, showSeconds } from './read-seconds.ts';

test.each([
  ['0', 0],
  ['84', 84],
  ['0:00', 0],
  ['1:24', 84],
  [' 01:24 ', 84],
  ['1：24', 84],
  ['١:٢٤', 84],
  ['75:00', 4_500],
  ['1:02:03', 3_723],
  ['1m24s', 84],
  ['1h2m3s', 3_723],
  ['90s', 90],
  ['24:00:00', 86_400],
])('%s is second %d', (typed, seconds) => {
  expect(readSeconds(typed)).toEqual({ seconds });
});

test.each(['', '1:', '1:2', '1:60', '1:02:3', '1.24', '-1:24', '1:24:60', 'soon', '1:1:24', '25:00:00', '99999'])(
  '%j is no moment, and says why',
  (typed) => {
    expect(readSeconds(typed)).toEqual({ problem: expect.stringMatching(/\.$/) });
  },
);

test('a formatted moment is parsed as itself', () => {
  assert(
    property(nat(86_400), (seconds) => {
      expect(readSeconds(showSeconds(seconds))).toEqual({ seconds });
    }),
  );
});
