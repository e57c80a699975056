import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient, openConnection } from '@svc/chassis/grpc/client';
import { startIdempotencySweep } from '@svc/chassis/idempotency/sweep';
import { createImageIntake } from '@svc/chassis/images/image-intake';
import { createLog } from '@svc/chassis/log';
import { openObjectStore } from '@svc/chassis/objects/open-object-store';
import { repeat } from '@svc/chassis/outbox/repeat';
import { runProcess } from '@svc/chassis/process';
import { createService } from '@svc/chassis/service';
import { AgentAuthorizationServiceService } from '@svc/proto/identity/v1/agent_authorization_service';
import { AuthenticationServiceService } from '@svc/proto/identity/v1/authentication_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { readConfig } from './config.js';
import { openHosts, openLinkCache } from './hosts.js';
import { sweepImages } from './photos/sweep-images.js';
import { addServices } from './server.js';

/** Milliseconds between two looks for images that no link names. */
const IMAGE_SWEEP_MS = 6 * 60 * 60 * 1_000;

const log = createLog('shortener', process.env.LOG_LEVEL ?? 'info');

await runProcess(log, async (onStop) => {
  const config = readConfig();
  const identity = openConnection('identity', config.addresses.identity, METHOD_OPTIONS);
  onStop(() => identity.close());
  const authentication = createClient(AuthenticationServiceService, identity);

  const { pool, server, verify, listen } = createService({
    name: 'shortener',
    config,
    methods: METHOD_OPTIONS,
    readKeys: async () => (await authentication.getSigningKeys({})).publicJwks,
    migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
    log,
    onStop,
  });
  const addresses = { origin: config.origin };
  const ownHosts = new Set([config.origin, config.baseUrl].map((origin) => new URL(origin).hostname));
  const cache = openLinkCache({ config, pool, log, onStop });
  const forget = (shortId: string, version: number): void => cache.forget(shortId.toLowerCase(), version);
  addServices(server, { pool, addresses, ownHosts, forget });

  const objects = await openObjectStore(config.objects, log);
  onStop(() => objects.close());
  const images = createImageIntake({ store: objects, limits: config.images, log });
  onStop(() => images.close());
  const answerSweep = startIdempotencySweep(pool);
  onStop(() => answerSweep.stop());
  const sweep = async (): Promise<void> => void (await sweepImages(pool, objects, new Date()));
  const imageSweep = repeat('image sweep', sweep, IMAGE_SWEEP_MS, log);
  onStop(() => imageSweep.stop());

  await openHosts({
    config,
    pool,
    verify,
    authentication,
    authorizations: createClient(AgentAuthorizationServiceService, identity),
    objects,
    images,
    ownHosts,
    cache,
    version: readVersion(),
    log,
    onStop,
  });
  await listen();
});

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
