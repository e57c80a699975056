import { LIFTS_APPROVALS, publicOrigin, type Settings } from '@svc/topology/environment';
import { TOKEN_SECONDS_MAX } from './agent-authorizations/connections/token-lifetime.js';

export type IdentityConfig = ReturnType<typeof readConfig>;

/** Converts identity's settings. */
export function readConfig(settings: Settings<'identity'>) {
  const { ADMIN_EMAIL, ADMIN_PASSWORD, APP_NAME, SMTP_URL, SMTP_FROM, SVC_AGENT_TOKEN_TTL_MS } = settings;
  const appOrigin = publicOrigin(settings);
  return {
    /** Lifetime of a new agent's token in seconds. */
    agentTokenLifetimeSeconds: Math.min(Math.floor(SVC_AGENT_TOKEN_TTL_MS / 1_000), TOKEN_SECONDS_MAX),
    /** Whether agents need no approval for writes that delete nothing. */
    liftsApprovals: settings.SVC_AGENT_WRITE_CONFIRMATION_MODE === LIFTS_APPROVALS,
    appName: APP_NAME,
    appOrigin,
    /** The first administrator; undefined when none is configured. */
    admin:
      ADMIN_EMAIL !== undefined && ADMIN_PASSWORD !== undefined
        ? { email: ADMIN_EMAIL, password: ADMIN_PASSWORD }
        : undefined,
    /** Settings for reset links by mail; undefined when mail is not configured. */
    mail:
      SMTP_URL !== undefined && appOrigin !== undefined
        ? { smtpUrl: SMTP_URL, from: SMTP_FROM ?? `${APP_NAME} <no-reply@${new URL(appOrigin).hostname}>` }
        : undefined,
  };
}
