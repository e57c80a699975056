import { afterEach, expect, test } from '@jest/globals';
import { silentLog } from '../testing/service-database.js';
import { type BruteForceLimit, createBruteForceLimit } from './brute-force-limit.js';

const limits: BruteForceLimit[] = [];

function open({ networkTries = 1_000, widerTries = 10_000, accountTries = 10_000 } = {}): BruteForceLimit {
  const options = { name: 'test', tries: 10, windowSeconds: 600, what: 'sign in', redisUrl: undefined, log: silentLog };
  const limit = createBruteForceLimit({ ...options, delayMs: 1, networkTries, widerTries, accountTries });
  limits.push(limit);
  return limit;
}

afterEach(() => limits.splice(0).forEach((limit) => limit.close()));

const wrong = async (): Promise<boolean> => false;
const right = async (): Promise<boolean> => true;

/** Indexes of the wrong guesses that were checked, each from the address with its number. */
async function letThrough(
  limit: BruteForceLimit,
  times: number,
  addressOf: (index: number) => string,
  account: (index: number) => string = () => 'account',
): Promise<number> {
  const tries = Array.from({ length: times }, (_, index) => limit.attempt(account(index), addressOf(index), wrong));
  return (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length;
}

test('all addresses of one IPv6 network count together', async () => {
  expect(await letThrough(open(), 40, (index) => `2001:db8:0:1::${index.toString(16)}`)).toBe(10);
  expect(await letThrough(open(), 40, (index) => `2001:db8:0:${index.toString(16)}::1`)).toBe(40);
});

test('guesses for one account from all networks are limited, except from networks with an earlier success', async () => {
  const limit = open({ accountTries: 20 });
  await limit.attempt('account', '203.0.113.1', right);

  const guessed = await letThrough(limit, 60, (index) => `198.51.${index}.1`);

  expect(guessed).toBe(20);
  await expect(limit.attempt('account', '192.0.2.7', right)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(await limit.attempt('account', '203.0.113.1', right)).toBe(true);
});

test('many tries from all networks are serialized, and refused when too many wait', async () => {
  const limit = open();
  const addressOf = (index: number): string => `198.51.${Math.floor(index / 100)}.${index % 100}`;
  await letThrough(limit, 100, addressOf);

  const atOnce = await letThrough(limit, 20, (index) => addressOf(1_000 + index));
  const oneByOne: number[] = [];
  for (let index = 0; index < 8; index += 1) oneByOne.push(await letThrough(limit, 1, () => addressOf(2_000 + index)));

  expect(atOnce).toBe(5);
  expect(oneByOne).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
});

test("a flood exhausts only its own network's queue", async () => {
  const limit = open();
  await letThrough(limit, 100, (index) => `198.51.100.${index}`);

  const [flood, neighbour, elsewhere] = await Promise.allSettled([
    letThrough(limit, 50, (index) => `198.51.100.${index + 100}`),
    limit.attempt('account', '198.51.100.200', right),
    limit.attempt('account', '203.0.113.1', right),
  ]);

  expect(flood).toMatchObject({ value: 5 });
  expect(neighbour).toMatchObject({ reason: { code: 'RATE_LIMITED' } });
  expect(elsewhere).toMatchObject({ value: true });
});

test('a guess that could not be checked does not count', async () => {
  const limit = open({ networkTries: 10 });
  const address = '203.0.113.1';
  const busy = () => Promise.reject(new Error('Too many passwords are being checked.'));
  for (let tries = 0; tries < 30; tries += 1) {
    await expect(limit.attempt('account', address, busy)).rejects.toThrow('Too many passwords');
  }

  expect(await letThrough(limit, 30, () => address)).toBe(10);
});

test('a guess refused by a full queue does not count', async () => {
  const limit = open();
  await letThrough(limit, 100, (index) => `198.51.100.${index}`);

  const atOnce = await letThrough(limit, 10, () => '203.0.113.1');
  const oneByOne: number[] = [];
  for (let index = 0; index < 6; index += 1) oneByOne.push(await letThrough(limit, 1, () => '203.0.113.1'));

  expect(atOnce).toBe(5);
  expect(oneByOne).toEqual([1, 1, 1, 1, 1, 0]);
});

test('a refusal for one account and network does not slow down other networks', async () => {
  const limit = open();
  await letThrough(limit, 300, () => '198.51.100.1');

  expect(await letThrough(limit, 50, (index) => `203.0.113.${index}`)).toBe(50);
});

test('a network has a limited number of wrong guesses for all accounts together', async () => {
  const limit = open({ networkTries: 20 });
  const accountOf = (index: number): string => `account ${index}`;

  expect(await letThrough(limit, 40, () => '203.0.113.1', accountOf)).toBe(20);
  expect(await letThrough(limit, 20, () => '203.0.113.2', accountOf)).toBe(20);
});

test('a success clears the tries from its network', async () => {
  const limit = open();
  await letThrough(limit, 9, () => '203.0.113.1');

  expect(await limit.attempt('account', '203.0.113.1', right)).toBe(true);

  expect(await letThrough(limit, 10, () => '203.0.113.1')).toBe(10);
});

test('a new secret clears the tries for its account from all networks, each time, and no others', async () => {
  const limit = open({ networkTries: 25 });
  const addressOf = (index: number): string => `203.0.113.${index % 2}`;
  await letThrough(limit, 20, addressOf);
  await letThrough(limit, 10, addressOf, () => 'other account');

  for (let renewed = 0; renewed < 2; renewed += 1) {
    await limit.forget('account');

    expect(await limit.attempt('account', addressOf(0), right)).toBe(true);
    expect(await letThrough(limit, 9, () => addressOf(0))).toBe(renewed === 0 ? 9 : 1);
  }
  expect(await letThrough(limit, 20, addressOf, () => 'other account')).toBe(5);
});

test('a wider network has the same limit, except for accounts with an earlier success from there', async () => {
  const limit = open({ widerTries: 20 });
  const addressOf = (index: number): string => `2001:db8:0:${index.toString(16)}::1`;
  expect(await limit.attempt('ann', addressOf(0), right)).toBe(true);

  const checked = await letThrough(limit, 50, addressOf, (index) => `account ${index}`);
  const claimants: unknown[] = [];
  const noted = async (claimant: unknown): Promise<boolean> => claimants.push(claimant) > 0;

  expect(checked).toBe(20);
  expect(await limit.attempt('ann', addressOf(0), noted)).toBe(true);
  await expect(limit.attempt('ben', addressOf(0), noted)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(await limit.attempt('ben', '203.0.113.7', noted)).toBe(true);
  expect(claimants).toEqual([
    ['known', 'ann'],
    ['unknown', 'network 203.0.113', '203.0.113.7'],
  ]);
});
