import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { areWritesSlow, watchWrite } from './slow-writes.js';

test('writes are slow from a while after the first until the last is answered', async () => {
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const watched = [watchWrite(first.promise, 0), watchWrite(second.promise, 0)];
  expect(areWritesSlow()).toBe(false);
  await eventually(() => expect(areWritesSlow()).toBe(true));

  first.resolve('saved');
  expect(await watched[0]).toBe('saved');
  expect(areWritesSlow()).toBe(true);

  second.reject(new Error('refused'));
  await expect(watched[1]).rejects.toThrow('refused');
  expect(areWritesSlow()).toBe(false);
});

test('a write that is answered at once is never slow', async () => {
  await watchWrite(Promise.resolve(), 0);

  expect(areWritesSlow()).toBe(false);
});
