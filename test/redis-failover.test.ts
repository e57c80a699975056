import { tmpdir } from 'node:os';
import { afterEach, expect, test } from '@jest/globals';
import { openRedis } from '@svc/chassis/dependencies/redis';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { startRedisServer } from './stores/redis.ts';

const ending: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function startServer() {
  const server = await startRedisServer(process.env.TEST_RUN_FOLDER ?? tmpdir());
  ending.push(() => server.stop());
  return server;
}

function open(url: string) {
  const redis = openRedis(url, silentLog, { commandTimeout: 1_000 });
  ending.push(() => redis.disconnect());
  return redis;
}

test('after a planned failover a connection leaves the demoted server and counts no command twice', async () => {
  const [before, after] = [await startServer(), await startServer()];
  const address = await createTcpProxy(before.url);
  ending.push(() => address.close());
  const redis = open(address.through(before.url));
  const next = open(after.url);
  await eventually(() => redis.incr('count'));
  await eventually(() => next.set('count', 1));

  const administrator = open(before.url);
  await eventually(() => administrator.ping());
  await administrator.replicaof('127.0.0.1', new URL(after.url).port);
  address.leadTo(after.url);

  await expect(eventually(() => redis.incr('count'))).resolves.toBe(2);
  expect(await next.get('count')).toBe('2');
});
