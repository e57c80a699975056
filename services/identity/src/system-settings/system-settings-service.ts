import { checkVersion } from '@svc/chassis/errors/check-version';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { SystemSettingsServiceService } from '@svc/proto/identity/v1/settings_service';
import { changesBetween, recordAuditEvent } from '../audit/record-audit-event.js';
import { findSystemSettings, updateSystemSettings } from './system-settings-repo.js';

const SWITCHES = ['maintenanceMode', 'allowPublicSignup', 'copilotFreeDailyLimit'] as const;

/** Switches of the whole system; the methods that change or show all of them are open to administrators only. */
export function systemSettingsService(pool: Pool): ServiceHandlers<typeof SystemSettingsServiceService> {
  return {
    getPublicSettings: async () => {
      const { maintenanceMode, allowPublicSignup } = await findSystemSettings(pool);
      return { maintenanceMode, allowPublicSignup };
    },
    getSystemSettings: async () => ({ settings: await findSystemSettings(pool) }),
    updateSystemSettings: async ({ expectedVersion, ...change }) => {
      const settings = await inTransaction(pool, async (tx) => {
        const stored = await findSystemSettings(tx, true);
        checkVersion(stored.version, expectedVersion);
        const changed = await updateSystemSettings(tx, {
          maintenanceMode: change.maintenanceMode ?? null,
          allowPublicSignup: change.allowPublicSignup ?? null,
          copilotFreeDailyLimit: change.copilotFreeDailyLimit ?? null,
        });
        const changes = changesBetween(stored, changed, SWITCHES);
        if (changes.length > 0) {
          await recordAuditEvent(tx, { action: 'system_settings.changed', subjectId: null, changes });
        }
        return changed;
      });
      return { settings };
    },
  };
}
