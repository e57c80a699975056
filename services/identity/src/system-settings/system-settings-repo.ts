import type { Db } from '@svc/chassis/postgres/pool';
import type { SystemSettings } from '@svc/proto/identity/v1/settings_service';

const COLUMNS = `maintenance_mode as "maintenanceMode", allow_public_signup as "allowPublicSignup",
            copilot_free_daily_limit as "copilotFreeDailyLimit", updated_at as "updatedAt", version`;

/** The switches, locked until the end of the transaction when `forUpdate`. */
export async function findSystemSettings(db: Db, forUpdate = false): Promise<SystemSettings> {
  const { rows } = await db.query<SystemSettings>(
    `select ${COLUMNS}
       from identity.system_settings
      ${forUpdate ? 'for update' : ''}`,
  );
  return onlyRow(rows);
}

/** Sets what is given; null keeps. */
export async function updateSystemSettings(
  db: Db,
  change: { maintenanceMode: boolean | null; allowPublicSignup: boolean | null; copilotFreeDailyLimit: number | null },
): Promise<SystemSettings> {
  const { rows } = await db.query<SystemSettings>(
    `update identity.system_settings
        set maintenance_mode         = coalesce($1, maintenance_mode),
            allow_public_signup      = coalesce($2, allow_public_signup),
            copilot_free_daily_limit = coalesce($3, copilot_free_daily_limit),
            updated_at               = now(),
            version                  = version + 1
  returning ${COLUMNS}`,
    [change.maintenanceMode, change.allowPublicSignup, change.copilotFreeDailyLimit],
  );
  return onlyRow(rows);
}

function onlyRow(rows: readonly SystemSettings[]): SystemSettings {
  const row = rows[0];
  if (!row) throw new Error('The row of the system settings is missing.');
  return row;
}
