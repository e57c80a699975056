import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { v7 as newId } from 'uuid';
import { createSignInLimit, type SignInLimit } from './sign-in-limit.js';

const limits: SignInLimit[] = [];

/** The Redis of this run. */
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

async function tryTimes(limit: SignInLimit, times: number, account: string, address = '203.0.113.1'): Promise<void> {
  for (let i = 0; i < times; i += 1) await limit.countTry(account, address);
}

test('replicas with the same Redis count together', async () => {
  const [one, other] = [open(redisUrl()), open(redisUrl())];

  // Until the connections stand, each counts in memory.
  await eventually(async () => {
    const account = email();
    await tryTimes(one, 5, account);
    await tryTimes(other, 5, account.toUpperCase());
    await expect(one.countTry(account, '203.0.113.1')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

test('without Redis, and while it is away, each process counts on its own', async () => {
  for (const limit of [open(undefined), open('redis://127.0.0.1:1')]) {
    const account = email();
    await tryTimes(limit, 10, account);

    await expect(limit.countTry(account, '203.0.113.1')).rejects.toMatchObject({
      kind: 'rate_limited',
      message: 'Too many tries to sign in. Try again in 15 minutes.',
    });
  }
});

test('another account and another address are counted apart', async () => {
  const limit = open(undefined);
  const account = email();
  await tryTimes(limit, 10, account);

  await expect(limit.countTry(account, '203.0.113.2')).resolves.toBeUndefined();
  await expect(limit.countTry(email(), '203.0.113.1')).resolves.toBeUndefined();
});
