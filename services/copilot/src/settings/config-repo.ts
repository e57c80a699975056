import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ProviderName } from '../models/providers.js';

/** A user's choices. */
export interface ChosenConfig {
  /** Who answers: the models of the installation, or the user's own provider. */
  readonly mode: 'free' | 'byok';
  /** One of the installation's models. */
  readonly modelId: string | null;
  readonly provider: ProviderName | null;
  /** One of the provider's models. */
  readonly byokModel: string | null;
  /** Null means the provider's own address. */
  readonly baseUrl: string | null;
  readonly fallsBackToFree: boolean;
  readonly learningEnabled: boolean;
  readonly byokKeyStatus: 'none' | 'ready' | 'rejected';
}

const COLUMNS = `mode, model_id as "modelId", provider, byok_model as "byokModel", base_url as "baseUrl",
            falls_back_to_free as "fallsBackToFree", learning_enabled as "learningEnabled", byok_key_status as "byokKeyStatus"`;

/** Defaults for users who have chosen nothing. */
const NOTHING_CHOSEN: ChosenConfig = {
  mode: 'free',
  modelId: null,
  provider: null,
  byokModel: null,
  baseUrl: null,
  fallsBackToFree: false,
  learningEnabled: false,
  byokKeyStatus: 'none',
};

export async function findConfig(db: Db, userId: string): Promise<ChosenConfig> {
  const row = await db.find<ChosenConfig>(`select ${COLUMNS} from memory.copilot_configs where user_id = $1`, [userId]);
  return row ?? NOTHING_CHOSEN;
}

/** A user's choices, locked until the end of the transaction. */
export async function lockConfig(tx: Tx, userId: string): Promise<ChosenConfig> {
  await tx.query(`insert into memory.copilot_configs (user_id) values ($1) on conflict (user_id) do nothing`, [userId]);
  const { rows } = await tx.query<ChosenConfig>(
    `select ${COLUMNS} from memory.copilot_configs where user_id = $1 for update`,
    [userId],
  );
  return onlyRow(rows);
}

/** Stores the choices, except for the key. */
export async function updateConfig(tx: Tx, userId: string, config: Omit<ChosenConfig, 'byokKeyStatus'>): Promise<void> {
  await tx.query(
    `update memory.copilot_configs
        set mode = $2, model_id = $3, provider = $4, byok_model = $5, base_url = $6, falls_back_to_free = $7,
            learning_enabled = $8, updated_at = now()
      where user_id = $1`,
    [
      userId,
      config.mode,
      config.modelId,
      config.provider,
      config.byokModel,
      config.baseUrl,
      config.fallsBackToFree,
      config.learningEnabled,
    ],
  );
}

/** The user's chosen model of the installation; null for none. */
export async function findChosenModel(db: Db, userId: string): Promise<string | null> {
  return (await findConfig(db, userId)).modelId;
}

/** Deletes an account's choices; returns how many rows that were. */
export async function deleteConfigOf(tx: Tx, userId: string): Promise<number> {
  const { rowCount } = await tx.query(`delete from memory.copilot_configs where user_id = $1`, [userId]);
  return rowCount;
}
