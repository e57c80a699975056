import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** The system settings as stored. */
export interface StoredSettings {
  readonly maintenanceMode: boolean;
  readonly allowPublicSignup: boolean;
  readonly copilotFreeDailyLimit: number;
  /** Whether the stored limit applies; before an administrator sets it, it does not. */
  readonly isCopilotLimitSet: boolean;
  readonly updatedAt: Date;
  readonly version: number;
}

const COLUMNS = `maintenance_mode as "maintenanceMode", allow_public_signup as "allowPublicSignup",
            copilot_free_daily_limit as "copilotFreeDailyLimit", copilot_free_daily_limit_is_set as "isCopilotLimitSet",
            updated_at as "updatedAt", version`;

const SELECT = `select ${COLUMNS} from identity.system_settings`;

/** Returns the system settings. */
export async function findSystemSettings(db: Db): Promise<StoredSettings> {
  return onlyRow((await db.query<StoredSettings>(SELECT)).rows);
}

/** Returns the system settings, locked until the end of the transaction. */
export async function findSystemSettingsForUpdate(tx: Tx): Promise<StoredSettings> {
  return onlyRow((await tx.query<StoredSettings>(`${SELECT} for update`)).rows);
}

/** Sets the given values; null keeps one. */
export async function updateSystemSettings(
  db: Db,
  change: { maintenanceMode: boolean | null; allowPublicSignup: boolean | null; copilotFreeDailyLimit: number | null },
): Promise<StoredSettings> {
  const { rows } = await db.query<StoredSettings>(
    `update identity.system_settings
        set maintenance_mode = coalesce($1, maintenance_mode),
            allow_public_signup = coalesce($2, allow_public_signup),
            copilot_free_daily_limit = coalesce($3, copilot_free_daily_limit),
            copilot_free_daily_limit_is_set = copilot_free_daily_limit_is_set or $3 is not null,
            updated_at = now(), version = version + 1
  returning ${COLUMNS}`,
    [change.maintenanceMode, change.allowPublicSignup, change.copilotFreeDailyLimit],
  );
  return onlyRow(rows);
}
