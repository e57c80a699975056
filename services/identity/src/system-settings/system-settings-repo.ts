import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { SystemSettings } from '@svc/proto/identity/v1/settings_service';

const COLUMNS = `maintenance_mode as "maintenanceMode", allow_public_signup as "allowPublicSignup",
            copilot_free_daily_limit as "copilotFreeDailyLimit", updated_at as "updatedAt", version`;

const SELECT = `select ${COLUMNS} from identity.system_settings`;

/** The switches. */
export async function findSystemSettings(db: Db): Promise<SystemSettings> {
  return onlyRow((await db.query<SystemSettings>(SELECT)).rows);
}

/** The same, locked until the end of the transaction. */
export async function findSystemSettingsForUpdate(tx: Tx): Promise<SystemSettings> {
  return onlyRow((await tx.query<SystemSettings>(`${SELECT} for update`)).rows);
}

/** Sets what is given; null keeps. */
export async function updateSystemSettings(
  db: Db,
  change: { maintenanceMode: boolean | null; allowPublicSignup: boolean | null; copilotFreeDailyLimit: number | null },
): Promise<SystemSettings> {
  const { rows } = await db.query<SystemSettings>(
    `update identity.system_settings
        set maintenance_mode = coalesce($1, maintenance_mode),
            allow_public_signup = coalesce($2, allow_public_signup),
            copilot_free_daily_limit = coalesce($3, copilot_free_daily_limit),
            updated_at = now(), version = version + 1
  returning ${COLUMNS}`,
    [change.maintenanceMode, change.allowPublicSignup, change.copilotFreeDailyLimit],
  );
  return onlyRow(rows);
}
