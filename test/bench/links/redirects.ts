/**
 * Measures redirects against the minimum for a server on this runtime, checks that every click is counted, and measures
 * the memory of cached links. Shortener processes run without the rest of the product.
 */
import { Redis } from 'ioredis';
import type { Bench } from '../measuring/bench.ts';
import { withDatabase } from '../measuring/database.ts';
import { median, printTable } from '../measuring/report.ts';
import { countClicks, measureMemory } from './redirect-clicks.ts';
import { insertLinks } from './redirect-links.ts';
import { startRedirectLoad } from './redirect-load.ts';
import { CLICK_STREAM, type RedirectStores, startRedirectStores } from './redirect-servers.ts';
import { compareSpeed } from './redirect-speed.ts';

const LINKS = 1_000_000;
const MANY_LINKS = 10_000;
const CONNECTIONS = 64;
const ROUNDS = 3;
const ROUND_SECONDS = 2;

export async function benchRedirects(bench: Bench): Promise<void> {
  const stores = await startRedirectStores(bench);
  await withDatabase(bench, stores.databaseAdminUrl, (db) => insertLinks(db, LINKS));
  const redis = new Redis(stores.redisUrl);
  const close = bench.onEnd(() => redis.disconnect());
  const forgetClicks = async (): Promise<void> => void (await redis.unlink(CLICK_STREAM));

  await compareSpeed(bench, stores, forgetClicks);
  await compareProcesses(bench, stores, forgetClicks);
  await forgetClicks();
  await countClicks(bench, stores, LINKS);
  await measureMemory(bench, stores);
  await close();
}

/** Compares several processes. They are not pinned: on a machine with few cores they share them with the load and Redis. */
async function compareProcesses(
  bench: Bench,
  stores: RedirectStores,
  forgetClicks: () => Promise<void>,
): Promise<void> {
  const loads = [await startRedirectLoad(bench), await startRedirectLoad(bench)];
  const { redisUrl: REDIS_URL } = stores;
  const servers = [await stores.startShortener({ REDIS_URL }), await stores.startShortener({ REDIS_URL })];
  const run = async (count: number, seconds: number): Promise<number> => {
    const connections = CONNECTIONS / count;
    const runs = loads
      .slice(0, count)
      .map((load, index) =>
        load.run({ url: servers[index]?.url ?? '', seconds, connections, first: 0, count: MANY_LINKS, status: 302 }),
      );
    const results = await Promise.all(runs);
    await forgetClicks();
    return results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
  };
  await run(2, ROUND_SECONDS);
  const totals: { one: number; two: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    totals.push({ one: await run(1, ROUND_SECONDS), two: await run(2, ROUND_SECONDS) });
  }
  for (const { stop } of servers) await stop();
  const [one, two] = [median(totals.map((each) => each.one)), median(totals.map((each) => each.two))];
  console.log();
  printTable(
    [`${MANY_LINKS} links, ${CONNECTIONS} connections`, 'req/s in all', 'of one'],
    [
      ['1 process', one, 1],
      ['2 processes', two, median(totals.map((each) => each.two / each.one))],
    ],
  );
}
