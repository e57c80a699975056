import type { Db, Pool } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** A service's image tables (`object_database`, `unnamed_objects` and `released_objects`), and its rows that refer to images. */
export interface ImageTables {
  readonly pool: Pool;
  readonly schema: string;
  /** Returns those of the images, by SHA-256, to which a row refers. */
  readonly listNamed: (db: Db, sha256s: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** An image to delete, unless it was stored again after this database time. */
export interface DueImage {
  readonly sha256: string;
  readonly since: Date;
}

/** Days for which this database must have seen an image without a row: its upload may still be in flight, or this may be the wrong database. */
const UNNAMED_DAYS = 7;
/** Days after which a mark is too old to count: it came from a restored backup, or no sweep has run. */
const STALE_DAYS = 2;
/** Days after which a released image is deleted. */
const RELEASED_DAYS = 1;

/** The database's id, which dumps and restores keep. */
export async function readDatabaseId(db: Db, schema: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>(`select id from ${schema}.object_database`);
  const [row] = rows;
  if (!row) throw new Error(`${schema}.object_database is empty: restore its row from a backup.`);
  return row.id;
}

/** Serializes uploads and sweeps of the same image until their transactions end. */
async function lockImage(tx: Tx, schema: string, sha256: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1 || ' image ' || $2, 0))`, [schema, sha256]);
}

/** Announces that an image is about to be stored: waits for a sweep that is deleting it, and restarts its retention week. */
export async function expectImage(tx: Tx, schema: string, sha256: string): Promise<void> {
  await lockImage(tx, schema, sha256);
  await forgetImage(tx, schema, sha256);
}

/** Deletes the marks of an image that was deleted, or is about to be stored. */
export async function forgetImage(tx: Tx, schema: string, sha256: string): Promise<void> {
  await tx.query(`delete from ${schema}.unnamed_objects where sha256 = $1`, [sha256]);
  await tx.query(`delete from ${schema}.released_objects where sha256 = $1`, [sha256]);
}

/** Marks images without a row; the week of an image stored again since its mark starts over. */
export async function markUnnamed(
  { pool, schema }: ImageTables,
  seen: readonly { readonly sha256: string; readonly putAt: Date }[],
): Promise<void> {
  await pool.query(
    `insert into ${schema}.unnamed_objects as u (sha256, first_seen, last_seen)
     select seen.sha256, now(), now() from unnest($1::text[], $2::timestamptz[]) as seen (sha256, put_at)
         on conflict (sha256) do update
        set last_seen = now(),
            first_seen = case
              when u.last_seen < now() - ${STALE_DAYS} * interval '1 day' then now()
              when u.first_seen < (select max(put_at) from unnest($1::text[], $2::timestamptz[]) as seen (sha256, put_at)
                                    where seen.sha256 = u.sha256) then now()
              else u.first_seen
            end`,
    [seen.map(({ sha256 }) => sha256), seen.map(({ putAt }) => putAt.toISOString())],
  );
}

/** Deletes the marks of images to which a row refers again. */
export async function unmarkNamed({ pool, schema }: ImageTables, sha256s: readonly string[]): Promise<void> {
  await pool.query(`delete from ${schema}.unnamed_objects where sha256 = any ($1)`, [sha256s]);
}

/** Deletes stale marks: those of deleted images, and those that came from a restored backup. */
export async function forgetStaleMarks({ pool, schema }: ImageTables): Promise<void> {
  await pool.query(`delete from ${schema}.unnamed_objects where last_seen < now() - ${STALE_DAYS} * interval '1 day'`);
}

/** At most `limit` images that this database has seen without a row for a week, oldest first. */
export function listDueMarks({ pool, schema }: ImageTables, limit: number): Promise<DueImage[]> {
  return pool.list<DueImage>(
    `select sha256, first_seen as since from ${schema}.unnamed_objects
      where first_seen <= now() - ${UNNAMED_DAYS} * interval '1 day'
        and last_seen >= now() - ${STALE_DAYS} * interval '1 day'
      order by first_seen, sha256 limit $1`,
    [limit],
  );
}

/** At most `limit` images released a day ago, oldest first. */
export function listDueReleases({ pool, schema }: ImageTables, limit: number): Promise<DueImage[]> {
  return pool.list<DueImage>(
    `select sha256, max(released_at) as since from ${schema}.released_objects
      where released_at <= now() - ${RELEASED_DAYS} * interval '1 day'
      group by sha256 order by since, sha256 limit $1`,
    [limit],
  );
}

/** Deletes an image's marks, and returns whether it may be deleted: it is still due, and no row refers to it. Uploads of it wait from now on. */
export async function takeDue(
  tx: Tx,
  { schema, listNamed }: ImageTables,
  table: 'unnamed_objects' | 'released_objects',
  { sha256, since }: DueImage,
): Promise<boolean> {
  await lockImage(tx, schema, sha256);
  const column = table === 'unnamed_objects' ? 'first_seen' : 'released_at';
  const { rowCount } = await tx.query(`select 1 from ${schema}.${table} where sha256 = $1 and ${column} = $2`, [
    sha256,
    since,
  ]);
  if (rowCount === 0) return false;
  await tx.query(`delete from ${schema}.${table} where sha256 = $1 and ${column} <= $2`, [sha256, since]);
  return !(await listNamed(tx, [sha256])).has(sha256);
}
