import type { Db, Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { expectImage, type ImageTables } from '@svc/objects/claim/image-tables';

const SCHEMA = 'shortener';

/** Images in this service's tables. */
export function imageTables(pool: Pool): ImageTables {
  return { pool, schema: SCHEMA, listNamed: listNamedImages };
}

/**
 * Announces that a photo is about to be stored: waits for a sweep that is deleting it, and keeps later sweeps from deleting it before its row exists.
 */
export function expectPhoto(pool: Pool, sha256: string): Promise<void> {
  return inTransaction(pool, (tx) => expectImage(tx, SCHEMA, sha256));
}

/** Those of the images that a photo link uses; deleted links do not count. */
export async function listNamedImages(db: Db, sha256s: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ sha256: string }>(
    `select distinct p.sha256
       from shortener.link_photos p
       join shortener.links l on l.id = p.link_id
      where p.sha256 = any ($1::text[]) and l.deleted_at is null`,
    [sha256s],
  );
  return new Set(rows.map(({ sha256 }) => sha256));
}
