import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { v7 as newId } from 'uuid';
import { createSignInLimit, type SignInLimit } from './sign-in-limit.js';

const limits: SignInLimit[] = [];

/** URL of this test run's Redis. */
function redisUrl(): string {
  const url = process.env.TEST_REDIS_URL;
  if (!url) throw new Error('TEST_REDIS_URL is not set: these tests need a Redis. Start them with npm test.');
  return url;
}

function open(redisUrl: string | undefined): SignInLimit {
  const limit = createSignInLimit(redisUrl, silentLog);
  limits.push(limit);
  return limit;
}

afterEach(() => limits.splice(0).forEach((limit) => limit.close()));

const email = () => `${newId()}@example.com`;

const wrong = async (): Promise<boolean> => false;

async function tryTimes(limit: SignInLimit, times: number, account: string, address = '203.0.113.1'): Promise<void> {
  for (let i = 0; i < times; i += 1) await limit.attempt(account, address, wrong);
}

test('replicas with the same Redis share their counts', async () => {
  const [one, other] = [open(redisUrl()), open(redisUrl())];

  // Until the connections are open, each replica counts in memory.
  await eventually(async () => {
    const account = email();
    await tryTimes(one, 5, account);
    await tryTimes(other, 5, account.toUpperCase());
    await expect(one.attempt(account, '203.0.113.1', wrong)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

test('without Redis, and while it is down, each process counts on its own', async () => {
  for (const limit of [open(undefined), open('redis://127.0.0.1:1')]) {
    const account = email();
    await tryTimes(limit, 10, account);

    await expect(limit.attempt(account, '203.0.113.1', wrong)).rejects.toMatchObject({
      kind: 'rate_limited',
      message: 'Too many sign-in attempts. Try again in 15 minutes.',
    });
  }
});

test('other accounts and other addresses count separately', async () => {
  const limit = open(undefined);
  const account = email();
  await tryTimes(limit, 10, account);

  await expect(limit.attempt(account, '203.0.113.2', wrong)).resolves.toBe(false);
  await expect(limit.attempt(email(), '203.0.113.1', wrong)).resolves.toBe(false);
});

test('password checks of a signed-in user count by session, and only when checked', async () => {
  const limit = open(undefined);
  const [mine, other] = [newId(), newId()];
  const busy = () => limit.attemptOwn(mine, () => Promise.reject(new Error('Too busy.')));
  for (let i = 0; i < 20; i += 1) await expect(busy()).rejects.toThrow('Too busy.');
  for (let i = 0; i < 10; i += 1) expect(await limit.attemptOwn(mine, wrong)).toBe(false);

  await expect(limit.attemptOwn(mine, async () => true)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(await limit.attemptOwn(other, async () => true)).toBe(true);
});
