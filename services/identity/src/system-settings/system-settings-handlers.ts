import { checkVersion } from '@svc/chassis/errors/check-version';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { SystemSettingsService as methods } from '@svc/proto/identity/v1/settings_service';
import { changesBetween, recordAuditEvent } from '../audit/record-audit-event.js';
import { withCopilotLimit } from './copilot-limit.js';
import {
  findSystemSettings,
  findSystemSettingsForUpdate,
  type StoredSettings,
  updateSystemSettings,
} from './system-settings-repo.js';

const SWITCHES = [
  'maintenanceMode',
  'allowPublicSignup',
  'copilotFreeDailyLimit',
  'copilotFreeDailyLimitSource',
] as const;

export interface SystemSettingsDependencies {
  readonly pool: Pool;
  readonly write: Write;
  /** Whether mail is configured. */
  readonly sendsMail: boolean;
  /** The copilot's free turns per user and day until an administrator sets them; undefined when the environment does not. */
  readonly copilotFreeDailyLimit: number | undefined;
  /** Resolves when no gateway still caches the old settings. */
  readonly untilForgotten: () => Promise<void>;
}

/** Settings of the whole system; only administrators may change them or see all of them. */
export function systemSettingsHandlers({
  pool,
  write,
  sendsMail,
  copilotFreeDailyLimit,
  untilForgotten,
}: SystemSettingsDependencies): ServiceHandlers<typeof methods> {
  const shown = (stored: StoredSettings) => withCopilotLimit(stored, copilotFreeDailyLimit);
  return {
    getPublicSettings: async () => {
      const { maintenanceMode, allowPublicSignup } = await findSystemSettings(pool);
      return { maintenanceMode, allowPublicSignup, sendsMail };
    },
    getSystemSettings: async () => ({ settings: shown(await findSystemSettings(pool)) }),
    getCopilotFreeDailyLimit: async () => {
      const settings = shown(await findSystemSettings(pool));
      return { limit: settings.copilotFreeDailyLimit, source: settings.copilotFreeDailyLimitSource };
    },
    updateSystemSettings: write(methods.updateSystemSettings, {
      work: async (tx, { expectedVersion, ...change }) => {
        const before = shown(await findSystemSettingsForUpdate(tx));
        checkVersion(before.version, expectedVersion);
        const after = shown(
          await updateSystemSettings(tx, {
            maintenanceMode: change.maintenanceMode ?? null,
            allowPublicSignup: change.allowPublicSignup ?? null,
            copilotFreeDailyLimit: change.copilotFreeDailyLimit ?? null,
          }),
        );
        const changes = changesBetween(before, after, SWITCHES);
        if (changes.length > 0) {
          await recordAuditEvent(tx, { action: 'system_settings.changed', subjectId: null, changes });
        }
        return { settings: after };
      },
      // Gateways cache settings briefly; the new value is effective everywhere once this returns.
      after: untilForgotten,
    }),
  };
}
