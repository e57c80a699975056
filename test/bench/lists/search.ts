/** Measures a search over all of a user's records. */
import type { Pool } from '@svc/chassis/postgres/pool';
import { callApi } from '@svc/scripts/stack/http';
import type { Stack } from '@svc/scripts/stack/stack';
import { type Bench, withStack } from '../measuring/bench.ts';
import { withDatabase } from '../measuring/database.ts';
import { startLoad } from '../measuring/load.ts';
import { printGoals, printTable } from '../measuring/report.ts';
import { type Account, insertAccount } from '../measuring/seed-account.ts';

/** With ten view logs per video and a deal per ten videos: 22 200 rows. */
const VIDEOS = 2_000;
/** Rows each of contacts, influencers and so on: 28 000 in total. */
const ROWS_OF_A_TABLE = 5_600;
const COUNT = 100;

/** Typical searches: words with few matches and with many, a prefix, a code, and words without a match. */
const QUERIES = ['campaign', 'Northwind', 'harb', 'BENCH42', 'person 4711', 'reading 9', 'a', 'nowhere at all'];

export async function benchSearch(bench: Bench): Promise<void> {
  await withStack(bench, (stack) => measure(bench, stack));
}

async function measure(bench: Bench, stack: Stack): Promise<void> {
  const account = await withDatabase(bench, stack.databaseAdminUrl, async (db) => {
    const added = await insertAccount(db, VIDEOS);
    await insertOthers(db, added.userId);
    return added;
  });
  const load = await startLoad(bench);
  const url = stack.gatewayUrl.replace('localhost', '127.0.0.1');
  console.log(
    `\nsearch: GET /api/context/search in an account with 50 000 rows, ${COUNT} requests each, one at a time`,
  );
  const rows: { query: string; total: number; p50: number; p99: number }[] = [];
  for (const query of QUERIES) {
    const path = `/api/context/search?q=${encodeURIComponent(query)}`;
    const total = await findAll(stack, account, path);
    const requests = [{ path, token: account.token }];
    await load.run({ url, connections: 1, count: 20, requests });
    const { p50, p99 } = await load.run({ url, connections: 1, count: COUNT, requests });
    rows.push({ query, total, p50, p99 });
  }
  await load.stop();
  printTable(
    ['query', 'found', 'p50 ms', 'p99 ms'],
    rows.map(({ query, total, p50, p99 }) => [query, `${total}`, p50, p99]),
  );
  printGoals([{ what: 'slowest p99, ms', measured: Math.max(...rows.map(({ p99 }) => p99)), below: 200 }]);
}

/** Returns the number of hits. Throws for an incomplete search, which would make the comparison unfair. */
async function findAll({ gatewayUrl }: Stack, { token }: Account, path: string): Promise<number> {
  const { body } = await callApi<{ total: number; degraded: string[] }>(gatewayUrl, 'GET', path, { token });
  if (body.degraded.length > 0) throw new Error(`${path} leaves out ${body.degraded.join(', ')}.`);
  return body.total;
}

/** Adds contacts, influencers, short links, screenshots and memories. */
async function insertOthers(db: Pool, userId: string): Promise<void> {
  for (const kind of ['contact', 'influencer'])
    await db.query(
      `insert into deal.contacts (id, owner_id, kind, name, email, company, notes, currency)
       select uuidv7(), $1, $3, 'Person ' || n, $3 || n || '@example.test', 'Harbour ' || n % 50, 'Met at campaign ' || n, 'USD'
         from generate_series(1, $2::int) as n`,
      [userId, ROWS_OF_A_TABLE, kind],
    );
  await db.query(
    `insert into shortener.links (id, short_id, kind, owner_id, target_url, title)
     select uuidv7(), 'search' || n, 'url', $1, 'https://example.test/northwind/' || n, 'Campaign link ' || n
       from generate_series(1, $2::int) as n`,
    [userId, ROWS_OF_A_TABLE],
  );
  await db.query(
    `insert into screenshot.image_blobs (sha256, bytes, content_type, width, height, frames, has_location)
     select encode(sha256(n::text::bytea), 'hex'), 1000, 'image/png', 8, 8, 1, false from generate_series(1, $1::int) as n`,
    [ROWS_OF_A_TABLE],
  );
  await db.query(
    `insert into screenshot.screenshots (id, owner_id, short_id, status, blob_sha256, note, source_url)
     select uuidv7(), $1, lpad(translate(n::text, '0', 'a'), 12, 'z'), 'uploaded', encode(sha256(n::text::bytea), 'hex'),
            'Reading of campaign ' || n, 'https://example.test/watch/' || n
       from generate_series(1, $2::int) as n`,
    [userId, ROWS_OF_A_TABLE],
  );
  await db.query(
    `insert into memory.memories (id, owner_id, content, kind, confidence, source_type, actor_kind, request_id)
     select uuidv7(), $1, 'Person ' || n || ' of Northwind wants the report of campaign ' || n || ' on Mondays.', 'fact', 1,
            'bench', 'user', 'bench'
       from generate_series(1, $2::int) as n`,
    [userId, ROWS_OF_A_TABLE],
  );
  for (const table of ['deal.contacts', 'shortener.links', 'screenshot.screenshots', 'memory.memories'])
    await db.query(`vacuum analyze ${table}`);
}
