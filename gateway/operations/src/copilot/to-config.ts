import type { Config, Consent } from '@svc/proto/copilot/v1/copilot_settings_service';

/** Maps the configuration to the field names of the public API. */
export function toConfig(config: Config | null | undefined) {
  if (!config) return undefined;
  const { mode, provider = null, modelId = null, baseUrl = null, byokKeyStatus } = config;
  const {
    fallbackToFree,
    learningEnabled,
    requiredConsentVersion,
    freePool,
    encryption,
    retentionDays,
    mcp,
    memoryMcp,
  } = config;
  return {
    mode,
    provider,
    model: modelId,
    baseUrl,
    hasByokKey: byokKeyStatus !== 'none',
    byokKeyStatus,
    fallbackToFree,
    learningEnabled,
    consent: {
      free: toConsent(config.freeConsent),
      byok: toConsent(config.byokConsent),
      learning: toConsent(config.learningConsent),
    },
    requiredConsentVersion,
    features: { freePool, encryption, mcp, memoryMcp },
    retentionDays,
  };
}

/** Maps a consent to the field names of the public API. */
export function toConsent(consent: Consent | null | undefined) {
  const { granted = false, version = null, at = null } = consent ?? {};
  return { granted, version, at };
}
