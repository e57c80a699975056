import type { Pool } from '@svc/chassis/postgres/pool';

/** Short ids of the bench's links are a letter and this many digits. */
const DIGITS = 7;

const TARGET = 'https://example.test/landing/spring-launch?utm_source=dealbridge&utm_content=';

export function pathOf(number: number): string {
  return `/b${String(number).padStart(DIGITS, '0')}`;
}

export function targetOf(number: number): string {
  return `${TARGET}${number}`;
}

/**
 * Adds links `0` to `count - 1`, with triggers disabled, because they would notify every process of each of a million
 * links.
 */
export async function insertLinks(db: Pool, count: number): Promise<void> {
  await db.query(`set session_replication_role = replica`);
  await db.query(
    `insert into shortener.links (id, short_id, kind, target_url)
     select uuidv7(), 'b' || lpad(n::text, $2::int, '0'), 'url', $3::text || n
       from generate_series(0, $1::int - 1) as n`,
    [count, DIGITS, TARGET],
  );
  await db.query(`set session_replication_role = origin`);
  await db.query(`vacuum analyze shortener.links`);
}

/** Ids of the links, ordered by number. */
export async function listLinkIds(db: Pool): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(`select id from shortener.links order by short_id`);
  return rows.map(({ id }) => id);
}

export async function removeClicks(db: Pool): Promise<void> {
  await db.query(
    `truncate shortener.clicks, shortener.click_quarter_hour, shortener.click_quarter_hour_history, shortener.click_day_totals,
       shortener.click_quarter_totals, shortener.click_day_progress, shortener.daily_visitors, shortener.link_totals`,
  );
}

export async function sumClicks(db: Pool): Promise<number> {
  const { rows } = await db.query<{ clicks: number }>(
    `select coalesce(sum(clicks), 0)::int8 as clicks from shortener.link_totals`,
  );
  return rows[0]?.clicks ?? 0;
}
