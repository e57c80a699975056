/** @lane waiting */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTcpProxy, type TcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { Redis } from 'ioredis';
import { type OwnStack, startOwnStack } from '../../own-stack.ts';
import type { Session } from '../../stack.ts';
import {
  countClicks,
  createOpenedLink,
  FROM_ANYWHERE,
  type Link,
  newSlug,
  ownRedis,
  visit,
  visitOften,
  visitUntilFailure,
} from './short-link-visits.ts';

/**
 * Milliseconds until clicks are counted again after a recovery; clicks of another consumer are claimed after ten
 * seconds.
 */
const RECOVERY_MS = 180_000;

let postgres: TcpProxy;
let stack: OwnStack;
let user: Session;

beforeAll(async () => {
  stack = await startOwnStack('kills', {
    without: ['screenshot', 'copilot'],
    environment: { ...FROM_ANYWHERE, REDIS_URL: ownRedis(10) },
    throughProxy: async (adminUrl) => {
      postgres = await createTcpProxy(adminUrl);
      return postgres.through(adminUrl);
    },
  });
  user = await stack.signUp();
});

afterEach(() => stack.waitUntilReady());

afterAll(async () => {
  await stack.stop();
  await postgres.close();
});

const isCounted = (link: Link, clicks: number) =>
  eventually(async () => expect(await countClicks(user, link)).toBe(clicks), RECOVERY_MS);

test('without Postgres, known links keep working, and their clicks are counted once it is back', async () => {
  const link = await createOpenedLink(user);
  postgres.cut();

  const answered = await visitOften(link.shortUrl, 200);
  const onMain = await visit(`${stack.gatewayUrl}/r/${link.shortId}`);
  const unknown = await visit(`${stack.shortenerUrl}/${newSlug()}`);
  postgres.restore();

  expect(answered).toHaveLength(200);
  expect(onMain.status).toBe(302);
  expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '1']);
  await stack.waitUntilReady();
  await isCounted(link, 202);
});

test('a shortener that starts without Postgres and identity opens the links cached in Redis', async () => {
  const link = await createOpenedLink(user);
  await stack.stopService('identity');
  await stack.stopService('shortener');
  postgres.cut();

  await stack.startService('shortener');
  const opened = await eventually(async () => {
    const answer = await visit(link.shortUrl);
    expect(answer.status).toBe(302);
    return answer;
  }, RECOVERY_MS);
  const onMain = await visit(`${stack.gatewayUrl}/r/${link.shortId}`);
  postgres.restore();
  await stack.startService('identity');
  await stack.waitUntilReady();

  expect([opened.location, onMain.location]).toEqual([link.url, link.url]);
  await isCounted(link, 3);
});

test('without the click consumer, links work, and their clicks are counted once it is back', async () => {
  const link = await createOpenedLink(user);
  await isCounted(link, 1);
  await stack.stopService('click-consumer');

  const answered = await visitOften(link.shortUrl, 500);
  await isCounted(link, 1);
  await stack.startService('click-consumer');

  expect(answered).toHaveLength(500);
  await isCounted(link, 501);
});

test('a click consumer killed mid-work neither loses nor double-counts a click', async () => {
  const [link, each] = [await createOpenedLink(user), 4_000];
  let clicks = 1;
  let isMidWork = false;
  while (!isMidWork) {
    await isCounted(link, clicks);
    await stack.stopService('click-consumer');
    expect(await visitOften(link.shortUrl, each)).toHaveLength(each);
    clicks += each;
    await stack.startService('click-consumer');
    isMidWork = await untilInHand();
    stack.kill('click-consumer', 'SIGKILL');
    isMidWork &&= (await countClicks(user, link)) < clicks;
  }

  await isCounted(link, clicks);
});

/**
 * Waits until the consumer holds unacknowledged clicks; polls without a pause, as that state is brief. Returns false when
 * it was missed.
 */
async function untilInHand(): Promise<boolean> {
  const redis = new Redis(ownRedis(10));
  try {
    for (;;) {
      const [inHand] = (await redis.xpending('shortener:clicks', 'clicks')) as unknown[];
      if (inHand !== 0) return true;
      const [group] = (await redis.xinfo('GROUPS', 'shortener:clicks')) as unknown[][];
      if (group?.[group.indexOf('lag') + 1] === 0) return false;
    }
  } finally {
    redis.disconnect();
  }
}

test('a shortener that gets a stop signal flushes its latest clicks', async () => {
  const link = await createOpenedLink(user);

  const answered = await visitOften(link.shortUrl, 100);
  await stack.stopService('shortener');
  await stack.startService('shortener');
  await stack.waitUntilReady();

  await isCounted(link, answered.length + 1);
  expect((await visit(link.shortUrl)).status).toBe(302);
});

test('a killed shortener loses at most the clicks of the last 200 milliseconds, and recovers', async () => {
  const link = await createOpenedLink(user);
  const visiting = visitUntilFailure(link.shortUrl);
  await eventually(async () => expect(await countClicks(user, link)).toBeGreaterThan(200));

  const killedAt = performance.now();
  stack.kill('shortener', 'SIGKILL');
  const answeredAt = await visiting;
  await stack.waitUntilReady();

  // A process that gets no CPU time for a while neither responds nor flushes.
  const before = answeredAt.filter((at) => at < killedAt);
  const latest = [...before.slice(-500), killedAt];
  const pause = Math.max(...latest.slice(1).map((at, index) => at - (latest[index] ?? at)));
  const atLeast = before.filter((at) => at < killedAt - 200 - pause).length;
  const counted = await eventually(async () => {
    const clicks = await countClicks(user, link);
    expect(clicks).toBeGreaterThanOrEqual(atLeast);
    return clicks;
  }, RECOVERY_MS);
  expect(counted).toBeLessThanOrEqual(answeredAt.length + 1);
  expect((await visit(link.shortUrl)).status).toBe(302);
});
