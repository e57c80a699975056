/** Measures the cost of storing a click, by how clicks spread over links, and of reading its statistics later. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '@svc/chassis/postgres/pool';
import { EVENTS_FIELD } from '@svc/shortener/clicks/click-stream';
import { batchHits, type Hit } from '@svc/shortener/clicks/recording/batch-hits';
import { Redis } from 'ioredis';
import type { Bench } from '../measuring/bench.ts';
import { withDatabase } from '../measuring/database.ts';
import { printGoals, printTable } from '../measuring/report.ts';
import { cpuMs, postgresCpuMs } from '../measuring/usage.ts';
import { benchStatistics } from './click-statistics.ts';
import { insertLinks, listLinkIds, removeClicks, sumClicks } from './redirect-links.ts';
import { startRedirectLoad, USER_AGENT } from './redirect-load.ts';
import { CLICK_STREAM, type RedirectStores, startRedirectStores } from './redirect-servers.ts';

const LINKS = 200_000;
const CLICKS = 200_000;
const WARM_UP_CLICKS = 20_000;
const ZIPF_LINKS = 10_000;
const SALT = 'ab'.repeat(32);
const REFERRERS = ['https://www.youtube.com/watch', 'https://example.com/', undefined];
const LOOK_MS = 250;
const CONNECTIONS = 64;
const WARM_UP_SECONDS = 3;
const SECONDS = 10;
const DRAIN_MS = 120_000;

interface Spread {
  readonly name: string;
  /** Index of the link of a click, below `LINKS`. */
  readonly linkOf: (click: number) => number;
  /** Whether each click has its own visitor, instead of one visitor for all. */
  readonly areVisitorsMany?: true;
  /** Maximum microseconds of Postgres CPU per click. */
  readonly goal?: number;
}

export async function benchClicks(bench: Bench): Promise<void> {
  const stores = await startRedirectStores(bench);
  await withDatabase(bench, stores.databaseAdminUrl, async (db) => {
    await insertLinks(db, LINKS);
    const linkIds = await listLinkIds(db);
    const zipf = drawByPopularity(ZIPF_LINKS);
    const spreads: Spread[] = [
      { name: 'one link', linkOf: () => 0, goal: 8 },
      { name: `${ZIPF_LINKS} links by popularity`, linkOf: zipf, goal: 15 },
      { name: 'a different link each', linkOf: (click) => click % LINKS, goal: 35 },
      { name: 'one link, many visitors', linkOf: () => 0, areVisitorsMany: true },
      { name: 'by popularity, many visitors', linkOf: zipf, areVisitorsMany: true },
    ];
    await compareSpreads(bench, stores, db, linkIds, spreads);
    await measureRedirect(bench, stores, db);
    await removeClicks(db);
    await benchStatistics(db, linkIds[0] ?? '');
  });
}

/** The CPU cost of one redirect until it is counted, over all processes. */
async function measureRedirect(bench: Bench, stores: RedirectStores, db: Pool): Promise<void> {
  await removeClicks(db);
  const redis = new Redis(stores.redisUrl);
  const close = bench.onEnd(() => redis.disconnect());
  const shortener = await stores.startShortener({ REDIS_URL: stores.redisUrl });
  const consumer = await stores.startConsumer();
  const load = await startRedirectLoad(bench);
  const open = (seconds: number) =>
    load.run({ url: shortener.url, connections: CONNECTIONS, seconds, first: 0, count: 1, status: 302 });
  const warmUp = await open(WARM_UP_SECONDS);
  await waitForClicks(db, warmUp.requests, bench.signal);
  const used = async (): Promise<number[]> => [
    cpuMs(shortener.pid),
    cpuMs(consumer.pid),
    postgresCpuMs(bench.dataDir),
    await redisCpuMs(redis),
  ];
  const before = await used();
  const { requests } = await open(SECONDS);
  const counted = (await waitForClicks(db, warmUp.requests + requests, bench.signal)) - warmUp.requests;
  const cpu = (await used()).map((after, index) => ((after - (before[index] ?? NaN)) / requests) * 1_000);
  const sum = cpu.reduce((total, each) => total + each, 0);
  for (const { stop } of [shortener, consumer]) await stop();
  await close();
  console.log();
  printTable(
    ['one counted redirect, CPU µs', 'server', 'consumer', 'postgres', 'redis', 'all'],
    [[`${requests} with ${load.name}`, ...cpu, sum]],
  );
  printGoals([
    { what: 'µs of all processes per counted redirect', measured: sum, below: 22 },
    { what: 'clicks counted / sent', measured: counted / requests, atLeast: 1 },
  ]);
}

async function compareSpreads(
  bench: Bench,
  stores: RedirectStores,
  db: Pool,
  linkIds: readonly string[],
  spreads: readonly Spread[],
): Promise<void> {
  const redis = new Redis(stores.redisUrl);
  const close = bench.onEnd(() => redis.disconnect());
  const rows: (string | number)[][] = [];
  const goals: Parameters<typeof printGoals>[0][number][] = [];
  for (const spread of spreads) {
    await removeClicks(db);
    await redis.unlink(CLICK_STREAM);
    const consumer = await stores.startConsumer();
    await append(redis, linkIds, spread, 0, WARM_UP_CLICKS);
    await waitForClicks(db, WARM_UP_CLICKS, bench.signal);
    // All clicks are queued before the consumer resumes, so that only the stores are measured.
    process.kill(consumer.pid, 'SIGSTOP');
    await append(redis, linkIds, spread, WARM_UP_CLICKS, CLICKS);
    await db.query('checkpoint');
    const used = async (): Promise<number[]> => [
      postgresCpuMs(bench.dataDir),
      cpuMs(consumer.pid),
      await redisCpuMs(redis),
    ];
    const before = await used();
    const startedAt = performance.now();
    process.kill(consumer.pid, 'SIGCONT');
    const counted = await waitForClicks(db, WARM_UP_CLICKS + CLICKS, bench.signal);
    const seconds = (performance.now() - startedAt) / 1_000;
    const cpu = (await used()).map((after, index) => ((after - (before[index] ?? NaN)) / CLICKS) * 1_000);
    rows.push([spread.name, counted - WARM_UP_CLICKS, CLICKS / seconds, ...cpu]);
    if (spread.goal !== undefined) {
      goals.push({ what: `µs of Postgres per click, ${spread.name}`, measured: cpu[0] ?? NaN, below: spread.goal });
    }
    await consumer.stop();
  }
  await close();
  console.log();
  printTable(['clicks in the stream', 'counted', 'a second', 'CPU µs per click: postgres', 'consumer', 'redis'], rows);
  printGoals(goals);
}

/** Appends clicks as a busy replica does. */
async function append(
  redis: Redis,
  linkIds: readonly string[],
  { linkOf, areVisitorsMany }: Spread,
  first: number,
  count: number,
): Promise<void> {
  const at = Date.now();
  const hits: Hit[] = Array.from({ length: count }, (_, index) => ({
    linkId: linkIds[linkOf(first + index)] ?? '',
    at: at + Math.floor(index / 100),
    userAgent: USER_AGENT,
    referrer: REFERRERS[index % REFERRERS.length],
    country: undefined,
    address: areVisitorsMany
      ? `10.${(first + index) >> 16}.${((first + index) >> 8) & 255}.${index & 255}`
      : '203.0.113.7',
    exclusion: undefined,
  }));
  for await (const batch of batchHits(hits, () => SALT)) {
    await redis.xadd(CLICK_STREAM, '*', EVENTS_FIELD, JSON.stringify(batch));
  }
}

async function waitForClicks(db: Pool, wanted: number, signal: AbortSignal): Promise<number> {
  const deadline = performance.now() + DRAIN_MS;
  let counted = await sumClicks(db);
  while (counted < wanted && performance.now() < deadline) {
    await sleep(LOOK_MS, undefined, { signal });
    counted = await sumClicks(db);
  }
  return counted;
}

async function redisCpuMs(redis: Redis): Promise<number> {
  const info = await redis.info('cpu');
  const seconds = [...info.matchAll(/^used_cpu_(?:user|sys):([\d.]+)/gm)].map(([, value]) => Number(value));
  return seconds.reduce((sum, value) => sum + value, 0) * 1_000;
}

/** Draws links by Zipf's law with exponent 1: the second is half as popular as the first, the third a third. */
function drawByPopularity(count: number): () => number {
  const upTo: number[] = [];
  let sum = 0;
  for (let place = 1; place <= count; place += 1) upTo.push((sum += 1 / place));
  return () => {
    const drawn = Math.random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) < drawn) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
