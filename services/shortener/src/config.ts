import { readEnvironment, splitAddress } from '@svc/chassis/config';
import { readObjectStoreOptions } from '@svc/chassis/objects/environment';
import { addressesIn, environmentSchema, requiredOrigin, shortLinkOrigin } from '@svc/topology/environment';

/** What the shortener is told by its environment. */
export function readConfig(environment = process.env) {
  const env = readEnvironment(environmentSchema('shortener'), environment);
  return {
    grpcAddress: env.GRPC_ADDRESS,
    databaseUrl: env.DATABASE_URL,
    /** Where changes of links are listened to: that takes a session. */
    listenDatabaseUrl: env.LISTEN_DATABASE_URL ?? env.DATABASE_URL,
    poolMax: env.PG_POOL_MAX,
    installationId: env.INSTALLATION_ID,
    addresses: addressesIn('shortener', env),
    serviceSecret: env.SERVICE_SECRET[0],
    publicAddress: { host: env.HOST, port: env.SHORTENER_PORT, keepAliveSeconds: env.KEEP_ALIVE_SECONDS },
    internalAddress: splitAddress(env.SHORTENER_HTTP_ADDRESS),
    /** Origin of the short links. */
    origin: shortLinkOrigin(env),
    /** Origin of the main host, which links and pages name. */
    baseUrl: requiredOrigin(env),
    appName: env.APP_NAME,
    /** Addresses or networks whose `X-Forwarded-For` is believed; none by default, this machine included. */
    trustedProxies: env.TRUSTED_PROXIES,
    countryHeader: env.COUNTRY_HEADER,
    redisUrl: env.REDIS_URL,
    /** Links that this process remembers at most. */
    linkCacheMax: env.LINK_CACHE_MAX,
    /** Days for which single clicks are kept; 0 keeps them for ever. Counts stay. */
    clickRetentionDays: env.CLICK_RETENTION_DAYS,
    clickStream: env.CLICK_STREAM,
    /** Milliseconds for which an answer about a caller may be used again. */
    authReuseMs: env.AUTH_REUSE_MS,
    photoBytesMax: env.PHOTO_BYTES_PER_USER,
    objects: readObjectStoreOptions(env, 'shortener'),
    /** Bytes of an image that an agent sends. */
    agentImageBytesMax: Math.min(env.SVC_AGENT_MAX_IMAGE_BYTES, env.SCREENSHOT_MAX_IMAGE_BYTES),
    images: { bodyBytesMax: env.API_JSON_BODY_LIMIT, imageBytesMax: env.SCREENSHOT_MAX_IMAGE_BYTES },
  };
}

export type ShortenerConfig = ReturnType<typeof readConfig>;
