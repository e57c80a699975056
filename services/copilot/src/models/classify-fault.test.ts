import { expect, test } from '@jest/globals';
import { MINUTE_MS } from '@svc/chassis/time/durations';
import * as fc from 'fast-check';
import { classifyFault } from './classify-fault.js';
import { FAULT_CLASSES, type FaultClass } from './fault-classes.js';

const NOW = Date.parse('2026-10-21T07:27:30Z');

interface Answer {
  readonly statusCode?: number;
  readonly responseHeaders?: Record<string, string>;
  readonly responseBody?: string;
}

const classify = (answer: unknown, hasOpened = false) => classifyFault(answer, { hasOpened, now: NOW });
/** An error as the provider's library throws it. */
const answered = (answer: Answer) => Object.assign(new Error('No.'), answer);
const resetIn = (ms: number) => ({ 'x-ratelimit-reset': String(NOW + ms) });

test.each<[FaultClass, string, Answer]>([
  ['rate_model', 'one that says nothing of when', { statusCode: 429 }],
  ['rate_model', 'a wait', { statusCode: 429, responseHeaders: { 'retry-after': '5' } }],
  ['rate_model', 'a limit of some minutes', { statusCode: 429, responseHeaders: resetIn(5 * MINUTE_MS) }],
  ['rate_model', 'a limit that has started over', { statusCode: 429, responseHeaders: resetIn(-5) }],
  [
    'rate_lane',
    'the limit of the minute',
    { statusCode: 429, responseBody: 'Rate limit exceeded: free-models-per-min.' },
  ],
  ['rate_lane', 'a limit that starts over soon', { statusCode: 429, responseHeaders: resetIn(90_000) }],
  ['quota_lane', 'the limit of the day', { statusCode: 429, responseBody: '"free-models-per-day-high-balance"' }],
  [
    'quota_lane',
    'nothing left for long',
    { statusCode: 429, responseHeaders: { ...resetIn(11 * MINUTE_MS), 'x-ratelimit-remaining': '0' } },
  ],
  ['credit', 'no money', { statusCode: 402 }],
  ['auth', 'a wrong key', { statusCode: 401 }],
  ['auth', 'a key that may not', { statusCode: 403, responseBody: '{"error":{"message":"no"}}' }],
  [
    'moderation',
    'a message that is refused',
    { statusCode: 403, responseBody: '{"error":{"metadata":{"reasons":["x"],"flagged_input":"…"}}}' },
  ],
  ['gone', 'a model that is not there', { statusCode: 404 }],
  ['gone', 'one that is gone for good', { statusCode: 410 }],
  ['gone', 'one that no provider offers', { statusCode: 400, responseBody: 'No endpoints found for vendor/model.' }],
  ['timeout', 'a wait that was too long', { statusCode: 408 }],
  ['timeout', 'one behind the provider', { statusCode: 504 }],
  ['upstream', 'a fault', { statusCode: 500 }],
  ['upstream', 'too much to do', { statusCode: 529 }],
  ['context', 'a message that is too long', { statusCode: 413 }],
  ['context', 'a conversation that is too long', { statusCode: 400, responseBody: 'maximum context length is 8192' }],
  ['request', 'a mistake of ours', { statusCode: 400, responseBody: 'unknown field' }],
  ['request', 'another mistake of ours', { statusCode: 422 }],
  ['malformed', 'a success that is no stream', { statusCode: 502, responseHeaders: { 'svc-no-stream': '1' } }],
  ['malformed', 'a success whose stream was cut', { statusCode: 200 }],
  ['network', 'no answer at all', {}],
])('%s: %s', (name, _case, answer) => {
  expect(classify(answered(answer)).class).toBe(name);
});

test('an answer that breaks off is malformed, unless the provider sends an error in it', () => {
  const unreadable = Object.assign(new Error('Unexpected token'), { name: 'AI_JSONParseError' });

  expect([new TypeError('terminated'), unreadable].map((error) => classify(error, true).class)).toEqual([
    'malformed',
    'malformed',
  ]);
  expect([{ message: 'busy', code: 429 }, 'busy'].map((error) => classify(error, true).class)).toEqual([
    'upstream',
    'upstream',
  ]);
});

test.each([
  ['30', 30],
  ['-5', 1],
  ['86400', 3_600],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 30],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 1],
  ['Wed, 21 Oct 9999 07:28:00 GMT', 3_600],
  ['soon', undefined],
  [undefined, undefined],
])("a provider's request to wait for %j, in seconds or as a date, is honored for %j seconds", (said, seconds) => {
  const fault = classify({ statusCode: 429, responseHeaders: { 'retry-after': said } });

  expect([fault.class, fault.retryAfterSeconds]).toEqual(['rate_model', seconds]);
});

test('a limit reports its reset in seconds or milliseconds, also in the body, in any spelling', () => {
  const at = NOW + 30_000;
  const inBody = JSON.stringify({ error: { metadata: { headers: { 'X-RateLimit-Reset': String(at) } } } });

  const faults = [
    answered({ statusCode: 429, responseHeaders: { 'x-ratelimit-reset': String(at) } }),
    answered({ statusCode: 429, responseHeaders: { 'X-RateLimit-Reset': String(at / 1_000) } }),
    answered({ statusCode: 429, responseBody: inBody }),
  ].map((error) => classify(error));

  expect(faults).toEqual([1, 2, 3].map(() => expect.objectContaining({ class: 'rate_lane', resetAt: at })));
});

test('any status, headers and body yield a class, never a throw', () => {
  const header = fc.constantFrom('retry-after', 'x-ratelimit-reset', 'X-RateLimit-Remaining', 'svc-no-stream', 'date');
  const value = fc.oneof(fc.string(), fc.integer().map(String), fc.date({ noInvalidDate: false }).map(String));
  const headers = fc.oneof(fc.dictionary(header, value), fc.dictionary(header, fc.anything()));
  const inBody = fc.record({ error: fc.record({ code: fc.anything(), metadata: fc.record({ headers }) }) });
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    inBody.map((error) => JSON.stringify(error)),
  );
  const answer = fc.record(
    {
      statusCode: fc.oneof(fc.integer(), fc.integer({ min: 300, max: 599 })),
      responseHeaders: headers,
      responseBody: body,
    },
    { requiredKeys: [] },
  );

  fc.assert(
    fc.property(fc.oneof(answer, fc.anything()), fc.boolean(), (error, hasOpened) => {
      const fault = classify(error, hasOpened);

      expect(FAULT_CLASSES).toContain(fault.class);
      expect(fault.retryAfterSeconds ?? 1).toBeGreaterThanOrEqual(1);
      expect(fault.retryAfterSeconds ?? 1).toBeLessThanOrEqual(3_600);
      expect(fault.resetAt ?? Infinity).toBeGreaterThan(NOW);
    }),
  );
});
