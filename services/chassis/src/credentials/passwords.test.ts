import { expect, test } from '@jest/globals';
import { hashPassword, isPassword } from './passwords.js';

test('the hashed password is accepted, and no password is for a missing account', async () => {
  const stored = await hashPassword('correct horse battery');

  expect(await isPassword('correct horse battery', stored)).toBe(true);
  expect(await isPassword('guessed', stored)).toBe(false);
  expect(await isPassword('guessed', null)).toBe(false);
});

test("a flood of passwords beyond the queue's limit is refused, and the queue drains", async () => {
  const flood = await Promise.allSettled(Array.from({ length: 80 }, () => hashPassword('flood')));

  const refused = flood.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(80);
  for (const result of refused)
    expect(result).toMatchObject({ reason: { code: 'RATE_LIMITED', retryAfterSeconds: 5 } });
  await expect(hashPassword('after')).resolves.toEqual(expect.any(String));
});

test('a flood from many networks leaves part of the queue to known callers', async () => {
  const stored = await hashPassword('right');
  const flood = Promise.allSettled(
    Array.from({ length: 80 }, (_, index) => isPassword('wrong', stored, ['unknown', `2001:db8:${index}`, 'x'])),
  );

  const known = Array.from({ length: 4 }, (_, index) => isPassword('right', stored, ['known', `user ${index}`]));

  expect(await Promise.all(known)).toEqual([true, true, true, true]);
  await flood;
});

test('a flood from one wider network does not block sign-ins from others', async () => {
  const stored = await hashPassword('right');
  const flood = Promise.allSettled(
    Array.from({ length: 80 }, (_, index) => isPassword('wrong', stored, ['unknown', '2001:db8:1', `${index}`])),
  );

  const others = Array.from({ length: 8 }, (_, index) =>
    isPassword('right', stored, ['unknown', `203.0.${index}`, `203.0.${index}.1`]),
  );

  expect(await Promise.all(others)).toEqual(others.map(() => true));
  await flood;
});
