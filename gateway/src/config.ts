import {
  approvalOrigin,
  httpAddressesIn,
  LIFTS_APPROVALS,
  publicOrigin,
  type Settings,
  shortLinkOrigin,
} from '@svc/topology/environment';

export type GatewayConfig = ReturnType<typeof readConfig>;

/** The gateway's settings, grouped by purpose. Throws ConfigError when an origin is missing. */
export function readConfig(settings: Settings<'gateway'>) {
  return {
    host: settings.HOST,
    port: settings.PORT,
    keepAliveSeconds: settings.KEEP_ALIVE_SECONDS,
    appName: settings.APP_NAME,
    /** Origin of the pages that sessions belong to; undefined means each request's own host. */
    appOrigin: settings.APP_ORIGIN,
    /** Public origin, for links, documents and challenges; undefined on one machine (see `publicOriginOf`). */
    publicOrigin: publicOrigin(settings),
    /** Origin of the page where users approve agents; undefined on one machine. */
    approvalOrigin: approvalOrigin(settings),
    /** Public origin of the short links. */
    shortenerOrigin: shortLinkOrigin(settings),
    /** Address of the documentation; below the public origin when undefined. */
    docsUrl: settings.DOCS_URL,
    /** Folder of the operator's own public pages. */
    publicPagesDir: settings.PUBLIC_PAGES_DIR,
    /** Keys that sign requests in this installation's name, as configured. */
    botKeys: {
      publicJwk: settings.WEB_BOT_AUTH_PUBLIC_JWK_JSON,
      publicJwks: settings.WEB_BOT_AUTH_JWKS_JSON,
      privateKeyPem: settings.WEB_BOT_AUTH_PRIVATE_KEY_PEM,
      privateKeyBase64: settings.WEB_BOT_AUTH_PRIVATE_KEY_BASE64,
    },
    /** The operator's own kit for agents. */
    agentKitUrl: settings.SVC_AGENT_KIT_URL,
    /** Addresses or networks whose `X-Forwarded-*` headers are trusted. */
    trustedProxies: settings.TRUSTED_PROXIES,
    /** Milliseconds for which an identified caller is cached. */
    authReuseMs: settings.AUTH_REUSE_MS,
    /** Maximum bytes of any body that the gateway reads itself. */
    bodyBytesMax: settings.API_JSON_BODY_LIMIT,
    /** Internal HTTP listeners to which requests and bodies are forwarded. */
    internalHttp: httpAddressesIn('gateway', settings),
    redisUrl: settings.REDIS_URL,
    /** Calls that an agent may make per minute. */
    agentCallsPerMinute: settings.SVC_AGENT_CALLS_PER_MINUTE,
    agentWritesPerMinute: settings.SVC_AGENT_WRITES_PER_MINUTE,
    /** Calls that a signed-in user may make per minute; 0 is unlimited. */
    sessionCallsPerMinute: settings.SVC_SESSION_CALLS_PER_MINUTE,
    /** Whether sensitive writes of agents that delete nothing also need an approval. */
    approvesNonDeleteWrites: settings.SVC_AGENT_WRITE_CONFIRMATION_MODE !== LIFTS_APPROVALS,
    /** Readiness fails unless the memory database answers. */
    memoryDatabaseRequired: settings.SVC_MEMORYDB_REQUIRE_CLOUD || settings.READINESS_CHECK_MEMORYDB,
  };
}
