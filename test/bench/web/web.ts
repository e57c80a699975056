/**
 * Measures the size of the app, its speed on a slow device, the lists behind it, its build, and the start of the
 * product.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@svc/scripts/stack/paths';
import type { Stack } from '@svc/scripts/stack/stack';
import type { Browser } from 'playwright-core';
import { startChromium } from '../../system/chromium.ts';
import { bare, brotlied, gzipped, heaviestPage, readBundle } from '../../web/bundle.ts';
import { timeRoute } from '../lists/lists.ts';
import { type Bench, withStack } from '../measuring/bench.ts';
import { withDatabase } from '../measuring/database.ts';
import { startLoad } from '../measuring/load.ts';
import { type Goal, median, printGoals } from '../measuring/report.ts';
import { type Account, insertAccount, makeAllDue } from '../measuring/seed-account.ts';
import { READY_SECONDS_MAX, timeStarts } from '../start.ts';
import { timeAnswer } from './web-answer.ts';
import { timeEnters, timeInteractions } from './web-interactions.ts';
import { timeFirstLoad, timeScrolling, timeShifts } from './web-pages.ts';

const VIDEOS = 10_000;
/** Videos that a user checks in a day. */
const VIDEOS_OF_A_DAY = 20;
const REQUESTS = 200;
const BUILDS = 3;
const KB = 1_000;

export async function benchWeb(bench: Bench): Promise<void> {
  console.log('\nweb: the app on a 4 times slower CPU; pages load over 1.6 Mbit/s with 150 ms latency');
  printGoals([...weigh(), ...timeBuilds(bench)]);
  const readySeconds = await timeStarts(bench);
  const ready = { what: 'built to ready (s)', measured: median(readySeconds), spread: readySeconds };
  console.log();
  printGoals([{ ...ready, below: READY_SECONDS_MAX }]);
  await withStack(bench, (stack) => measure(bench, stack));
  console.log();
  printGoals(await timeAnswer(bench));
}

async function measure(bench: Bench, stack: Stack): Promise<void> {
  const [day, large] = await withDatabase(bench, stack.databaseAdminUrl, async (db) => {
    const accounts = [await insertAccount(db, VIDEOS_OF_A_DAY), await insertAccount(db, VIDEOS)] as const;
    await makeAllDue(db, accounts[0]);
    return accounts;
  });
  console.log(`\n  ${large.videos} videos with ${large.viewLogs} view logs, ${REQUESTS} requests each, one at a time`);
  printGoals(await timeLists(bench, stack, large));

  const browser = await startChromium();
  const close = bench.onEnd(() => browser.close());
  const show = async (part: (browser: Browser) => Promise<readonly Goal[]>): Promise<void> => {
    console.log();
    printGoals(await part(browser));
  };
  const { gatewayUrl } = stack;
  await show(() => timeFirstLoad(browser, gatewayUrl, day));
  await show(() => timeShifts(browser, gatewayUrl, day));
  await show(() => timeEnters(browser, gatewayUrl, large));
  await show(() => timeInteractions(browser, gatewayUrl, large));
  await show(() => timeScrolling(browser, gatewayUrl, large, 'videos'));
  await withDatabase(bench, stack.databaseAdminUrl, (db) => makeAllDue(db, large));
  await show(() => timeScrolling(browser, gatewayUrl, large, 'today'));
  await close();
}

/** Sizes in kB. */
function weigh(): Goal[] {
  const bundle = readBundle();
  const heaviest = heaviestPage(bundle);
  return [
    { what: 'scripts of Today, signed in, gzip (kB)', measured: gzipped(bundle.todayScripts) / KB, below: 165 },
    { what: 'the same, brotli (kB)', measured: brotlied(bundle.todayScripts) / KB, below: 145 },
    { what: 'scripts of the sign-in page, gzip (kB)', measured: gzipped(bundle.loginScripts) / KB, below: 115 },
    { what: `added by ${heaviest.page}, gzip (kB)`, measured: heaviest.bytes / KB, below: 60 },
    { what: 'styles, gzip (kB)', measured: gzipped(bundle.styles) / KB, below: 12 },
    { what: 'font for Latin readers (kB)', measured: bare(bundle.latinFonts) / KB, below: 50 },
  ];
}

/** Seconds for Vite to build into a separate folder. */
function timeBuilds(bench: Bench): Goal[] {
  const folder = join(bench.dataDir, 'built-app');
  const seconds = Array.from({ length: BUILDS }, () => {
    rmSync(folder, { recursive: true, force: true });
    const startedAt = performance.now();
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
    execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error', '--outDir', folder], {
      cwd: join(ROOT, 'gateway/web'),
      stdio: 'inherit',
    });
    return (performance.now() - startedAt) / 1_000;
  });
  rmSync(folder, { recursive: true, force: true });
  return [{ what: `build of the app, median of ${BUILDS} (s)`, measured: median(seconds), spread: seconds }];
}

/** Milliseconds of the lists that the app reads, with their default parameters. */
async function timeLists(bench: Bench, stack: Stack, account: Account): Promise<Goal[]> {
  const routes = {
    'videos.list': '/videos?limit=200',
    'videos.list, with shared ones': '/videos?limit=200&scope=mine-and-shared',
    'payments.list_all': '/payments?limit=200',
    'deals.view_series': `/deals/${account.someDealId}/view-series`,
  };
  const load = await startLoad(bench);
  const url = stack.gatewayUrl.replace('localhost', '127.0.0.1');
  const time = (path: string) => timeRoute(load, url, path, account, REQUESTS, 1);
  const nothing = (await time('/health')).p99;
  const goals: Goal[] = [];
  for (const [name, path] of Object.entries(routes)) {
    await time(path);
    const { p50, p99 } = await time(path);
    goals.push({ what: `${name}, p99 (ms)`, measured: p99, below: 100, spread: [p50, p99], nothing });
  }
  await load.stop();
  return goals;
}
