import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** The model that the user has chosen; null for none. */
export async function findChosenModel(db: Db, userId: string): Promise<string | null> {
  const row = await db.find<{ modelId: string | null }>(
    `select model_id as "modelId" from memory.copilot_configs where user_id = $1`,
    [userId],
  );
  return row?.modelId ?? null;
}

export async function storeChosenModel(tx: Tx, userId: string, modelId: string | null): Promise<void> {
  await tx.query(
    `insert into memory.copilot_configs (user_id, model_id) values ($1, $2)
         on conflict (user_id) do update set model_id = excluded.model_id, updated_at = now()`,
    [userId, modelId],
  );
}

/** Forgets what an account has chosen; answers how many rows that were. */
export async function deleteConfigOf(tx: Tx, userId: string): Promise<number> {
  const { rowCount } = await tx.query(`delete from memory.copilot_configs where user_id = $1`, [userId]);
  return rowCount;
}
