import { expect, test } from '@jest/globals';
import { isDependencyUp } from '../grpc/client.js';
import { openConnection } from '../grpc/connection.js';
import { GrpcServer } from '../grpc/server.js';
import { createStopSteps } from '../process/process.js';
import { eventually } from '../testing/eventually.js';
import { silentLog } from '../testing/service-database.js';
import { createTcpProxy } from '../testing/tcp-proxy.js';
import { tellHealth, watchDependency, watchRedis } from './dependency-health.js';

test('a service reports the health of its configured dependencies only', async () => {
  const { onStop, run: stop } = createStopSteps(silentLog);
  const verify = () => Promise.reject(new Error('Nobody calls.'));
  const server = new GrpcServer({ methods: {}, verify, log: silentLog });
  const connection = openConnection('tests', `127.0.0.1:${await server.listen('127.0.0.1:0')}`, {});
  onStop(() => server.stop());
  onStop(() => connection.close());
  const has = (name: 'redis' | 'objects' | 'mail') => isDependencyUp(connection, name, 1_000);
  let isUp = false;
  const check = () => (isUp ? Promise.resolve() : Promise.reject(new Error('away')));

  watchDependency({
    name: 'objects',
    check,
    onState: tellHealth(server, 'objects'),
    intervalMs: 20,
    log: silentLog,
    onStop,
  });
  const before = await has('objects');
  isUp = true;
  await eventually(async () => expect(await has('objects')).toBe(true));
  isUp = false;
  await eventually(async () => expect(await has('objects')).toBe(false));

  expect([before, await has('mail')]).toEqual([false, undefined]);
  await stop(2_000);
});

test('Redis is healthy when it responds, and unhealthy when unreachable', async () => {
  const { onStop, run: stop } = createStopSteps(silentLog);
  const url = process.env.TEST_REDIS_URL ?? '';
  const proxy = await createTcpProxy(url);
  proxy.cut();
  const states: Record<string, boolean> = {};
  const watch = (name: string, redisUrl: string | undefined): void =>
    watchRedis(redisUrl, { onState: (isUp) => (states[name] = isUp), log: silentLog, onStop });

  watch('there', url);
  watch('away', proxy.through(url));
  watch('none', undefined);
  await eventually(() => expect(states.there).toBe(true));

  expect(states).toEqual({ there: true, away: false });
  await stop(2_000);
  await proxy.close();
});
