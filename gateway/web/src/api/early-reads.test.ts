import { afterEach, expect, jest, test } from '@jest/globals';
import { readEarly, takeAnswered, takeEarly } from './early-reads.js';

afterEach(() => {
  jest.restoreAllMocks();
});

/** A response that arrives at once. */
function answer(text: string, status = 200): Response {
  return Object.assign(new Response(null, { status }), { text: () => Promise.resolve(text) });
}

test('a prefetched response is rendered with the page, once; a pending or failed one is left to the call', async () => {
  const { promise: late, resolve } = Promise.withResolvers<Response>();
  jest.spyOn(globalThis, 'fetch').mockImplementation((url) => {
    if (url === '/late') return late;
    return Promise.resolve(url === '/refused' ? answer('no', 401) : answer('at once'));
  });
  for (const url of ['/there', '/late', '/refused']) readEarly(url);
  // A few turns of promises are enough for all responses that arrive in time.
  await new Promise(setImmediate);

  const drawn = ['/there', '/late', '/refused', '/there'].map(takeAnswered);
  resolve(answer('at last'));

  expect(drawn).toEqual(['at once', undefined, undefined, undefined]);
  expect((await takeEarly('/late'))?.text).toBe('at last');
  expect((await takeEarly('/refused'))?.response.status).toBe(401);
  expect(takeEarly('/there')).toBeUndefined();
});
