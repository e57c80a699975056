/** Checks that every redirect is counted, and measures the memory of cached links. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { Bench } from '../measuring/bench.ts';
import { withDatabase } from '../measuring/database.ts';
import { type LoadGenerator, startLoad } from '../measuring/load.ts';
import { printGoals, printTable } from '../measuring/report.ts';
import { cpuMs, postgresCpuMs, residentMb } from '../measuring/usage.ts';
import { removeClicks, sumClicks } from './redirect-links.ts';
import { requestsFor, USER_AGENT } from './redirect-load.ts';
import type { RedirectStores } from './redirect-servers.ts';

const CONNECTIONS = 64;
/** Links per message to the load generator. */
const SLICE = 50_000;
/** Milliseconds without a new click after which no more are expected. */
const QUIET_MS = 5_000;
const LOOK_MS = 500;
/** Milliseconds to wait until garbage of requests is collected. */
const IDLE_MS = 2_000;
const SMALL_CACHE = 200_000;

/**
 * Follows every link once and waits until all clicks are counted; also measures the memory of a process that caches all
 * links.
 */
export async function countClicks(bench: Bench, stores: RedirectStores, links: number): Promise<void> {
  await withDatabase(bench, stores.databaseAdminUrl, removeClicks);
  const shortener = await stores.startShortener({ REDIS_URL: stores.redisUrl, LINK_CACHE_MAX: String(links) });
  const consumer = await stores.startConsumer();
  const load = await startLoad(bench);
  const used = (): number[] => [cpuMs(consumer.pid), postgresCpuMs(bench.dataDir)];
  const emptyMb = residentMb(shortener.pid);

  const before = used();
  const startedAt = performance.now();
  const sent = await followEach(load, shortener.url, links);
  const sentAt = performance.now();
  const counted = await withDatabase(bench, stores.databaseAdminUrl, (db) => waitForClicks(db, sent));
  const drainedAt = performance.now();
  const cpu = used().map((after, index) => ((after - (before[index] ?? NaN)) / sent) * 1_000);
  const fullMb = residentMb(shortener.pid);

  console.log();
  printTable(
    ['clicks', 'sent', 'counted', 's to send', 's to drain', 'CPU µs per click: consumer', 'postgres'],
    [['', `${sent}`, `${counted}`, (sentAt - startedAt) / 1_000, (drainedAt - sentAt) / 1_000, ...cpu]],
  );
  printGoals([{ what: 'clicks counted / sent', measured: counted / sent, atLeast: 1 }]);
  printMemory(links, emptyMb, fullMb, links);
  for (const { stop } of [load, shortener, consumer]) await stop();
}

/** Measures the memory of a process that opens more links than it may cache. */
export async function measureMemory(bench: Bench, stores: RedirectStores): Promise<void> {
  const shortener = await stores.startShortener({ REDIS_URL: stores.redisUrl, LINK_CACHE_MAX: String(SMALL_CACHE) });
  const load = await startLoad(bench);
  const emptyMb = residentMb(shortener.pid);
  const opened = await followEach(load, shortener.url, SMALL_CACHE * 1.5);
  await sleep(IDLE_MS, undefined, { signal: bench.signal });
  printMemory(SMALL_CACHE, emptyMb, residentMb(shortener.pid), opened);
  for (const { stop } of [load, shortener]) await stop();
}

/** Opens each link about once; returns the number of requests, each answered with a redirect. */
async function followEach(load: LoadGenerator, url: string, links: number): Promise<number> {
  let sent = 0;
  for (let first = 0; first < links; first += SLICE) {
    const requests = requestsFor(first, Math.min(SLICE, links - first));
    const options = { url, connections: CONNECTIONS, count: requests.length, requests, status: 302 };
    sent += (await load.run({ ...options, userAgent: USER_AGENT })).requests;
  }
  return sent;
}

/** Number of clicks counted once all are, or once no more arrive. */
async function waitForClicks(db: Pool, wanted: number): Promise<number> {
  let counted = await sumClicks(db);
  let changedAt = performance.now();
  while (counted < wanted && performance.now() - changedAt < QUIET_MS) {
    await sleep(LOOK_MS);
    const now = await sumClicks(db);
    if (now !== counted) changedAt = performance.now();
    counted = now;
  }
  return counted;
}

function printMemory(max: number, emptyMb: number, fullMb: number, opened: number): void {
  console.log();
  const kept = Math.min(max, opened);
  printTable(
    [`megabytes with LINK_CACHE_MAX=${max}`, 'at start', `after ${opened} links`, 'bytes per link'],
    [['', emptyMb, fullMb, ((fullMb - emptyMb) * 1024 * 1024) / kept]],
  );
}
