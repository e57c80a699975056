import type { IncomingMessage } from 'node:http';
import type { VerifyAssertion } from '@svc/chassis/assertions/verify-assertion';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { ImageIntake } from '@svc/chassis/images/image-intake';
import type { Log } from '@svc/chassis/log';
import type { ObjectStore } from '@svc/chassis/objects/object-store';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { OnStop } from '@svc/chassis/process';
import { openRedis } from '@svc/chassis/redis';
import type { AgentAuthorizationServiceService } from '@svc/proto/identity/v1/agent_authorization_service';
import type { AuthenticationServiceService } from '@svc/proto/identity/v1/authentication_service';
import { createClickRecorder } from './clicks/click-recorder.js';
import { startClickUpkeep } from './clicks/click-upkeep.js';
import type { ShortenerConfig } from './config.js';
import { clientAddressOf, fromTrustedProxy, gatewayClientAddress } from './http/client-address.js';
import { commonHeadersOf } from './http/host-headers.js';
import { listen } from './http/listen.js';
import { createPhotoAnswers } from './photos/photo-answers.js';
import { askTogether } from './redirects/ask-together.js';
import { LinkCache } from './redirects/link-cache.js';
import { followLinkChanges } from './redirects/link-changes.js';
import { listLinkRecords } from './redirects/link-record-repo.js';
import { toOpenLink } from './redirects/link-record.js';
import { createRedirectHandler } from './redirects/redirect-handler.js';
import { createSharedLinkCache } from './redirects/shared-link-repo.js';
import { identifyByAssertion, identifyByToken } from './surfaces/callers.js';
import { createInternalApp, createPublicApp } from './surfaces/host-app.js';
import { createHostLimits } from './surfaces/host-limits.js';

/** Milliseconds that the cache in Redis may take; Postgres is asked instead of waiting longer. */
const CACHE_TIMEOUT_MS = 250;

export interface HostsOptions {
  readonly config: ShortenerConfig;
  readonly pool: Pool;
  readonly verify: VerifyAssertion;
  readonly authentication: PromiseClient<typeof AuthenticationServiceService>;
  readonly authorizations: PromiseClient<typeof AgentAuthorizationServiceService>;
  readonly objects: ObjectStore;
  readonly images: ImageIntake;
  readonly ownHosts: ReadonlySet<string>;
  readonly cache: LinkCache;
  readonly version: string;
  readonly log: Log;
  readonly onStop: OnStop;
}

/** The two HTTP listeners, the public one and the gateway's, over one cache of links and one recorder of clicks. */
export async function openHosts(options: HostsOptions): Promise<{ publicPort: number; internalPort: number }> {
  const { config, pool, verify, cache, log, onStop } = options;
  const commonHeaders = commonHeadersOf(config.baseUrl);
  const clicks = openClicks(options);
  const limits = createHostLimits(config.redisUrl, log);
  onStop(() => limits.close());

  const parts = {
    pool,
    limits,
    log,
    ownHosts: options.ownHosts,
    authorizations: options.authorizations,
    addresses: { origin: config.origin },
    baseUrl: config.baseUrl,
    appName: config.appName,
    version: options.version,
    maxImageBytes: config.images.imageBytesMax,
    forget: (shortId: string, version: number) => cache.forget(shortId.toLowerCase(), version),
  };
  const photosBelow = (prefix: string) => createPhotoAnswers({ objects: options.objects, commonHeaders, prefix, log });
  const common = { parts, cache, images: options.images, commonHeaders };

  const photos = photosBelow('/');
  const publicAddressOf = clientAddressOf(config.trustedProxies);
  const publicApp = createPublicApp({
    ...common,
    photos,
    addressOf: publicAddressOf,
    identify: identifyByToken(options.authentication, verify, config.authReuseMs),
  });
  const redirecting = { cache, clicks, commonHeaders, log };
  const publicRedirect = createRedirectHandler({
    ...redirecting,
    prefix: '/',
    addressOf: publicAddressOf,
    countryOf: countryOf(config),
    answerPhoto: (...request) => photos.answer(...request),
  });
  const gatewayPhotos = photosBelow('/r/');
  const internalApp = createInternalApp({
    ...common,
    photos: gatewayPhotos,
    addressOf: gatewayClientAddress,
    identify: identifyByAssertion(verify),
  });
  const internalRedirect = createRedirectHandler({
    ...redirecting,
    prefix: '/r/',
    addressOf: gatewayClientAddress,
    countryOf: () => undefined,
    answerPhoto: (...request) => gatewayPhotos.answer(...request),
  });

  const internalPort = await listen(config.internalAddress, internalRedirect, internalApp, onStop);
  const publicPort = await listen(config.publicAddress, publicRedirect, publicApp, onStop);
  log.info({ publicPort, internalPort }, 'listening for short links');
  return { publicPort, internalPort };
}

/** The cache that redirects read and writes tell, kept up with the changes of all processes. */
export function openLinkCache({
  config,
  pool,
  log,
  onStop,
}: Pick<HostsOptions, 'config' | 'pool' | 'log' | 'onStop'>): LinkCache {
  const redis =
    config.redisUrl === undefined ? undefined : openRedis(config.redisUrl, log, { commandTimeout: CACHE_TIMEOUT_MS });
  onStop(() => redis?.disconnect());
  const cache = new LinkCache({
    load: askTogether((keys) => listLinkRecords(pool, keys)),
    shared: redis && createSharedLinkCache(redis),
    toOpenLink,
    max: config.linkCacheMax,
  });
  const changes = followLinkChanges(config.databaseUrl, cache, log);
  onStop(() => changes.stop());
  return cache;
}

function openClicks({ config, pool, log, onStop }: HostsOptions) {
  const redis = config.redisUrl === undefined ? undefined : openRedis(config.redisUrl, log);
  const clicks = createClickRecorder({ pool, redis, log });
  const upkeep = startClickUpkeep(pool, { retentionDays: config.clickRetentionDays }, log);
  onStop(() => upkeep.stop());
  onStop(() => redis?.disconnect());
  onStop(() => clicks.stop());
  return clicks;
}

/** A country is believed when a trusted proxy names it. */
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
