import type { Config } from '@svc/proto/copilot/v1/copilot_settings_service';

/** The configuration as the public API names its fields. */
export function toConfig(config: Config | null | undefined) {
  if (!config) return undefined;
  const { modelId = null, freeConsent, requiredConsentVersion, freePool, retentionDays } = config;
  const { granted = false, version = null, at = null } = freeConsent ?? {};
  return {
    mode: 'free',
    model: modelId,
    consent: { free: { granted, version, at } },
    requiredConsentVersion,
    features: { freePool },
    retentionDays,
  };
}
