import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { whenSlow } from './when-slow.js';

test('work is slow from a while after its begin until it ends, well or not', async () => {
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let slow = 0;
  const begin = () => {
    slow += 1;
    return () => void (slow -= 1);
  };
  const watched = [whenSlow(first.promise, 0, begin), whenSlow(second.promise, 0, begin)];
  expect(slow).toBe(0);
  await eventually(() => expect(slow).toBe(2));

  first.resolve('saved');
  expect(await watched[0]).toBe('saved');
  expect(slow).toBe(1);

  second.reject(new Error('refused'));
  await expect(watched[1]).rejects.toThrow('refused');
  expect(slow).toBe(0);
});

test('work that ends at once is never slow', async () => {
  let begun = 0;

  await whenSlow(Promise.resolve(), 0, () => {
    begun += 1;
    return () => undefined;
  });

  expect(begun).toBe(0);
});
