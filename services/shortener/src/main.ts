import { readFileSync } from 'node:fs';
import { renewGrants } from '@svc/chassis/assertions/renewal';
import { createClient } from '@svc/chassis/grpc/client';
import { startSingletonJob } from '@svc/chassis/upkeep/singleton-job';
import { createImageIntake } from '@svc/images/intake/image-intake';
import { sweepObjects } from '@svc/objects/sweep/sweep-objects';
import { PublicShareService } from '@svc/proto/deal/v1/external_share_service';
import { AgentAuthorizationService } from '@svc/proto/identity/v1/agent_authorization_service';
import { SystemSettingsService } from '@svc/proto/identity/v1/settings_service';
import { runService } from '@svc/topology/run-service';
import { readConfig } from './config.js';
import { createDeliver } from './deliveries.js';
import { openHosts, openLinkCache, REDIRECT_POOL } from './hosts.js';
import { reservedWords } from './links/reserved-words.js';
import { forgetEndedSources } from './photos/forget-ended-sources.js';
import { imageTables } from './photos/photo-repo.js';
import { addServices } from './server.js';
import { createHostLimits } from './surfaces/calls/host-limits.js';
import { linkReferences } from './tool-call-references.js';

/** Milliseconds between two sweeps for images without a link. */
const IMAGE_SWEEP_MS = 6 * 60 * 60 * 1_000;

await runService('shortener', { toolCalls: linkReferences, imageTables }, async (service) => {
  const { server, pool, write, objects, settings, connections, log, onStop } = service;
  const config = readConfig(settings);
  service.openOutbox({ deliver: createDeliver(service) });
  const addresses = { origin: config.origin };
  const ownHosts = new Set([config.origin, config.baseUrl].map((origin) => new URL(origin).hostname));
  const redirectPool = service.openPool(REDIRECT_POOL);
  const cache = openLinkCache({ config, redirectPool, log, onStop });
  const limits = createHostLimits(config.redisUrl, log);
  onStop(() => limits.close());
  addServices(server, {
    pool,
    write,
    shares: createClient(PublicShareService, connections.deal),
    addresses,
    photoBytesMax: config.photoBytesMax,
    ownHosts,
    forget: (shortId, version) => cache.forget(shortId, version),
    spendOnLink: (userId) => limits.spendOnLinkOf(userId),
  });

  const images = createImageIntake({ store: objects.store, limits: config.images, log });
  onStop(() => images.close());
  const sweep = async (signal: AbortSignal): Promise<void> => {
    await forgetEndedSources(pool, signal);
    await sweepObjects({ ...imageTables(pool), claim: objects }, signal);
  };
  const imageSweep = startSingletonJob('image sweep', sweep, IMAGE_SWEEP_MS, { pool, schema: 'shortener' });
  onStop(() => imageSweep.stop());

  // If the build lacks the list, fail at startup, not at the first new link.
  reservedWords();
  await openHosts({
    config,
    pool,
    toolCalls: service.toolCalls,
    redirectPool,
    verify: service.verify,
    asGranted: renewGrants({ asService: service.asSelf, source: service.authentication, verify: service.verify }),
    authentication: service.authentication,
    authorizations: createClient(AgentAuthorizationService, connections.identity),
    settings: createClient(SystemSettingsService, connections.identity),
    objects: objects.store,
    images,
    ownHosts,
    cache,
    limits,
    version: readVersion(),
    log,
    onStop,
  });
});

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
