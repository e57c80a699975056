import { expect, test } from '@jest/globals';
import { missingText } from './failure-texts.js';

test.each([
  ['PROVIDER_UNAVAILABLE', { retryAfterSeconds: 1 }, "The model doesn't answer. Try again in 1 second."],
  ['PROVIDER_UNAVAILABLE', { retryAfterSeconds: 130 }, "The model doesn't answer. Try again in 3 minutes."],
  ['FREE_POOL_EXHAUSTED', { retryAfterSeconds: 30 }, 'All free models are busy. Try again in 30 seconds.'],
  ['FREE_POOL_EXHAUSTED', { retryAfterSeconds: 7_300 }, 'All free models are busy. Try again in 3 hours.'],
  ['FREE_POOL_EXHAUSTED', {}, 'All free models are busy. Try again later.'],
  ['PROVIDER_UNAVAILABLE', { requestId: 'r1' }, "The model doesn't answer. Try again in a moment."],
  [
    'PROVIDER_AUTH_FAILED',
    { requestId: 'r1' },
    "The model's provider refused our key. Tell an administrator. Request r1.",
  ],
  ['PROVIDER_AUTH_FAILED', {}, "The model's provider refused our key. Tell an administrator."],
  ['BYOK_KEY_REJECTED', { sentence: 'Your key is refused.', requestId: 'r1' }, 'Your key is refused.'],
  ['OF_ANOTHER_VERSION', { sentence: 'No.', requestId: 'r1' }, 'No. Request r1.'],
])('the failure %s with %j reads %j', (code, known, text) => {
  expect(missingText({ status: 'failed', code, sentence: '', ...known })).toBe(text);
});
