/** Measures all-time statistics of a link that has been busy for more than a year. */
import type { Pool } from '@svc/chassis/postgres/pool';
import { getClickStats } from '@svc/shortener/clicks/stats/get-click-stats';
import { moveBusyDays } from '@svc/shortener/clicks/upkeep/roll-up-days';
import { median, printGoals, printTable } from '../measuring/report.ts';

const ROWS = 500_000;
const DAYS = 400;
const READINGS = 7;
/** Days are moved starting one day after the upgrade. */
const UPGRADE_MS = 86_400_000;
const ALL_TIME = { from: null, to: null, interval: 'day', timeZone: 'Europe/Berlin' } as const;

export async function benchStatistics(db: Pool, linkId: string): Promise<void> {
  await insertRollUp(db, linkId);
  const before = await readOften(db, linkId);
  const startedAt = performance.now();
  await moveBusyDays(db, new Date(Date.now() + UPGRADE_MS));
  const movedMs = performance.now() - startedAt;
  await db.query(
    `vacuum analyze shortener.click_quarter_hour, shortener.click_day_totals, shortener.click_quarter_totals`,
  );
  const after = await readOften(db, linkId);

  console.log();
  printTable(
    [`all-time statistics, ${ROWS} rows of ${DAYS} days`, 'ms', 'clicks'],
    [
      ['before moving days', before.ms, `${before.clicks}`],
      [`by day, moved in ${(movedMs / 1_000).toFixed(0)} s`, after.ms, `${after.clicks}`],
    ],
  );
  printGoals([
    { what: 'ms for all-time statistics', measured: after.ms, below: 100 },
    { what: 'clicks counted after moving / before', measured: after.clicks / before.clicks, atLeast: 1 },
  ]);
}

/** Inserts rows for every quarter hour and thirteen combinations of attributes. */
async function insertRollUp(db: Pool, linkId: string): Promise<void> {
  await db.query(
    `insert into shortener.click_quarter_hour (link_id, quarter, exclusion, referrer_host, country, device, clicks, unique_visitors)
     select $1, date_trunc('day', now(), 'UTC') - make_interval(days => 3 + n / 1250) + make_interval(mins => (n % 96) * 15), '',
            'host' || (n % 1250 / 96) || '.example', (array['DE', 'FR', 'US', ''])[1 + n % 4],
            (array['desktop', 'mobile'])[1 + n % 2], 1 + n % 7, 1
       from generate_series(0, $2::int - 1) as n`,
    [linkId, ROWS],
  );
  await db.query(`vacuum analyze shortener.click_quarter_hour`);
}

async function readOften(db: Pool, linkId: string): Promise<{ ms: number; clicks: number }> {
  const times: number[] = [];
  let clicks = 0;
  for (let reading = 0; reading < READINGS; reading += 1) {
    const startedAt = performance.now();
    ({ clicks } = await getClickStats(db, linkId, ALL_TIME));
    times.push(performance.now() - startedAt);
  }
  return { ms: median(times), clicks };
}
