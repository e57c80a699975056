import { beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { ChangePublisher } from './change-publisher.js';

const AT_ONCE = { headStartMs: 0, spreadMs: 0 };

let published: string[];
let publisher: ChangePublisher;

beforeEach(() => {
  published = [];
  publisher = new ChangePublisher((key, version) => published.push(`${key} ${version}`), AT_ONCE);
});

/** Waits for a last change: earlier ones have been published by then, because all wait for the same time. */
async function tellLast(): Promise<string[]> {
  publisher.received('last', 1);
  await eventually(() => expect(published).toContain('last 1'));
  return published.slice(0, -1);
}

test('a change without a known publisher is published once, however often it is received', async () => {
  publisher.received('a', 2);
  publisher.received('a', 2);
  publisher.received('b', 2);

  expect(published).toEqual([]);
  expect(await tellLast()).toEqual(['a 2', 'b 2']);
});

test('a change published by another process is not published again, in either order of arrival', async () => {
  publisher.published('a', 2);
  publisher.received('a', 2);
  publisher.received('b', 2);
  publisher.published('b', 3);

  expect(await tellLast()).toEqual([]);
});

test('a newer change than the published one is published, and an older one is not', async () => {
  publisher.received('a', 3);
  publisher.published('a', 2);
  publisher.received('b', 2);
  publisher.received('b', 4);
  publisher.received('b', 3);

  expect(await tellLast()).toEqual(['a 3', 'b 4']);
});
