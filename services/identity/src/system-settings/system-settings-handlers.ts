import { checkVersion } from '@svc/chassis/errors/check-version';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { SystemSettingsService as methods } from '@svc/proto/identity/v1/settings_service';
import { changesBetween, recordAuditEvent } from '../audit/record-audit-event.js';
import { findSystemSettings, findSystemSettingsForUpdate, updateSystemSettings } from './system-settings-repo.js';

const SWITCHES = ['maintenanceMode', 'allowPublicSignup', 'copilotFreeDailyLimit'] as const;

export interface SystemSettingsDependencies {
  readonly pool: Pool;
  readonly write: Write;
  /** Whether mail is configured. */
  readonly sendsMail: boolean;
  /** Returns when no gateway can still take the old switches for granted. */
  readonly untilForgotten: () => Promise<void>;
}

/** Switches of the whole system; the methods that change or show all of them are open to administrators only. */
export function systemSettingsHandlers({
  pool,
  write,
  sendsMail,
  untilForgotten,
}: SystemSettingsDependencies): ServiceHandlers<typeof methods> {
  return {
    getPublicSettings: async () => {
      const { maintenanceMode, allowPublicSignup } = await findSystemSettings(pool);
      return { maintenanceMode, allowPublicSignup, sendsMail };
    },
    getSystemSettings: async () => ({ settings: await findSystemSettings(pool) }),
    updateSystemSettings: write(methods.updateSystemSettings, {
      work: async (tx, { expectedVersion, ...change }) => {
        const stored = await findSystemSettingsForUpdate(tx);
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
        return { settings: changed };
      },
      // Gateways use what they know for a moment; the switch holds once this has answered.
      after: untilForgotten,
    }),
  };
}
