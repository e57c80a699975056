import type { Tx } from '@svc/chassis/postgres/transaction';

/** Tables of records that a service opens to people without an account. */
export interface PublicRecords {
  /** Table of the records; all have `id`, `owner_id`, `owner_disabled`, `created_at`, `updated_at` and `version`. */
  readonly records: string;
  /** Table of account states: `owner_id`, `is_disabled` and `account_version`. */
  readonly standings: string;
}

/** Whether an account is disabled, and the version of that state. */
export interface Standing {
  readonly ownerId: string;
  readonly disabled: boolean;
  readonly accountVersion: number;
}

/** Stores an account's state; false when a newer one is already stored. Repeating it returns true. */
export async function recordStanding(
  tx: Tx,
  { standings }: PublicRecords,
  { ownerId, disabled, accountVersion }: Standing,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into ${standings} as s (owner_id, is_disabled, account_version)
     values ($1, $2, $3)
         on conflict (owner_id) do update
        set is_disabled = excluded.is_disabled, account_version = excluded.account_version
      where s.account_version <= excluded.account_version`,
    [ownerId, disabled, accountVersion],
  );
  return rowCount === 1;
}

/** Disables or enables at most `limit` records of an account, locked in the order of their ids; returns how many. */
export async function disableOrEnable(
  tx: Tx,
  { records }: PublicRecords,
  { ownerId, disabled }: Standing,
  limit: number,
): Promise<number> {
  const { rowCount } = await tx.query(
    `with wanted as materialized (
       select id from ${records}
        where id = any (array(
              select id from ${records}
               where owner_id = $1 and owner_disabled <> $2
               order by created_at desc, id desc limit $3))
        order by id for no key update
     )
     update ${records} t
        set owner_disabled = $2, updated_at = now(), version = t.version + 1
       from wanted
      where t.id = wanted.id`,
    [ownerId, disabled, limit],
  );
  return rowCount;
}

/** Deletes the state of a deleted account. */
export async function forgetStanding(tx: Tx, { standings }: PublicRecords, ownerId: string): Promise<void> {
  await tx.query(`delete from ${standings} where owner_id = $1`, [ownerId]);
}
