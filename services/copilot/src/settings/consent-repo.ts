import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** A user's latest answer about a route of their messages. */
export interface StoredConsent {
  readonly version: string;
  readonly isGranted: boolean;
  readonly at: Date;
}

export function findConsent(db: Db, userId: string, scope: string): Promise<StoredConsent | null> {
  return db.find<StoredConsent>(
    `select version, is_granted as "isGranted", created_at as at
       from memory.copilot_consents
      where user_id = $1 and scope = $2
      order by id desc limit 1`,
    [userId, scope],
  );
}

export async function insertConsent(
  tx: Tx,
  consent: {
    readonly id: string;
    readonly userId: string;
    readonly scope: string;
    readonly version: string;
    readonly granted: boolean;
  },
): Promise<void> {
  const { id, userId, scope, version, granted } = consent;
  await tx.query(
    `insert into memory.copilot_consents (id, user_id, scope, version, is_granted) values ($1, $2, $3, $4, $5)`,
    [id, userId, scope, version, granted],
  );
}

/** Deletes at most `limit` consents of an account; returns how many. */
export async function deleteConsentsOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from memory.copilot_consents
      where id = any (array(select id from memory.copilot_consents where user_id = $1 limit $2))`,
    [userId, limit],
  );
  return rowCount;
}
