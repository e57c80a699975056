import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { openRedis } from '@svc/chassis/dependencies/redis';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTcpProxy } from '@svc/chassis/testing/tcp-proxy';
import type { Redis } from 'ioredis';
import { startClickConsumer } from '../storing/consume-clicks.js';
import { BOT, BROWSER, hit, openProxiedClickStore, PHONE, type ProxiedClickStore } from '../testing/click-store.js';
import { ClickRecorder, type ClickRecorderOptions } from './click-recorder.js';

let store: ProxiedClickStore;
const ends: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  store = await openProxiedClickStore();
});

afterEach(async () => {
  store.postgresProxy.restore();
  store.redisProxy.restore();
  for (const end of ends.splice(0).toReversed()) await end();
  await store.redis.del(store.stream);
});

afterAll(() => store?.stop());

/** A recorder that reaches both stores through proxies; `embedded` means without Redis. */
function startRecorder(options: Partial<ClickRecorderOptions> & { embedded?: boolean } = {}): ClickRecorder {
  const { embedded = false, ...others } = options;
  const recorder = new ClickRecorder({
    pool: store.openPool(store.postgresProxy.through(store.databaseUrl)),
    redis: embedded ? undefined : connectRedis(),
    log: silentLog,
    stream: store.stream,
    ...others,
  });
  ends.push(() => recorder.stop());
  return recorder;
}

function connectRedis(proxy = store.redisProxy): Redis {
  const redis = openRedis(proxy.through(store.redisUrl), silentLog);
  ends.push(() => redis.disconnect());
  return redis;
}

/** A recorder with an open connection to Redis. */
async function startConnected(redis = connectRedis()): Promise<ClickRecorder> {
  await eventually(() => expect(redis.status).toBe('ready'));
  return startRecorder({ redis });
}

/** Moves entries from the stream until the end of the test. */
function startConsumer(): void {
  const { pool, redisUrl, stream } = store;
  const consumer = startClickConsumer({ pool, redisUrl, log: silentLog, stream });
  ends.push(() => consumer.stop());
}

function record(recorder: ClickRecorder, linkId: string, count: number): void {
  for (let i = 0; i < count; i += 1) recorder.record(hit(linkId, { address: `203.0.113.${i % 200}` }));
}

function clicksArrive(linkId: string, clicks: number): Promise<void> {
  return eventually(async () => expect(await store.counts(linkId)).toMatchObject({ totals: { clicks } }));
}

/** Waits until the recorder is empty. The database may show clicks before the recorder gets the confirmation. */
function nothingWaits(recorder: ClickRecorder): Promise<void> {
  return eventually(() => expect(recorder.pending()).toBe(0));
}

test('hits are sent to the stream automatically, a thousand per entry, and from there to the database', async () => {
  const linkId = await store.createLink();
  const recorder = await startConnected();

  record(recorder, linkId, 2_500);

  await eventually(async () => expect(await store.redis.xlen(store.stream)).toBe(3));
  expect(await store.counts(linkId)).toMatchObject({ events: 0 });
  startConsumer();
  await clicksArrive(linkId, 2_500);
  expect(await store.counts(linkId)).toMatchObject({ events: 2_500, rolledUp: { click: 2_500 }, uniqueVisitors: 200 });
  await eventually(async () => expect(await store.redis.xlen(store.stream)).toBe(0));
});

test('without Redis hits are sent to the database automatically', async () => {
  const linkId = await store.createLink();
  const recorder = startRecorder({ embedded: true });

  record(recorder, linkId, 1_500);

  await clicksArrive(linkId, 1_500);
  await nothingWaits(recorder);
});

test('every detail of a hit is stored, and nothing that identifies the visitor', async () => {
  const linkId = await store.createLink();
  const recorder = startRecorder({ embedded: true });
  const at = Date.now();

  recorder.record(
    hit(linkId, { at, userAgent: PHONE, referrer: 'https://News.Example.COM:8443/a?b=c', country: 'CH' }),
  );
  recorder.record(hit(linkId, { at, userAgent: undefined, referrer: 'not a url', country: 'zz\0' }));
  await recorder.flush();

  const { rows } = await store.pool.query(
    `select occurred_at as at, weight, referrer_host as referrer, country, device, browser, exclusion,
            length(visitor_hash) as "hashBytes"
       from shortener.clicks where link_id = $1 order by country desc`,
    [linkId],
  );
  const common = { at: new Date(at), weight: 1, exclusion: '', hashBytes: 16 };
  expect(rows).toEqual([
    { ...common, referrer: 'news.example.com', country: 'CH', device: 'mobile', browser: 'Safari' },
    { ...common, referrer: '', country: '', device: 'other', browser: 'other' },
  ]);
});

test('bots are recognized by their user agent, for any request; HEAD and prefetch have their own reasons', async () => {
  const linkId = await store.createLink();
  const recorder = startRecorder({ embedded: true });

  recorder.record(hit(linkId, { userAgent: BOT }));
  recorder.record(hit(linkId, { userAgent: BOT, exclusion: 'head' }));
  recorder.record(hit(linkId, { userAgent: 'curl/8.5.0' }));
  recorder.record(hit(linkId, { exclusion: 'head' }));
  recorder.record(hit(linkId, { exclusion: 'prefetch' }));
  recorder.record(hit(linkId));
  await recorder.flush();

  expect(await store.counts(linkId)).toMatchObject({
    requests: { bot: 3, head: 1, prefetch: 1, click: 1 },
    totals: { clicks: 1, bots: 3 },
    uniqueVisitors: 1,
  });
});

test('replicas compute the same visitor hash, from network and user agent', async () => {
  const linkId = await store.createLink();
  const replicas = [startRecorder({ embedded: true }), startRecorder({ embedded: true })];
  const visitors = [
    { address: '198.51.100.1' },
    { address: '::ffff:198.51.100.1' },
    { address: '2001:db8:1:2::1' },
    { address: '2001:db8:1:2:ffff::9' },
    { address: '2001:db8:1:3::1' },
    { address: '198.51.100.1', userAgent: PHONE },
  ];

  for (const replica of replicas) {
    for (const visitor of visitors) replica.record(hit(linkId, visitor));
    await replica.flush();
  }

  expect(await store.counts(linkId)).toMatchObject({ uniqueVisitors: 4, totals: { clicks: 12 } });
});

test('when Redis accepts a batch but its reply is lost, the batch counts once', async () => {
  const linkId = await store.createLink();
  const recorder = await startConnected();
  store.redisProxy.loseAnswerTo('xadd');

  record(recorder, linkId, 10);
  await recorder.flush();

  startConsumer();
  await eventually(async () => expect(await store.redis.xlen(store.stream)).toBe(0));
  expect(await store.counts(linkId)).toMatchObject({ events: 10, totals: { clicks: 10 } });
});

test('when Redis times out, the batch goes to the database, and counts once if Redis had accepted it', async () => {
  const linkId = await store.createLink();
  // A proxy cannot be unsilenced, so use a separate one.
  const proxy = await createTcpProxy(store.redisUrl);
  ends.push(() => proxy.close());
  const redis = connectRedis(proxy);
  const recorder = await startConnected(redis);
  proxy.silence();

  record(recorder, linkId, 10);
  await recorder.flush();

  expect(await store.counts(linkId)).toMatchObject({ events: 10 });
  expect(await store.redis.xlen(store.stream)).toBe(1);
  startConsumer();
  await eventually(async () => expect(await store.redis.xlen(store.stream)).toBe(0));
  expect(await store.counts(linkId)).toMatchObject({ events: 10, totals: { clicks: 10 } });
});

test('while Redis is down hits reach the database', async () => {
  const linkId = await store.createLink();
  const recorder = await startConnected();
  store.redisProxy.cut();

  record(recorder, linkId, 10);

  await clicksArrive(linkId, 10);
});

test('while Postgres is down hits reach the stream, with their visitors', async () => {
  const linkId = await store.createLink();
  const recorder = await startConnected();
  record(recorder, linkId, 1);
  await recorder.flush();
  store.postgresProxy.cut();

  record(recorder, linkId, 10);
  await recorder.flush();

  expect(recorder.pending()).toBe(0);
  startConsumer();
  await clicksArrive(linkId, 11);
  expect(await store.counts(linkId)).toMatchObject({ uniqueVisitors: 10 });
});

test('while both are down hits are kept, and sent to the database when it is back', async () => {
  const linkId = await store.createLink();
  const recorder = await startConnected();
  store.redisProxy.cut();
  store.postgresProxy.cut();

  record(recorder, linkId, 1_200);
  await recorder.flush();
  expect(recorder.pending()).toBe(1_200);
  store.postgresProxy.restore();

  await clicksArrive(linkId, 1_200);
  await nothingWaits(recorder);
});

test('hits beyond a full buffer lose their detail but are still counted', async () => {
  const [linkId, otherId] = [await store.createLink(), await store.createLink()];
  const recorder = startRecorder({ embedded: true, eventsMax: 100 });
  store.postgresProxy.cut();

  record(recorder, linkId, 5_000);
  await recorder.flush();
  record(recorder, linkId, 5_000);
  for (let i = 0; i < 7; i += 1) recorder.record(hit(otherId, { userAgent: BOT }));
  expect(recorder.pending()).toBeLessThan(110);
  store.postgresProxy.restore();

  await clicksArrive(linkId, 10_000);
  const counts = await store.counts(linkId);
  expect(counts).toMatchObject({ requests: { click: 10_000 }, rolledUp: { click: 10_000 } });
  expect(counts.events).toBeLessThan(110);
  await eventually(async () => expect(await store.counts(otherId)).toMatchObject({ totals: { clicks: 0, bots: 7 } }));
});

test('a hit without a visitor hash, because no salt could be read, counts as a click', async () => {
  const linkId = await store.createLink();
  store.postgresProxy.cut();
  const recorder = await startConnected();

  record(recorder, linkId, 5);
  await recorder.flush();

  startConsumer();
  await clicksArrive(linkId, 5);
  expect(await store.counts(linkId)).toMatchObject({ uniqueVisitors: 0 });
});

test('stopping sends what was recorded last', async () => {
  const linkId = await store.createLink();
  const recorder = startRecorder({ embedded: true });
  record(recorder, linkId, 3_000);

  await recorder.stop();

  expect(await store.counts(linkId)).toMatchObject({ totals: { clicks: 3_000 } });
});

test('stopping waits for stores to recover, but not forever', async () => {
  const [linkId, otherId] = [await store.createLink(), await store.createLink()];
  const [patient, hopeless] = [startRecorder({ embedded: true }), startRecorder({ embedded: true })];
  await Promise.all([patient.flush(), hopeless.flush()]);
  store.postgresProxy.cut();
  record(patient, linkId, 5);
  record(hopeless, otherId, 5);
  await patient.flush();

  const stopped = hopeless.stop().then(() => performance.now());
  const startedAt = performance.now();
  expect((await stopped) - startedAt).toBeLessThan(60_000);
  expect(hopeless.pending()).toBe(5);
  const patience = patient.stop();
  store.postgresProxy.restore();
  await patience;

  expect(patient.pending()).toBe(0);
  expect(await store.counts(linkId)).toMatchObject({ totals: { clicks: 5 } });
});

test('a flood of unknown user agents does not delay requests', async () => {
  const linkId = await store.createLink();
  const recorder = startRecorder({ embedded: true });
  await recorder.flush();
  const state = { turns: 0, isOver: false };
  const countTurns = (): void => {
    state.turns += 1;
    if (!state.isOver) setImmediate(countTurns);
  };

  for (let i = 0; i < 4_000; i += 1)
    recorder.record(hit(linkId, { userAgent: `${BROWSER} ${'x'.repeat(2_000)} ${i}` }));
  countTurns();
  await recorder.flush();
  state.isOver = true;

  // Without slicing it would take a turn or two.
  expect(state.turns).toBeGreaterThan(10);
  expect(await store.counts(linkId)).toMatchObject({ totals: { clicks: 4_000 } });
});
