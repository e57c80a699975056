/** Checks that lists stay fast as an account grows, and that their statements read no whole tables. */
import type { Stack } from '@svc/scripts/stack/stack';
import { type Bench, withStack } from '../measuring/bench.ts';
import { withDatabase } from '../measuring/database.ts';
import { type LoadGenerator, startLoad } from '../measuring/load.ts';
import { listPlans, type StatementPlan } from '../measuring/plans.ts';
import { number, printGoals, printTable } from '../measuring/report.ts';
import { type Account, insertAccount, insertAccounts } from '../measuring/seed-account.ts';
import { measureDealLists } from './deal-lists.ts';

const SMALL_VIDEOS = 1_000;
const LARGE_VIDEOS = 10_000;
/**
 * Accounts of others with as many rows in total as the large account; for an owner of nearly all rows, whole-table
 * scans would be the best plan.
 */
const OTHERS = 100;
const VIDEOS_OF_OTHERS = 100;
const COUNT = 100;
const WARM_UP_COUNT = 10;
const AT_ONCE = 16;
/** The server may change the plan of a prepared statement on its sixth use. */
const PLANNED_COUNT = 8;

const ROUTES: readonly ((account: Account) => string)[] = [
  () => '/deals/due-views',
  () => '/deals/due-views?includeLogs=true',
  () => '/deals/view-logs',
  () => '/deals/view-logs?limit=200',
  () => `/deals/view-logs?from=${daysAgo(100)}&to=${daysAgo(93)}`,
  ({ someVideoUrl }) => `/deals/view-logs?q=${encodeURIComponent(someVideoUrl)}`,
  ({ viewLogs }) => `/deals/view-logs?offset=${viewLogs * 0.9}`,
  () => '/deals?sort=-createdAt',
  () => '/deals?sort=name',
  () => '/deals?sort=-totalViews',
  () => '/deals?sort=progress',
  () => '/deals?sort=nextDue&behindTarget=true',
  () => '/deals?sort=-price&scope=mine-and-shared',
  () => '/deals?overdue=true',
  () => '/deals?behindTarget=true&sort=name',
  () => '/deals?brand=Fjell',
  () => '/deals?tag=fjell',
  () => '/deals?tag=bench&sort=name',
  () => '/deals?q=campaign',
  () => '/videos',
  () => '/videos?limit=200&scope=mine-and-shared',
  () => '/videos?due=true',
  () => '/videos?q=campaign',
  () => '/videos?sort=-latestValue',
  ({ videos }) => `/videos?offset=${videos * 0.9}`,
  ({ someDealId }) => `/deals/${someDealId}/view-series`,
  () => '/payments',
  () => '/payments?sort=dueDate',
  () => '/payments?overdue=true&scope=mine-and-shared',
];

interface Row {
  readonly path: string;
  readonly small: Timing;
  readonly large: Timing;
  readonly atOnce: Timing;
}

export interface Timing {
  readonly p50: number;
  readonly p99: number;
}

export async function benchLists(bench: Bench): Promise<void> {
  await withStack(bench, (stack) => measure(bench, stack));
}

async function measure(bench: Bench, stack: Stack): Promise<void> {
  const [small, large] = await withDatabase(bench, stack.databaseAdminUrl, async (db) => {
    await insertAccounts(db, OTHERS, VIDEOS_OF_OTHERS);
    return [await insertAccount(db, SMALL_VIDEOS), await insertAccount(db, LARGE_VIDEOS)] as const;
  });
  console.log(
    `\nlists: ${COUNT} requests each; small account: ${small.videos} videos and ${small.viewLogs} view logs, ` +
      `large account: ${large.videos} and ${large.viewLogs}; ${OTHERS} others together as much as the large one`,
  );
  const load = await startLoad(bench);
  const url = stack.gatewayUrl.replace('localhost', '127.0.0.1');
  const rows: Row[] = [];
  for (const route of ROUTES) rows.push(await measureRoute(load, url, route, small, large));
  printRows(rows);

  const plans = await listPlans(bench, stack.databaseAdminUrl, async () => {
    for (const route of ROUTES) await timeRoute(load, url, route(large), large, PLANNED_COUNT, 1);
  });
  printPlans(plans);
  await measureDealLists(bench, stack, load, url);
  await load.stop();
}

async function measureRoute(
  load: LoadGenerator,
  url: string,
  route: (account: Account) => string,
  small: Account,
  large: Account,
): Promise<Row> {
  for (const account of [small, large]) await timeRoute(load, url, route(account), account, WARM_UP_COUNT, 1);
  return {
    path: route(large),
    small: await timeRoute(load, url, route(small), small, COUNT, 1),
    large: await timeRoute(load, url, route(large), large, COUNT, 1),
    atOnce: await timeRoute(load, url, route(large), large, COUNT, AT_ONCE),
  };
}

/** Sends this many requests for a path over this many connections. */
export function timeRoute(
  load: LoadGenerator,
  url: string,
  path: string,
  { token }: Account,
  count: number,
  connections: number,
): Promise<Timing> {
  return load.run({ url, connections, count, requests: [{ path: `/api${path}`, token }] });
}

function printRows(rows: readonly Row[]): void {
  const both = ({ p50, p99 }: Timing): string => `${number(p50)} / ${number(p99)}`;
  printTable(
    ['p50 / p99 ms', 'small', 'large', 'growth of p50', `large, ${AT_ONCE} at once`],
    rows.map(({ path, small, large, atOnce }) => [path, both(small), both(large), large.p50 / small.p50, both(atOnce)]),
  );
  const worst = (timingOf: (row: Row) => Timing): number => Math.max(...rows.map((row) => timingOf(row).p99));
  printGoals([
    { what: 'slowest p99, one at a time, ms', measured: worst(({ large }) => large), below: 100 },
    { what: `slowest p99, ${AT_ONCE} at once, ms`, measured: worst(({ atOnce }) => atOnce), below: 500 },
  ]);
}

function printPlans(plans: readonly StatementPlan[]): void {
  const scanning = plans.filter(({ scans }) => scans.length > 0);
  console.log(
    `  ${plans.length} plans of the large account's statements; with a sequential scan on a big table: ${scanning.length}`,
  );
  for (const { scans, statement } of scanning) {
    console.log(`    reads all of ${scans.join('; ')}: ${statement}`);
  }
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
