import { Address, processEnvironment, readEnvironment } from '@svc/chassis/config';
import { z } from 'zod';

const Environment = z.object({
  ...processEnvironment,
  PORT: z.coerce.number().int().min(0).max(65_535).default(8_080),
  HOST: z.string().default('0.0.0.0'),
  APP_NAME: z.string().max(100).default('Dealbridge'),
  APP_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  TRUSTED_PROXIES: z.string().optional(),
  AUTH_REUSE_MS: z.coerce.number().int().min(0).max(5_000).default(500),
  IDENTITY_ADDRESS: Address,
  DEAL_ADDRESS: Address,
  VIEWCHECK_ADDRESS: Address,
  SHORTENER_ADDRESS: Address,
  SHORTENER_HTTP_ADDRESS: Address,
  SVC_MEMORYDB_REQUIRE_CLOUD: z.stringbool().default(false),
  READINESS_CHECK_MEMORYDB: z.stringbool().default(false),
});

/** What the gateway is told by its environment. */
export type GatewayConfig = ReturnType<typeof readConfig>;

export function readConfig(environment = process.env) {
  const env = readEnvironment(Environment, environment);
  return {
    logLevel: env.LOG_LEVEL,
    host: env.HOST,
    port: env.PORT,
    appName: env.APP_NAME,
    /** Public origin; undefined on one machine, where each request's own host is the origin. */
    appOrigin: env.APP_ORIGIN === undefined ? undefined : new URL(env.APP_ORIGIN).origin,
    /** Addresses or networks whose `X-Forwarded-*` headers are believed. */
    trustedProxies: env.TRUSTED_PROXIES?.split(',').map((proxy) => proxy.trim()) ?? [],
    /** Milliseconds for which an answer about who is calling may be used again. */
    authReuseMs: env.AUTH_REUSE_MS,
    addresses: {
      identity: env.IDENTITY_ADDRESS,
      deal: env.DEAL_ADDRESS,
      viewcheck: env.VIEWCHECK_ADDRESS,
      shortener: env.SHORTENER_ADDRESS,
    },
    /** Where redirects, the shortener's API and photos are sent on to. */
    shortenerHttpAddress: env.SHORTENER_HTTP_ADDRESS,
    /** Readiness fails unless the memory database answers. */
    memoryDatabaseRequired: env.SVC_MEMORYDB_REQUIRE_CLOUD || env.READINESS_CHECK_MEMORYDB,
  };
}
