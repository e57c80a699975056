import { readEnvironment } from '@svc/chassis/config';
import {
  addressesIn,
  approvalOrigin,
  environmentSchema,
  httpAddressesIn,
  publicOrigin,
  shortLinkOrigin,
} from '@svc/topology/environment';

/** What the gateway is told by its environment. */
export type GatewayConfig = ReturnType<typeof readConfig>;

export function readConfig(environment = process.env) {
  const env = readEnvironment(environmentSchema('gateway'), environment);
  return {
    host: env.HOST,
    port: env.PORT,
    keepAliveSeconds: env.KEEP_ALIVE_SECONDS,
    appName: env.APP_NAME,
    /** Origin of the pages that sessions belong to; undefined where each request's own host is that. */
    appOrigin: env.APP_ORIGIN,
    /** Public origin, for links, documents and challenges; undefined on one machine (see `publicOriginOf`). */
    publicOrigin: publicOrigin(env),
    /** Origin of the page where users approve agents; undefined on one machine. */
    approvalOrigin: approvalOrigin(env),
    /** Public origin of the short links. */
    shortenerOrigin: shortLinkOrigin(env),
    /** Where the documentation is; below the public origin when undefined. */
    docsUrl: env.DOCS_URL,
    /** Folder of the operator's own public pages. */
    publicPagesDir: env.PUBLIC_PAGES_DIR,
    /** Keys of requests that are sent in the name of this installation, as they are given. */
    botKeys: {
      publicJwk: env.WEB_BOT_AUTH_PUBLIC_JWK_JSON,
      publicJwks: env.WEB_BOT_AUTH_JWKS_JSON,
      privateKeyPem: env.WEB_BOT_AUTH_PRIVATE_KEY_PEM,
      privateKeyBase64: env.WEB_BOT_AUTH_PRIVATE_KEY_BASE64,
    },
    /** The operator's own kit for agents. */
    agentKitUrl: env.SVC_AGENT_KIT_URL,
    /** Addresses or networks whose `X-Forwarded-*` headers are believed. */
    trustedProxies: env.TRUSTED_PROXIES,
    /** Milliseconds for which an answer about who is calling may be used again. */
    authReuseMs: env.AUTH_REUSE_MS,
    addresses: addressesIn('gateway', env),
    /** Bytes of any body that is read here. */
    bodyBytesMax: env.API_JSON_BODY_LIMIT,
    /** Where requests and bodies are sent on to as they come. */
    internalHttp: httpAddressesIn('gateway', env),
    redisUrl: env.REDIS_URL,
    /** How much an agent may ask for in a minute. */
    agentCallsPerMinute: env.SVC_AGENT_CALLS_PER_MINUTE,
    agentWritesPerMinute: env.SVC_AGENT_WRITES_PER_MINUTE,
    /** Whether an agent's sensitive writes that delete nothing need an approval too. */
    approvesNonDeleteWrites: env.SVC_AGENT_WRITE_CONFIRMATION_MODE !== 'allow_non_delete_writes',
    /** Readiness fails unless the memory database answers. */
    memoryDatabaseRequired: env.SVC_MEMORYDB_REQUIRE_CLOUD || env.READINESS_CHECK_MEMORYDB,
  };
}
