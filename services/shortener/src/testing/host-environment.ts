import type { ObjectStoreOptions } from '@svc/objects/store/open-object-store';

export interface HostOptions {
  /** Redis of the hosts; none when unset. */
  readonly redisUrl?: string;
  /** The hosts' database, perhaps through a proxy. */
  readonly databaseUrl?: string;
  /** Database URL for listening to changes; that of the hosts when unset. */
  readonly changesUrl?: string;
  /** Trusted proxies; everyone on this machine when unset, so that a test can use any address. */
  readonly trustedProxies?: string;
  readonly countryHeader?: string;
  /** A folder when unset. */
  readonly objects?: ObjectStoreOptions;
  /** Largest image in bytes. */
  readonly imageBytesMax?: number;
  readonly agentImageBytesMax?: number;
  /** Maximum total size of a user's images in bytes. */
  readonly photoBytesMax?: number;
}

/** The environment of the hosts under test. */
export function environmentOf(
  {
    databaseUrl,
    redisUrl,
    trustedProxies,
    countryHeader,
    imageBytesMax,
    agentImageBytesMax,
    photoBytesMax,
  }: HostOptions,
  { origin, baseUrl }: { readonly origin: string; readonly baseUrl: string },
) {
  return {
    GRPC_ADDRESS: '127.0.0.1:0',
    DATABASE_URL: databaseUrl,
    IDENTITY_ADDRESS: '127.0.0.1:0',
    DEAL_ADDRESS: '127.0.0.1:0',
    SHORTENER_PORT: '0',
    HOST: '127.0.0.1',
    SHORTENER_HTTP_ADDRESS: '127.0.0.1:0',
    SHORTENER_ORIGIN: origin,
    APP_ORIGIN: baseUrl,
    TRUSTED_PROXIES: trustedProxies ?? '127.0.0.0/8',
    COUNTRY_HEADER: countryHeader,
    REDIS_URL: redisUrl,
    AUTH_REUSE_MS: '0',
    SERVICE_SECRET: 'x'.repeat(32),
    DATA_DIR: '/nowhere',
    SCREENSHOT_MAX_IMAGE_BYTES: imageBytesMax === undefined ? undefined : String(imageBytesMax),
    SVC_AGENT_MAX_IMAGE_BYTES: agentImageBytesMax === undefined ? undefined : String(agentImageBytesMax),
    PHOTO_BYTES_PER_USER: photoBytesMax === undefined ? undefined : String(photoBytesMax),
  };
}
