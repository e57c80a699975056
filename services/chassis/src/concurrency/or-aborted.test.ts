import { expect, test } from '@jest/globals';
import { orAborted } from './or-aborted.js';

const never = () => new Promise<never>(() => undefined);

test('the result and the error of the work pass through', async () => {
  const { signal } = new AbortController();

  expect(await orAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(orAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
});

test('it rejects with the reason of the signal, aborted before or during the work', async () => {
  const leaving = new AbortController();
  const waiting = orAborted(never(), leaving.signal);

  leaving.abort(new Error('left'));

  await expect(waiting).rejects.toThrow('left');
  await expect(orAborted(never(), leaving.signal)).rejects.toThrow('left');
});
