import { randomUUID } from 'node:crypto';
import { createPool, type Pool } from '@svc/chassis/postgres/pool';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTcpProxy, type TcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { createTestDatabase } from '@svc/chassis/testing/test-database';
import { Redis } from 'ioredis';
import { v7 as newId } from 'uuid';
import { type ClickBatch, createBatch, type Exclusion } from '../click-batch.js';
import type { Hit } from '../recording/batch-hits.js';
import { createClickStore, type StoreClicks } from '../storing/store-clicks.js';

/** The shortener's database and a new stream, for tests of clicks. */
export interface ClickStore {
  readonly pool: Pool;
  readonly databaseUrl: string;
  readonly redis: Redis;
  readonly redisUrl: string;
  readonly stream: string;
  /** Another pool, perhaps through a proxy. */
  openPool(url?: string): Pool;
  /** Stores and counts events like a consumer process. */
  readonly record: StoreClicks;
  /** A link that can be clicked; returns its id. */
  createLink(): Promise<string>;
  /** Everything stored and counted for a link. */
  counts(linkId: string): Promise<LinkCounts>;
  stop(): Promise<void>;
}

export interface LinkCounts {
  /** Rows of single events. */
  readonly events: number;
  /** Number of requests that they represent, by exclusion. */
  readonly requests: Readonly<Record<string, number>>;
  /** Number of requests in the roll-up, by exclusion. */
  readonly rolledUp: Readonly<Record<string, number>>;
  readonly uniqueVisitors: number;
  readonly totals: { readonly clicks: number; readonly bots: number };
}

export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
export const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

export async function openClickStore(): Promise<ClickStore> {
  const redisUrl = process.env.TEST_REDIS_URL;
  if (!redisUrl) throw new Error('TEST_REDIS_URL is not set. Start the tests with npm test.');
  const database = await createTestDatabase();
  const databaseUrl = database.url('shortener');
  const pools: Pool[] = [];
  const openPool = (url = databaseUrl): Pool => {
    const pool = createPool({ connectionString: url, max: 5, applicationName: 'tests', log: silentLog });
    pools.push(pool);
    return pool;
  };
  const pool = openPool();
  const redis = new Redis(redisUrl);
  const stream = `test:${randomUUID()}`;
  return {
    pool,
    databaseUrl,
    redis,
    redisUrl,
    stream,
    openPool,
    record: createClickStore(pool),
    createLink: () => insertLink(pool),
    counts: (linkId) => countsOf(pool, linkId),
    async stop() {
      await redis.del(stream, `${stream}:rejected`);
      redis.disconnect();
      await Promise.all(pools.map((opened) => opened.end()));
      await database.drop();
    },
  };
}

/** The same, with both stores behind proxies, so that a test can cut them off. */
export interface ProxiedClickStore extends ClickStore {
  readonly postgresProxy: TcpProxy;
  readonly redisProxy: TcpProxy;
}

export async function openProxiedClickStore(): Promise<ProxiedClickStore> {
  const store = await openClickStore();
  const postgresProxy = await createTcpProxy(store.databaseUrl);
  const redisProxy = await createTcpProxy(store.redisUrl);
  return {
    ...store,
    postgresProxy,
    redisProxy,
    async stop() {
      await store.stop();
      await Promise.all([postgresProxy.close(), redisProxy.close()]);
    },
  };
}

/** A click of a browser, now. */
export function hit(linkId: string, overrides: Partial<Hit> = {}): Hit {
  return {
    linkId,
    at: Date.now(),
    userAgent: BROWSER,
    referrer: 'https://example.com/page',
    country: 'DE',
    address: '203.0.113.7',
    exclusion: undefined,
    ...overrides,
  };
}

/** One batch of events at these times (milliseconds, or what `Date` parses), each by its own visitor. */
export function batchOf(linkId: string, times: readonly (number | string)[], exclusion: Exclusion = ''): ClickBatch {
  return {
    ...createBatch(),
    times: times.map((time) => new Date(time).getTime()),
    linkIds: times.map(() => linkId),
    weights: times.map(() => 1),
    referrerHosts: times.map(() => 'example.com'),
    countries: times.map(() => 'DE'),
    devices: times.map(() => 'desktop'),
    browsers: times.map(() => 'Chrome'),
    exclusions: times.map(() => exclusion),
    visitorHashes: times.map(() => (exclusion === '' ? randomUUID().replaceAll('-', '') : '')),
  };
}

async function insertLink(pool: Pool): Promise<string> {
  const id = newId();
  await pool.query(
    `insert into shortener.links (id, short_id, kind, target_url) values ($1, $2, 'url', 'https://example.org/')`,
    [id, `t${id.replaceAll('-', '')}`],
  );
  return id;
}

async function countsOf(pool: Pool, linkId: string): Promise<LinkCounts> {
  const [single, rolledUp, totals] = await Promise.all([
    pool.query<{ exclusion: string; requests: number; events: number }>(
      `select exclusion, sum(weight) as requests, count(*) as events
         from shortener.clicks where link_id = $1 group by exclusion`,
      [linkId],
    ),
    pool.query<{ exclusion: string; requests: number; uniqueVisitors: number }>(
      `select exclusion, sum(clicks) as requests, sum(unique_visitors) as "uniqueVisitors"
         from shortener.click_quarter_hour where link_id = $1 group by exclusion`,
      [linkId],
    ),
    pool.query<{ clicks: number; bots: number }>(`select clicks, bots from shortener.link_totals where link_id = $1`, [
      linkId,
    ]),
  ]);
  const byExclusion = (rows: readonly { exclusion: string; requests: number }[]): Record<string, number> =>
    Object.fromEntries(rows.map(({ exclusion, requests }) => [exclusion || 'click', requests]));
  return {
    events: single.rows.reduce((sum, { events }) => sum + events, 0),
    requests: byExclusion(single.rows),
    rolledUp: byExclusion(rolledUp.rows),
    uniqueVisitors: rolledUp.rows.reduce((sum, { uniqueVisitors }) => sum + uniqueVisitors, 0),
    totals: totals.rows[0] ?? { clicks: 0, bots: 0 },
  };
}
