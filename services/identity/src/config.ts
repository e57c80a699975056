import { Address, readEnvironment, serviceEnvironment } from '@svc/chassis/config';
import { z } from 'zod';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Longest life of an agent's token, whatever the environment asks for. */
const AGENT_TOKEN_TTL_MS_MAX = 365 * DAY_MS;

const Secrets = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.string().min(32)));

const Environment = z.object({
  ...serviceEnvironment,
  DEAL_ADDRESS: Address,
  VIEWCHECK_ADDRESS: Address,
  SHORTENER_ADDRESS: Address,
  /** JSON object: name of each service and its secret. */
  SERVICE_SECRETS: Secrets,
  /** 32 bytes in base64url: opens the stored signing keys. */
  SIGNING_KEY_SECRET: z.base64url().length(43),
  SIGNING_KEY_ROTATION_DAYS: z.coerce.number().min(0.001).max(365).default(30),
  AUTH_REUSE_MS: z.coerce.number().int().min(0).max(5_000).default(500),
  SVC_AGENT_TOKEN_TTL_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(30 * DAY_MS),
  APP_NAME: z.string().max(100).default('Dealbridge'),
  APP_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8).max(200).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_FROM: z.string().max(200).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
});

export type IdentityConfig = ReturnType<typeof readConfig>;

/** What identity is told by its environment. */
export function readConfig(environment = process.env) {
  const env = readEnvironment(Environment, environment);
  const admin =
    env.ADMIN_EMAIL !== undefined && env.ADMIN_PASSWORD !== undefined
      ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
      : undefined;
  const mail =
    env.SMTP_URL !== undefined && env.APP_ORIGIN !== undefined
      ? {
          smtpUrl: env.SMTP_URL,
          from: env.SMTP_FROM ?? `${env.APP_NAME} <no-reply@${new URL(env.APP_ORIGIN).hostname}>`,
        }
      : undefined;
  return {
    logLevel: env.LOG_LEVEL,
    grpcAddress: env.GRPC_ADDRESS,
    databaseUrl: env.DATABASE_URL,
    poolMax: env.PG_POOL_MAX,
    addresses: { deal: env.DEAL_ADDRESS, viewcheck: env.VIEWCHECK_ADDRESS, shortener: env.SHORTENER_ADDRESS },
    serviceSecrets: env.SERVICE_SECRETS,
    signingKeySecret: Buffer.from(env.SIGNING_KEY_SECRET, 'base64url'),
    signingKeyRotationDays: env.SIGNING_KEY_ROTATION_DAYS,
    /** Milliseconds for which the gateway may use an answer about a caller again. */
    authReuseMs: env.AUTH_REUSE_MS,
    /** Seconds that a new agent's token lives. */
    agentTokenLifetimeSeconds: Math.floor(Math.min(env.SVC_AGENT_TOKEN_TTL_MS, AGENT_TOKEN_TTL_MS_MAX) / 1_000),
    appName: env.APP_NAME,
    appOrigin: env.APP_ORIGIN,
    /** The first administrator; undefined when none is to be created. */
    admin,
    /** How reset links are mailed; undefined when mail is not configured. */
    mail,
    redisUrl: env.REDIS_URL,
  };
}
