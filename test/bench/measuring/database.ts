import { createHash, randomBytes } from 'node:crypto';
import { createLog } from '@svc/chassis/logging/log';
import { createPool, type Pool } from '@svc/chassis/postgres/pool';
import type { Bench } from './bench.ts';

/** A user with a session. */
export interface User {
  readonly userId: string;
  readonly token: string;
}

/** Connects as the administrator, for setup that no API offers, such as thousands of accounts. */
export async function withDatabase<T>(bench: Bench, adminUrl: string, work: (db: Pool) => Promise<T>): Promise<T> {
  const db = createPool({
    connectionString: adminUrl,
    max: 1,
    applicationName: 'bench',
    log: createLog('bench', 'fatal'),
    statementTimeoutMs: 120_000,
  });
  const end = bench.onEnd(() => db.end());
  try {
    return await work(db);
  } finally {
    await end();
  }
}

/** Adds signed-in accounts directly in the database; over the API each would cost a password hash. */
export async function insertUsers(db: Pool, count: number): Promise<User[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  const { rows } = await db.query<{ userId: string }>(
    `with added as (
       insert into identity.users (id, email, name, password_hash)
       select uuidv7(), 'bench-' || gen_random_uuid() || '@example.test', 'Bench ' || n, '-'
         from generate_series(1, $1) as n
    returning id),
     numbered as (
       select id, row_number() over (order by id) as n from added)
     insert into identity.sessions (id, user_id, token_hash, device, expires_at)
     select uuidv7(), u.id, t.hash, 'bench', now() + interval '1 day'
       from numbered u
       join unnest($2::bytea[]) with ordinality as t (hash, n) using (n)
      order by n
  returning user_id as "userId"`,
    [count, hashes],
  );
  return rows.map(({ userId }, index) => ({ userId, token: tokens[index] ?? '' }));
}

/** Gives each user one deal with all fields; returns the ids of the deals in the order of the users. */
export async function insertDeals(db: Pool, users: readonly User[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `insert into deal.deals (id, owner_id, name, brand, status, promo_code, promo_link, price, currency, views_target,
                             platform, post_date, contact_name, notes, tags, view_check_days, video_count, total_views)
     select uuidv7(), o.id, 'Spring launch ' || o.n, 'Northwind', 'active', 'SPRING' || o.n,
            'https://example.test/spring?code=' || o.n, 1250.50, 'EUR', 100000, 'youtube', '2026-01-05', 'Maya Lindqvist',
            'Paid in two parts; the second one after thirty days.', '{spring,coffee}', '{1,7,30}', 3, 45210
       from unnest($1::uuid[]) with ordinality as o (id, n)
      order by o.n
  returning id`,
    [users.map(({ userId }) => userId)],
  );
  await db.query(`analyze deal.deals`);
  await db.query(`analyze identity.sessions`);
  return rows.map(({ id }) => id);
}
