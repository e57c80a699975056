import { splitAddress } from '@svc/chassis/process/config';
import { requiredOrigin, type Settings, shortLinkOrigin } from '@svc/topology/environment';

/** The shortener's settings, grouped by purpose. Throws ConfigError when an origin is missing. */
export function readConfig(settings: Settings<'shortener'>) {
  return {
    /** Database URL for listening to link changes, which requires a session. */
    listenDatabaseUrl: settings.LISTEN_DATABASE_URL ?? settings.DATABASE_URL,
    publicAddress: {
      host: settings.HOST,
      port: settings.SHORTENER_PORT,
      keepAliveSeconds: settings.KEEP_ALIVE_SECONDS,
    },
    internalAddress: splitAddress(settings.SHORTENER_HTTP_ADDRESS),
    /** Origin of the short links. */
    origin: shortLinkOrigin(settings),
    /** Origin of the main host, for links and pages. */
    baseUrl: requiredOrigin(settings),
    appName: settings.APP_NAME,
    /** Trusted proxies, as addresses or networks, whose `X-Forwarded-For` is honored; none by default, not even this machine. */
    trustedProxies: settings.TRUSTED_PROXIES,
    countryHeader: settings.COUNTRY_HEADER,
    redisUrl: settings.REDIS_URL,
    /** Maximum links cached in this process. */
    linkCacheMax: settings.LINK_CACHE_MAX,
    /** Days for which single clicks are kept; 0 keeps them forever. Counts are always kept. */
    clickRetentionDays: settings.CLICK_RETENTION_DAYS,
    clickStream: settings.CLICK_STREAM,
    /** Milliseconds for which a verified caller is cached. */
    authReuseMs: settings.AUTH_REUSE_MS,
    photoBytesMax: settings.PHOTO_BYTES_PER_USER,
    /** Maximum bytes of an agent's image. */
    agentImageBytesMax: Math.min(settings.SVC_AGENT_MAX_IMAGE_BYTES, settings.SCREENSHOT_MAX_IMAGE_BYTES),
    images: { bodyBytesMax: settings.API_JSON_BODY_LIMIT, imageBytesMax: settings.SCREENSHOT_MAX_IMAGE_BYTES },
  };
}

export type ShortenerConfig = ReturnType<typeof readConfig>;
