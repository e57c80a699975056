import type { SystemSettings } from '@svc/proto/identity/v1/settings_service';
import type { StoredSettings } from './system-settings-repo.js';

/** The default of the copilot's free turns per user and day. */
const DEFAULT_LIMIT = 25;

/** The settings with the limit in force: an administrator's, else the environment's, else the default. */
export function withCopilotLimit(
  { isCopilotLimitSet, ...stored }: StoredSettings,
  fromEnvironment: number | undefined,
): SystemSettings {
  if (isCopilotLimitSet) return { ...stored, copilotFreeDailyLimitSource: 'database' };
  if (fromEnvironment === undefined) {
    return { ...stored, copilotFreeDailyLimit: DEFAULT_LIMIT, copilotFreeDailyLimitSource: 'default' };
  }
  return { ...stored, copilotFreeDailyLimit: fromEnvironment, copilotFreeDailyLimitSource: 'env' };
}
