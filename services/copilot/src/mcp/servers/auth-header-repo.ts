import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { SealedSecret } from '../../sealing/secret-box.js';

/** The sealed header of a server; null when it has none. */
export async function findSealedHeader(db: Db, serverId: string): Promise<string | null> {
  const row = await db.find<{ jwe: string }>(
    `select s.auth_header_jwe as jwe from memory.mcp_servers s where s.id = $1 and s.auth_header_jwe is not null`,
    [serverId],
  );
  return row?.jwe ?? null;
}

/** At most 20 headers that one of our keys sealed, skipping those that another process is resealing. */
export function lockHeadersSealedBy(tx: Tx, keyId: string): Promise<{ readonly id: string; readonly jwe: string }[]> {
  return tx.list(
    `select s.id, s.auth_header_jwe as jwe from memory.mcp_servers s
      where s.auth_header_key_id = $1 order by s.id limit 20 for update skip locked`,
    [keyId],
  );
}

/** Replaces a sealed header with its resealed form. */
export async function storeResealedHeader(tx: Tx, serverId: string, { jwe, keyId }: SealedSecret): Promise<void> {
  await tx.query(`update memory.mcp_servers set auth_header_jwe = $2, auth_header_key_id = $3 where id = $1`, [
    serverId,
    jwe,
    keyId,
  ]);
}

export async function countHeadersSealedBy(db: Db, keyId: string): Promise<number> {
  const row = await db.find<{ count: number }>(
    `select count(*)::integer as count from memory.mcp_servers where auth_header_key_id = $1`,
    [keyId],
  );
  return row?.count ?? 0;
}
