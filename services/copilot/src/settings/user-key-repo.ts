import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { SealedSecret } from '../sealing/secret-box.js';

/** The place for which a user's key is sealed. */
export function placeOfKey(userId: string): string {
  return `memory.copilot_configs.byok_key:${userId}`;
}

export function findSealedKey(db: Db, userId: string): Promise<SealedSecret | null> {
  return db.find<SealedSecret>(
    `select byok_key_jwe as jwe, byok_key_id as "keyId"
       from memory.copilot_configs where user_id = $1 and byok_key_jwe is not null`,
    [userId],
  );
}

export async function storeSealedKey(tx: Tx, userId: string, { jwe, keyId }: SealedSecret): Promise<void> {
  await tx.query(
    `update memory.copilot_configs
        set byok_key_jwe = $2, byok_key_id = $3, byok_key_status = 'ready', updated_at = now()
      where user_id = $1`,
    [userId, jwe, keyId],
  );
}

export async function deleteSealedKey(tx: Tx, userId: string): Promise<void> {
  await tx.query(
    `update memory.copilot_configs
        set byok_key_jwe = null, byok_key_id = null, byok_key_status = 'none', updated_at = now()
      where user_id = $1`,
    [userId],
  );
}

/** Stores whether the provider accepts the key, unless it was replaced meanwhile. */
export async function storeKeyStatus(db: Db, userId: string, jwe: string, status: 'ready' | 'rejected'): Promise<void> {
  await db.query(
    `update memory.copilot_configs set byok_key_status = $3 where user_id = $1 and byok_key_jwe = $2 and byok_key_status <> $3`,
    [userId, jwe, status],
  );
}

/** Keys that one of our keys sealed. */
export interface KeysSealedBy {
  readonly keyId: string;
  /** Only keys of users after this one; null for all. */
  readonly after: string | null;
  readonly limit: number;
}

/** Keys in the order of users, skipping those that another process is resealing. */
export function lockKeysSealedBy(
  tx: Tx,
  { keyId, after, limit }: KeysSealedBy,
): Promise<{ readonly userId: string; readonly jwe: string }[]> {
  return tx.list(
    `select user_id as "userId", byok_key_jwe as jwe
       from memory.copilot_configs
      where byok_key_id = $1 and ($2::uuid is null or user_id > $2)
      order by user_id
      limit $3
        for update skip locked`,
    [keyId, after, limit],
  );
}

/** Replaces sealed keys with their resealed form. */
export async function storeResealed(
  tx: Tx,
  keyId: string,
  keys: readonly { readonly userId: string; readonly jwe: string }[],
): Promise<void> {
  await tx.query(
    `update memory.copilot_configs c
        set byok_key_jwe = k.jwe, byok_key_id = $1
       from unnest($2::uuid[], $3::text[]) as k (user_id, jwe)
      where c.user_id = k.user_id`,
    [keyId, keys.map(({ userId }) => userId), keys.map(({ jwe }) => jwe)],
  );
}

export async function countKeysSealedBy(db: Db, keyId: string): Promise<number> {
  const row = await db.find<{ count: number }>(
    `select count(*)::integer as count from memory.copilot_configs where byok_key_id = $1`,
    [keyId],
  );
  return row?.count ?? 0;
}
