import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';

export interface LogoRow {
  /** Hash of the uploaded file. */
  readonly sha256: string;
  readonly updatedAt: Date;
}

export async function findLogo(db: Db, ownerId: string): Promise<LogoRow | null> {
  return db.find<LogoRow>(
    `select l.blob_sha256 as sha256, l.updated_at as "updatedAt" from screenshot.logos l where l.owner_id = $1`,
    [ownerId],
  );
}

/** Sets or replaces a user's logo. */
export async function upsertLogo(tx: Tx, ownerId: string, sha256: string): Promise<LogoRow> {
  const { rows } = await tx.query<LogoRow>(
    `insert into screenshot.logos (owner_id, blob_sha256) values ($1, $2)
         on conflict (owner_id) do update set blob_sha256 = excluded.blob_sha256, updated_at = now()
  returning blob_sha256 as sha256, updated_at as "updatedAt"`,
    [ownerId, sha256],
  );
  return onlyRow(rows);
}

export async function deleteLogo(tx: Tx, ownerId: string): Promise<void> {
  await tx.query(`delete from screenshot.logos where owner_id = $1`, [ownerId]);
}
