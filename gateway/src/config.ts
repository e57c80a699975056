import {
  approvalOrigin,
  httpAddressesIn,
  publicOrigin,
  shortLinkOrigin,
  type Settings,
  LIFTS_APPROVALS,
} from '@svc/topology/environment';

export type GatewayConfig = ReturnType<typeof readConfig>;

/** The settings of the gateway by what they are for. Throws ConfigError when an origin is missing. */
export function readConfig(settings: Settings<'gateway'>) {
  return {
    host: settings.HOST,
    port: settings.PORT,
    keepAliveSeconds: settings.KEEP_ALIVE_SECONDS,
    appName: settings.APP_NAME,
    /** Origin of the pages that sessions belong to; undefined where each request's own host is that. */
    appOrigin: settings.APP_ORIGIN,
    /** Public origin, for links, documents and challenges; undefined on one machine (see `publicOriginOf`). */
    publicOrigin: publicOrigin(settings),
    /** Origin of the page where users approve agents; undefined on one machine. */
    approvalOrigin: approvalOrigin(settings),
    /** Public origin of the short links. */
    shortenerOrigin: shortLinkOrigin(settings),
    /** Where the documentation is; below the public origin when undefined. */
    docsUrl: settings.DOCS_URL,
    /** Folder of the operator's own public pages. */
    publicPagesDir: settings.PUBLIC_PAGES_DIR,
    /** Keys of requests that are sent in the name of this installation, as they are given. */
    botKeys: {
      publicJwk: settings.WEB_BOT_AUTH_PUBLIC_JWK_JSON,
      publicJwks: settings.WEB_BOT_AUTH_JWKS_JSON,
      privateKeyPem: settings.WEB_BOT_AUTH_PRIVATE_KEY_PEM,
      privateKeyBase64: settings.WEB_BOT_AUTH_PRIVATE_KEY_BASE64,
    },
    /** The operator's own kit for agents. */
    agentKitUrl: settings.SVC_AGENT_KIT_URL,
    /** Addresses or networks whose `X-Forwarded-*` headers are believed. */
    trustedProxies: settings.TRUSTED_PROXIES,
    /** Milliseconds for which an answer about who is calling may be used again. */
    authReuseMs: settings.AUTH_REUSE_MS,
    /** Bytes of any body that is read here. */
    bodyBytesMax: settings.API_JSON_BODY_LIMIT,
    /** Where requests and bodies are sent on to as they come. */
    internalHttp: httpAddressesIn('gateway', settings),
    redisUrl: settings.REDIS_URL,
    /** How much an agent may ask for in a minute. */
    agentCallsPerMinute: settings.SVC_AGENT_CALLS_PER_MINUTE,
    agentWritesPerMinute: settings.SVC_AGENT_WRITES_PER_MINUTE,
    /** How much a signed-in user may ask for in a minute; 0 for as much as they like. */
    sessionCallsPerMinute: settings.SVC_SESSION_CALLS_PER_MINUTE,
    /** Whether an agent's sensitive writes that delete nothing need an approval too. */
    approvesNonDeleteWrites: settings.SVC_AGENT_WRITE_CONFIRMATION_MODE !== LIFTS_APPROVALS,
    /** Readiness fails unless the memory database answers. */
    memoryDatabaseRequired: settings.SVC_MEMORYDB_REQUIRE_CLOUD || settings.READINESS_CHECK_MEMORYDB,
  };
}
