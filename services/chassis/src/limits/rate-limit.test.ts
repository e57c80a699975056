/** @lane waiting */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { eventually } from '../testing/eventually.js';
import { silentLog } from '../testing/service-database.js';
import { createTcpProxy, type TcpProxy } from '../testing/tcp-proxy.js';
import { createRateLimit, type RateLimit } from './rate-limit.js';

const REDIS_URL = process.env.TEST_REDIS_URL ?? '';

let proxy: TcpProxy;
let name: string;
const limits: RateLimit[] = [];

beforeEach(async () => {
  proxy = await createTcpProxy(REDIS_URL);
  name = `test:${newId()}`;
});

afterEach(async () => {
  limits.splice(0).forEach((limit) => limit.close());
  await proxy.close();
});

function open(redisUrl: string, limitName = name): RateLimit {
  const limit = createRateLimit({
    name: limitName,
    tries: 3,
    windowSeconds: 600,
    what: 'sign in',
    redisUrl,
    log: silentLog,
  });
  limits.push(limit);
  return limit;
}

/** Asserts that the limits count in Redis, so that both see the same tries. */
function countsIn(limit: RateLimit, other: RateLimit): Promise<void> {
  return eventually(async () => {
    const key = newId();
    await limit.countTry(key);
    expect(await other.has(key)).toBe(true);
  });
}

const bytesSent = (): number => proxy.carried().reduce((sum, bytes) => sum + bytes, 0);

test.each([
  { what: 'a try', ask: (limit: RateLimit) => limit.countTry('first') },
  { what: 'a look at a try', ask: (limit: RateLimit) => limit.has('first') },
])('after $what timed out in Redis, all limits count in memory for a while, then in Redis again', async ({ ask }) => {
  const [direct, limit] = [open(REDIS_URL), open(proxy.through(REDIS_URL))];
  const [directNext, next] = [open(REDIS_URL, `${name}:next`), open(proxy.through(REDIS_URL), `${name}:next`)];
  await Promise.all([countsIn(limit, direct), countsIn(next, directNext)]);
  proxy.silence();
  await ask(limit);
  const sent = bytesSent();

  for (const each of [limit, next]) {
    for (let tries = 0; tries < 3; tries += 1) await each.countTry('key');
    await expect(each.countTry('key')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await each.has('key')).toBe(true);
    await each.giveBack('key');
    await each.forget('key');
    expect(await each.has('key')).toBe(false);
  }
  expect(bytesSent()).toBe(sent);

  proxy.cut();
  proxy.restore();
  await Promise.all([countsIn(limit, direct), countsIn(next, directNext)]);
});
