import type { SystemSettings } from '@svc/proto/identity/v1/settings_service';
import type { StoredSettings } from './system-settings-repo.js';

/** Default number of the copilot's free turns per user and day. */
const DEFAULT_LIMIT = 25;

/** Returns the settings with the effective limit: an administrator's, else the environment's, else the default. */
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
