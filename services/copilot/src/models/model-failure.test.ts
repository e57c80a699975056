import { expect, test } from '@jest/globals';
import { toModelFailure } from './model-failure.js';

test.each([
  ['30', 30],
  ['-5', 1],
  ['86400', 3_600],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 1],
  ['Wed, 21 Oct 9999 07:28:00 GMT', 3_600],
  ['soon', undefined],
  [undefined, undefined],
])('of a provider that asks to be left alone for %j, seconds or a date, %j seconds are believed', (said, seconds) => {
  const failure = toModelFailure({ statusCode: 429, responseHeaders: { 'retry-after': said } });

  expect([failure.code, failure.retryAfterSeconds]).toEqual(['PROVIDER_UNAVAILABLE', seconds]);
});
