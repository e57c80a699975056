import { expect, test } from '@jest/globals';
import { Arrivals } from './arrivals.js';

const never = (): void => {
  throw new Error('nobody leaves here');
};
const done = { value: undefined, done: true };
const item = (value: number) => ({ value, done: false });

test('items without a reader are buffered, and readers without an item wait', async () => {
  const arrivals = new Arrivals<number>(never);
  arrivals.add(1);
  arrivals.add(2);
  const asked = [arrivals.next(), arrivals.next(), arrivals.next(), arrivals.next()];
  arrivals.add(3);
  arrivals.end();

  expect(await Promise.all(asked)).toEqual([item(1), item(2), item(3), done]);
  expect(await arrivals.next()).toEqual(done);
});

test('a failure is delivered once, after the buffered items, and nothing follows it', async () => {
  const arrivals = new Arrivals<number>(never);
  arrivals.add(1);
  arrivals.end({ error: new Error('broken') });
  arrivals.add(2);
  arrivals.end();

  expect(await arrivals.next()).toEqual(item(1));
  await expect(arrivals.next()).rejects.toThrow('broken');
  expect(await arrivals.next()).toEqual(done);
});

test('one waiting reader gets the failure, and all others get the end', async () => {
  const arrivals = new Arrivals<number>(never);
  const asked = [arrivals.next(), arrivals.next()];

  arrivals.end({ error: new Error('broken') });

  await expect(asked[0]).rejects.toThrow('broken');
  expect(await asked[1]).toEqual(done);
});

test('a reader who leaves is reported once, and gets nothing more', async () => {
  let left = 0;
  const arrivals = new Arrivals<number>(() => (left += 1));
  arrivals.add(1);

  for await (const value of arrivals) {
    expect(value).toBe(1);
    arrivals.add(2);
    break;
  }
  await arrivals.return();

  expect([left, await arrivals.next()]).toEqual([1, done]);
});
