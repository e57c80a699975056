import { expect, test } from '@jest/globals';
import { classifyFault } from './classify-fault.js';
import { ModelFault } from './model-failure.js';
import { coolingSecondsOf, isKeyRefused, userKeyFailure } from './user-key-fault.js';

const NOW = Date.parse('2026-10-21T07:27:30Z');

interface Answer {
  readonly statusCode: number;
  readonly responseHeaders?: Record<string, string>;
  readonly responseBody?: string;
}

function faultOf(answer: Answer): ModelFault {
  const error = Object.assign(new Error('No.'), answer);
  return new ModelFault(classifyFault(error, { hasOpened: false, now: NOW }), false, error);
}

test.each<[string, Answer, string, boolean]>([
  ['a key that is unknown', { statusCode: 401 }, 'BYOK_KEY_REJECTED', true],
  [
    'a key that Google does not know',
    { statusCode: 400, responseBody: '{"error":{"details":[{"reason":"API_KEY_INVALID"}]}}' },
    'BYOK_KEY_REJECTED',
    true,
  ],
  ['a key that may not', { statusCode: 403 }, 'BYOK_KEY_REJECTED', false],
  ['an account without money', { statusCode: 402 }, 'BYOK_KEY_REJECTED', false],
  ['too many requests', { statusCode: 429 }, 'PROVIDER_UNAVAILABLE', false],
  ['a model that is not there', { statusCode: 404 }, 'PROVIDER_UNAVAILABLE', false],
  ['a request that is refused', { statusCode: 400 }, 'PROVIDER_BAD_REQUEST', false],
])('%s', (_case, answer, code, isRefused) => {
  const fault = faultOf(answer);

  expect([userKeyFailure(fault).code, isKeyRefused(fault)]).toEqual([code, isRefused]);
});

test.each<[string, Answer, number | undefined]>([
  ['as long as it says', { statusCode: 429, responseHeaders: { 'retry-after': '30' } }, 30],
  [
    'until its limit starts over',
    { statusCode: 429, responseHeaders: { 'x-ratelimit-reset': String(NOW + 90_000) } },
    90,
  ],
  ['half a minute where it says nothing', { statusCode: 429 }, 30],
  ['an hour at most', { statusCode: 429, responseHeaders: { 'x-ratelimit-reset': String(NOW + 90_000_000) } }, 3_600],
  ['not at all for another fault', { statusCode: 503, responseHeaders: { 'retry-after': '30' } }, undefined],
])('a provider is paused %s', (_case, answer, seconds) => {
  expect(coolingSecondsOf(faultOf(answer), NOW)).toBe(seconds);
});
