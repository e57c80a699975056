import { readEnvironment } from '@svc/chassis/config';
import { addressesIn, environmentSchema, publicOrigin } from '@svc/topology/environment';
import { TOKEN_SECONDS_MAX } from './agent-authorizations/token-lifetime.js';

export type IdentityConfig = ReturnType<typeof readConfig>;

/** What identity is told by its environment. */
export function readConfig(environment = process.env) {
  const env = readEnvironment(environmentSchema('identity'), environment);
  const admin =
    env.ADMIN_EMAIL !== undefined && env.ADMIN_PASSWORD !== undefined
      ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
      : undefined;
  const appOrigin = publicOrigin(env);
  const mail =
    env.SMTP_URL !== undefined && appOrigin !== undefined
      ? {
          smtpUrl: env.SMTP_URL,
          from: env.SMTP_FROM ?? `${env.APP_NAME} <no-reply@${new URL(appOrigin).hostname}>`,
        }
      : undefined;
  return {
    grpcAddress: env.GRPC_ADDRESS,
    databaseUrl: env.DATABASE_URL,
    poolMax: env.PG_POOL_MAX,
    installationId: env.INSTALLATION_ID,
    addresses: addressesIn('identity', env),
    serviceSecrets: env.SERVICE_SECRETS,
    /** What the operator's adapters know, either of two; undefined when there are none. */
    adapterSecrets: env.SVC_AGENT_SERVICE_SECRET,
    /** What an adapter has to know beside that to confirm approvals; undefined when none may. */
    approvalConfirmSecrets: env.SVC_AGENT_APPROVAL_CONFIRM_SECRET,
    /** The first seals the stored signing keys, each of them opens them. */
    signingKeySecrets: env.SIGNING_KEY_SECRET.map((secret) => Buffer.from(secret, 'base64url')),
    signingKeyRotationDays: env.SIGNING_KEY_ROTATION_DAYS,
    /** Milliseconds for which the gateway may use an answer about a caller again. */
    authReuseMs: env.AUTH_REUSE_MS,
    /** Seconds that a new agent's token lives. */
    agentTokenLifetimeSeconds: Math.min(Math.floor(env.SVC_AGENT_TOKEN_TTL_MS / 1_000), TOKEN_SECONDS_MAX),
    appName: env.APP_NAME,
    appOrigin,
    /** The first administrator; undefined when none is to be created. */
    admin,
    /** How reset links are mailed; undefined when mail is not configured. */
    mail,
    redisUrl: env.REDIS_URL,
  };
}
