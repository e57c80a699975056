import { Address, ConfigError, readEnvironment, serviceEnvironment } from '@svc/chassis/config';
import { imageIntakeEnvironment } from '@svc/chassis/images/environment';
import { objectStoreEnvironment, readObjectStoreOptions } from '@svc/chassis/objects/environment';
import { z } from 'zod';

const Origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

const Environment = z.object({
  ...serviceEnvironment,
  ...objectStoreEnvironment,
  ...imageIntakeEnvironment,
  IDENTITY_ADDRESS: Address,
  /** Where everybody reaches this host. */
  SHORTENER_PORT: z.coerce.number().int().min(0).max(65_535).default(8_081),
  HOST: z.string().default('0.0.0.0'),
  /** Where the gateway reaches this host, and nobody else may. */
  SHORTENER_HTTP_ADDRESS: Address,
  SHORTENER_ORIGIN: Origin.optional(),
  /** Host of the short links, when their origin is not given: they are then at https. */
  SHORT_LINK_DOMAIN: z.hostname().optional(),
  APP_ORIGIN: Origin,
  APP_NAME: z.string().max(100).default('Dealbridge'),
  TRUSTED_PROXIES: z.string().optional(),
  /** Header in which a trusted proxy names the visitor's country. */
  COUNTRY_HEADER: z.string().toLowerCase().optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  LINK_CACHE_MAX: z.coerce.number().int().min(100).max(10_000_000).default(200_000),
  CLICK_RETENTION_DAYS: z.coerce.number().int().min(0).max(36_500).default(400),
  AUTH_REUSE_MS: z.coerce.number().int().min(0).max(5_000).default(500),
});

/** What the shortener is told by its environment. */
export function readConfig(environment = process.env) {
  const env = readEnvironment(Environment, environment);
  return {
    grpcAddress: env.GRPC_ADDRESS,
    databaseUrl: env.DATABASE_URL,
    poolMax: env.PG_POOL_MAX,
    addresses: { identity: env.IDENTITY_ADDRESS },
    publicAddress: { host: env.HOST, port: env.SHORTENER_PORT },
    internalAddress: readAddress(env.SHORTENER_HTTP_ADDRESS),
    /** Origin of the short links. */
    origin: readOrigin(env.SHORTENER_ORIGIN, env.SHORT_LINK_DOMAIN),
    /** Origin of the main host. */
    baseUrl: env.APP_ORIGIN,
    appName: env.APP_NAME,
    /** Addresses or networks whose `X-Forwarded-For` is believed; none by default, this machine included. */
    trustedProxies: env.TRUSTED_PROXIES?.split(',').map((proxy) => proxy.trim()) ?? [],
    countryHeader: env.COUNTRY_HEADER,
    redisUrl: env.REDIS_URL,
    /** Links that this process remembers at most. */
    linkCacheMax: env.LINK_CACHE_MAX,
    /** Days for which single clicks are kept; 0 keeps them for ever. Counts stay. */
    clickRetentionDays: env.CLICK_RETENTION_DAYS,
    /** Milliseconds for which an answer about a caller may be used again. */
    authReuseMs: env.AUTH_REUSE_MS,
    objects: readObjectStoreOptions(env, 'shortener'),
    images: { bodyBytesMax: env.API_JSON_BODY_LIMIT, imageBytesMax: env.SCREENSHOT_MAX_IMAGE_BYTES },
  };
}

export type ShortenerConfig = ReturnType<typeof readConfig>;

function readOrigin(origin: string | undefined, domain: string | undefined): string {
  if (origin !== undefined) return origin;
  if (domain !== undefined) return `https://${domain}`;
  throw new ConfigError('The environment is not usable. Set SHORTENER_ORIGIN, or SHORT_LINK_DOMAIN.');
}

function readAddress(address: string): { host: string; port: number } {
  const end = address.lastIndexOf(':');
  return { host: address.slice(0, end), port: Number(address.slice(end + 1)) };
}
