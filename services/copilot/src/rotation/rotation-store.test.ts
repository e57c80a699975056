import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { v7 as newId } from 'uuid';
import { testRedisUrl } from '../testing/redis.js';
import type { CooldownLength, Scope } from './cooldown.js';
import { openRotationStore } from './open-store.js';
import type { RotationStore } from './rotation-store.js';

const now = Date.now();
const scopeOf = (): Scope => `m:lane|${newId()}`;

/** A fault of a call that began after all others. */
const fault = (length: CooldownLength, startedAt = now) =>
  ({ class: 'upstream', status: 503, length, startedAt, now }) as const;
const doubling = { baseMs: 30_000, capMs: 60_000, factor: 1 };
const untilIn = (seconds: number) => ({ until: now + seconds * 1_000 });

/** A Redis database that no other file uses, because all cooldowns of users are counted. */
function ownDatabase(): string {
  const url = new URL(testRedisUrl());
  url.pathname = '/9';
  return url.href;
}

const open = (redisUrl: string | undefined) => openRotationStore({ redisUrl, now: Date.now, log: silentLog });

describe.each(['redis', 'memory'] as const)('in %s', (kind) => {
  let store: RotationStore;
  let other: RotationStore;

  beforeAll(async () => {
    const url = kind === 'redis' ? ownDatabase() : undefined;
    store = open(url);
    other = kind === 'redis' ? open(url) : store;
    // Connections open automatically.
    await eventually(() => expect([store.kind, other.kind]).toEqual([kind, kind]));
  });

  afterAll(() => [store, other].forEach((each) => each?.close()));

  const cooldownOf = async (scope: Scope) => (await other.read([scope], [])).scopes.get(scope)?.cooldown;

  test('a cooldown is visible to all, with its reason', async () => {
    const scope = scopeOf();

    await store.cool(scope, fault(doubling));

    const until = now + 30_000;
    expect(await cooldownOf(scope)).toEqual({ class: 'upstream', until, strike: 1, status: 503, at: now });
    expect(await cooldownOf(scopeOf())).toBeUndefined();
  });

  test('each consecutive fault doubles it, up to its cap, until a call works', async () => {
    const scope = scopeOf();
    const coolAgain = async () => {
      const { until, strike } = await store.cool(scope, fault(doubling, now + 1));
      return [strike, until - now];
    };

    expect([await coolAgain(), await coolAgain(), await coolAgain()]).toEqual([
      [1, 30_000],
      [2, 60_000],
      [2, 60_000],
    ]);
    await store.forgive([scope]);
    expect((await store.read([scope], [])).scopes.get(scope)?.isStruck).toBe(false);
  });

  test('faults of calls that began before it belong to the same outage, and do not extend it', async () => {
    const scope = scopeOf();

    const cooled = await Promise.all(Array.from({ length: 20 }, () => store.cool(scope, fault(doubling, now - 1))));

    expect(cooled.map(({ strike }) => strike)).toEqual(cooled.map(() => 1));
  });

  test('of two cooldowns the one that ends later wins, in either order', async () => {
    const [long, short] = [scopeOf(), scopeOf()];

    await store.cool(long, fault(untilIn(3_600)));
    await other.cool(long, fault(untilIn(10)));
    await store.cool(short, fault(untilIn(10)));
    await other.cool(short, fault(untilIn(3_600)));

    expect([(await cooldownOf(long))?.until, (await cooldownOf(short))?.until]).toEqual(
      [1, 2].map(() => now + 3_600_000),
    );
  });

  test('cooling providers of users are counted, each once', async () => {
    const before = await other.countUserCooldowns(now);
    const [scope, over]: [Scope, Scope] = [`u:${newId()}|openai`, `u:${newId()}|openai`];
    await store.cool(scope, fault(untilIn(30)));
    await store.cool(scope, fault(untilIn(60)));
    await store.cool(over, fault(untilIn(1)));
    await store.cool(scopeOf(), fault(untilIn(60)));

    const counts = await Promise.all([now, now + 2_000, now + 61_000].map((at) => other.countUserCooldowns(at)));
    expect(counts.map((count) => count - before)).toEqual([2, 1, 0]);
  });

  test('only one call at a time may probe', async () => {
    const scope = scopeOf();

    const tries = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? store : other).probe(scope, 30)));

    expect(tries.filter(Boolean)).toHaveLength(1);
    expect((await other.read([scope], [])).scopes.get(scope)?.isProbed).toBe(true);
    await store.endProbe([scope]);
    expect(await other.probe(scope, 30)).toBe(true);
  });

  test('counters are incremented together or not at all', async () => {
    const [minute, day] = [newId(), newId()];
    const counters = [
      { key: minute, max: 100, seconds: 60 },
      { key: day, max: 3, seconds: 60 },
    ];

    const taken = await Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 ? store : other).take(counters)));

    expect(taken.filter(Boolean)).toHaveLength(3);
    expect((await other.read([], [minute, day])).counts).toEqual(
      new Map([
        [minute, 3],
        [day, 3],
      ]),
    );
    expect([await store.take([]), (await store.nextTurn()) < (await other.nextTurn())]).toEqual([true, true]);
  });
});

test('a process that loses Redis falls back to its own memory, and reports that', async () => {
  const proxy = await createTcpProxy(testRedisUrl());
  const store = open(proxy.through(testRedisUrl()));
  await eventually(() => expect(store.kind).toBe('redis'));
  const scope = scopeOf();
  await store.cool(scope, fault(untilIn(60)));

  proxy.cut();

  const known = await store.read([scope], []);
  expect([known.scopes.get(scope)?.cooldown?.until, store.kind]).toEqual([now + 60_000, 'memory']);
  expect([await store.probe(scope, 30), await store.probe(scope, 30)]).toEqual([true, false]);
  store.close();
  await proxy.close();
});

test('after a timeout of Redis, a process uses its own memory for some seconds', async () => {
  const proxy = await createTcpProxy(testRedisUrl());
  const store = open(proxy.through(testRedisUrl()));
  await eventually(() => expect(store.kind).toBe('redis'));
  const scope = scopeOf();
  await store.cool(scope, fault(untilIn(60)));
  proxy.silence();
  await store.read([scope], []);
  const carried = proxy.carried();

  const known = await Promise.all(Array.from({ length: 20 }, () => store.read([scope], [])));

  expect(known.map(({ scopes }) => scopes.get(scope)?.cooldown?.until)).toEqual(known.map(() => now + 60_000));
  expect([store.kind, proxy.carried()]).toEqual(['memory', carried]);
  store.close();
  await proxy.close();
});
