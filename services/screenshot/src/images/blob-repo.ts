import type { Db, Pool } from '@svc/chassis/postgres/pool';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import type { ImageFacts } from '@svc/images/intake/image-intake';
import { expectImage, type ImageTables } from '@svc/objects/claim/image-tables';

const SCHEMA = 'screenshot';

/** Records that an image is about to be stored. Waits for a concurrent sweep of it, then writes the row again. */
async function upsertBlob(tx: Tx, image: ImageFacts): Promise<void> {
  const { sha256, bytes, contentType, width, height, frames, hasLocation } = image;
  await expectImage(tx, SCHEMA, sha256);
  await tx.query(
    `insert into screenshot.image_blobs as b (sha256, bytes, content_type, width, height, frames, has_location)
     values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (sha256) do update set last_put_at = now()`,
    [sha256, bytes, contentType, width, height, frames, hasLocation],
  );
}

/** Records an image before its objects are stored. */
export function noteBlob(pool: Pool): (image: ImageFacts) => Promise<void> {
  return (image) => inTransaction(pool, (tx) => upsertBlob(tx, image));
}

/** Returns which of the images a screenshot or logo uses. */
export async function listNamedBlobs(db: Db, sha256s: readonly string[]): Promise<Set<string>> {
  const rows = await db.list<{ sha256: string }>(
    `select s.blob_sha256 as sha256 from screenshot.screenshots s where s.blob_sha256 = any ($1)
      union
     select l.blob_sha256 from screenshot.logos l where l.blob_sha256 = any ($1)`,
    [sha256s],
  );
  return new Set(rows.map(({ sha256 }) => sha256));
}

export function imageTables(pool: Pool): ImageTables {
  return { pool, schema: SCHEMA, listNamed: listNamedBlobs };
}

/** Deletes the row of an unused image stored before a time. Returns whether its object may be deleted: no row is left. */
export async function deleteUnnamedBlob(tx: Tx, sha256: string, putBefore: Date): Promise<boolean> {
  await tx.query(
    `delete from screenshot.image_blobs b
      where b.sha256 = $1 and b.last_put_at < $2
        and not exists (select 1 from screenshot.screenshots s where s.blob_sha256 = b.sha256)
        and not exists (select 1 from screenshot.logos l where l.blob_sha256 = b.sha256)`,
    [sha256, putBefore],
  );
  const { rowCount } = await tx.query(`select 1 from screenshot.image_blobs where sha256 = $1`, [sha256]);
  return rowCount === 0;
}

/** Deletes at most `limit` rows of unused images stored more than this many days ago; returns how many. */
export async function deleteForgottenBlobs(db: Db, days: number, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from screenshot.image_blobs
      where sha256 = any (array(
            select b.sha256 from screenshot.image_blobs b
             where b.last_put_at < now() - $1 * interval '1 day'
               and not exists (select 1 from screenshot.screenshots s where s.blob_sha256 = b.sha256)
               and not exists (select 1 from screenshot.logos l where l.blob_sha256 = b.sha256)
             limit $2
               for update of b skip locked))`,
    [days, limit],
  );
  return rowCount;
}
