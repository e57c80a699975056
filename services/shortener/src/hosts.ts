import type { IncomingMessage, RequestListener } from 'node:http';
import type { AsGranted } from '@svc/chassis/assertions/renewal';
import type { VerifyAssertion } from '@svc/chassis/assertions/verify-assertion';
import { createBatchLoader } from '@svc/chassis/concurrency/batch-loader';
import { openRedis } from '@svc/chassis/dependencies/redis';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { Log } from '@svc/chassis/logging/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { OnStop } from '@svc/chassis/process/process';
import type { ToolCallReport } from '@svc/chassis/tool-calls/report-tool-call';
import { type AddressOf, clientAddressOf, fromTrustedProxy } from '@svc/http-host/http/client-address';
import { UPLOAD_MS } from '@svc/http-host/http/deadlines';
import { type HttpAddress, KEEP_ALIVE_SECONDS, listenHttp } from '@svc/http-host/http/listen';
import { createSettingsReader, type PublicSettings } from '@svc/http-host/http/public-settings';
import type { ImageIntake } from '@svc/images/intake/image-intake';
import type { ObjectStore } from '@svc/objects/store/object-store';
import type { AgentAuthorizationService } from '@svc/proto/identity/v1/agent_authorization_service';
import type { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import { ClickRecorder } from './clicks/recording/click-recorder.js';
import { startClickUpkeep } from './clicks/upkeep/click-upkeep.js';
import { startForgettingClicks } from './clicks/upkeep/forget-clicks.js';
import type { ShortenerConfig } from './config.js';
import { shortenerError } from './error-codes.js';
import { commonHeadersOf, headerList } from './http/host-headers.js';
import { createPhotoAnswers } from './photos/photo-answers.js';
import { createStoredPhotos } from './photos/stored-photos.js';
import { LinkCache } from './redirects/link-cache.js';
import { followLinkChanges } from './redirects/link-changes.js';
import { LINK_BATCHES, toOpenLink } from './redirects/link-record.js';
import { listLinkRecords } from './redirects/link-record-repo.js';
import { createRedirectHandler, type RedirectHandler } from './redirects/redirect-handler.js';
import { createRedisLinkCache, followPublished } from './redirects/redis-link-cache.js';
import type { HostLimits } from './surfaces/calls/host-limits.js';
import type { HostParts } from './surfaces/calls/host-parts.js';
import { identifyByAssertion, identifyByToken } from './surfaces/routes/callers.js';
import { createInternalApp, createPublicApp, PUBLIC_HOST_PATHS } from './surfaces/routes/host-app.js';

/** A separate pool for redirects, so that statistics and lists never use up its connections: one looks up links while the other stores clicks. */
export const REDIRECT_POOL = { name: 'shortener-redirect', max: 2, statementTimeoutMs: 2_000 };
/** Timeout in milliseconds of the Redis cache, after which Postgres is queried. */
const CACHE_TIMEOUT_MS = 250;

export interface HostsOptions {
  readonly config: ShortenerConfig;
  readonly pool: Pool;
  readonly toolCalls: ToolCallReport | null;
  /** See `REDIRECT_POOL`. */
  readonly redirectPool: Pool;
  readonly verify: VerifyAssertion;
  readonly asGranted: AsGranted;
  /** Identity's public settings, including maintenance mode. */
  readonly settings: PublicSettings;
  readonly authentication: PromiseClient<typeof AuthenticationService>;
  readonly authorizations: PromiseClient<typeof AgentAuthorizationService>;
  readonly objects: ObjectStore;
  readonly images: ImageIntake;
  readonly ownHosts: ReadonlySet<string>;
  readonly cache: LinkCache;
  readonly limits: HostLimits;
  readonly version: string;
  readonly log: Log;
  readonly onStop: OnStop;
}

/** Dependencies of the operations of both listeners. */
function partsOf(options: HostsOptions): HostParts {
  const { config, cache } = options;
  return {
    pool: options.pool,
    toolCalls: options.toolCalls,
    limits: options.limits,
    log: options.log,
    asGranted: options.asGranted,
    checkMaintenance: undefined,
    ownHosts: options.ownHosts,
    authorizations: options.authorizations,
    addresses: { origin: config.origin },
    baseUrl: config.baseUrl,
    appName: config.appName,
    version: options.version,
    agentImageBytesMax: config.agentImageBytesMax,
    photoBytesMax: config.photoBytesMax,
    forget: (shortId, version) => cache.forget(shortId, version),
  };
}

/** Rejects writes of guests and agents during maintenance, because they bypass the gateway. */
function maintenanceCheck({ settings, config, log }: HostsOptions): () => Promise<void> {
  const readSettings = createSettingsReader({ settings, reuseMs: config.authReuseMs, log });
  return async () => {
    if ((await readSettings())?.maintenanceMode !== true) return;
    const message = 'The service is under maintenance. Try again in a few minutes.';
    throw shortenerError('maintenance', message, { retryAfterSeconds: 120 });
  };
}

/** The two HTTP listeners, the public one and the gateway's, with one cache of links and one recorder of clicks. */
export async function openHosts(options: HostsOptions): Promise<{ publicPort: number; internalPort: number }> {
  const { config, verify, cache, log, onStop } = options;
  const headers = commonHeadersOf(config.baseUrl, config.origin);
  const commonHeaders = headerList(headers);
  const clicks = openClicks(options);

  const parts = partsOf(options);
  const stored = createStoredPhotos(options.objects);
  const photosFor = (addressOf: AddressOf) => createPhotoAnswers({ stored, commonHeaders, addressOf, log });
  const common = { parts, cache, images: options.images, commonHeaders };

  const publicAddressOf = clientAddressOf(config.trustedProxies);
  const photos = photosFor(publicAddressOf);
  const publicApp = createPublicApp({
    ...common,
    parts: { ...parts, checkMaintenance: maintenanceCheck(options) },
    photos,
    addressOf: publicAddressOf,
    mayName: fromTrustedProxy(config.trustedProxies),
    identify: identifyByToken(options.authentication, verify, config.authReuseMs),
  });
  const redirecting = { cache, clicks, commonHeaders, log };
  const publicRedirect = createRedirectHandler({
    ...redirecting,
    prefix: '/',
    hostPaths: PUBLIC_HOST_PATHS,
    addressOf: publicAddressOf,
    countryOf: countryOf(config),
    answerPhoto: (...request) => photos.answer(...request),
    untrustedOrigin: undefined,
    keepAliveSeconds: config.publicAddress.keepAliveSeconds,
  });
  const internal = identifyByAssertion(verify);
  const ownPhotos = photosFor(internal.addressOf);
  const internalApp = createInternalApp({ ...common, ...internal, mayName: () => true, photos: ownPhotos });
  const internalRedirect = createRedirectHandler({
    ...redirecting,
    prefix: '/r/',
    hostPaths: new Set(),
    addressOf: internal.addressOf,
    countryOf: () => undefined,
    answerPhoto: (...request) => ownPhotos.answer(...request),
    untrustedOrigin: config.origin,
    keepAliveSeconds: KEEP_ALIVE_SECONDS,
  });

  const listen = (address: HttpAddress, redirect: RedirectHandler, app: RequestListener): Promise<number> =>
    listenHttp(
      (request, response) => {
        if (!redirect(request, response)) app(request, response);
      },
      { ...address, requestTimeoutMs: UPLOAD_MS, headers },
      onStop,
    );
  const internalPort = await listen(config.internalAddress, internalRedirect, internalApp);
  const publicPort = await listen(config.publicAddress, publicRedirect, publicApp);
  log.info({ publicPort, internalPort }, 'listening for short links');
  return { publicPort, internalPort };
}

/** The cache that redirects read and writes update, synchronized with the changes of all processes. */
export function openLinkCache({
  config,
  redirectPool,
  log,
  onStop,
}: Pick<HostsOptions, 'config' | 'redirectPool' | 'log' | 'onStop'>): LinkCache {
  const redis =
    config.redisUrl === undefined ? undefined : openRedis(config.redisUrl, log, { commandTimeout: CACHE_TIMEOUT_MS });
  const subscriber = config.redisUrl === undefined ? undefined : openRedis(config.redisUrl, log);
  onStop(() => {
    redis?.disconnect();
    subscriber?.disconnect();
  });
  const cache = new LinkCache({
    load: createBatchLoader((keys: string[]) => listLinkRecords(redirectPool, keys), LINK_BATCHES),
    shared: redis && createRedisLinkCache(redis),
    toOpenLink,
    max: config.linkCacheMax,
  });
  if (subscriber) followPublished(subscriber, (key, version) => cache.noteInvalidated(key, version));
  const changes = followLinkChanges(config.listenDatabaseUrl, cache, log);
  onStop(() => changes.stop());
  return cache;
}

function openClicks({ config, pool, redirectPool, log, onStop }: HostsOptions) {
  const redis = config.redisUrl === undefined ? undefined : openRedis(config.redisUrl, log);
  const clicks = new ClickRecorder({ pool: redirectPool, redis, log, stream: config.clickStream });
  const upkeep = startClickUpkeep(pool, { retentionDays: config.clickRetentionDays });
  const forgetting = startForgettingClicks(pool);
  onStop(() => forgetting.stop());
  onStop(() => upkeep.stop());
  onStop(() => redis?.disconnect());
  onStop(() => clicks.stop());
  return clicks;
}

/** Reads a request's country, which is honored only from a trusted proxy. */
function countryOf({ trustedProxies, countryHeader }: ShortenerConfig) {
  if (countryHeader === undefined) return () => undefined;
  const isTrusted = fromTrustedProxy(trustedProxies);
  return (request: IncomingMessage): string | undefined => {
    const country = request.headers[countryHeader];
    return typeof country === 'string' && /^[A-Za-z]{2}$/.test(country) && isTrusted(request)
      ? country.toUpperCase()
      : undefined;
  };
}
