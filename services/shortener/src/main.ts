import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { callAs } from '@svc/chassis/assertions/service-call';
import { createClient, openConnection } from '@svc/chassis/grpc/client';
import { createImageIntake } from '@svc/chassis/images/image-intake';
import { createLog } from '@svc/chassis/log';
import { openObjectStore } from '@svc/chassis/objects/open-object-store';
import { sweepObjects } from '@svc/chassis/objects/sweep-objects';
import { partOf, watchPart, watchRedis } from '@svc/chassis/part-watch';
import { runProcess } from '@svc/chassis/process';
import { createService } from '@svc/chassis/service';
import { repeatInTurn } from '@svc/chassis/upkeep/repeat-in-turn';
import { PublicShareService } from '@svc/proto/deal/v1/external_share_service';
import { AgentAuthorizationService } from '@svc/proto/identity/v1/agent_authorization_service';
import { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { readConfig } from './config.js';
import { createDeliver } from './deliveries.js';
import { openHosts, openLinkCache, REDIRECT_POOL } from './hosts.js';
import { reservedWords } from './links/reserved-words.js';
import { listNamedImages } from './photos/photo-repo.js';
import { addServices } from './server.js';
import { linkHandles } from './tool-call-handles.js';
import { createHostLimits } from './surfaces/calls/host-limits.js';
import { upkeepTurns } from './upkeep-turns.js';

/** Milliseconds between two looks for images that no link names. */
const IMAGE_SWEEP_MS = 6 * 60 * 60 * 1_000;

const log = createLog('shortener', process.env.LOG_LEVEL);

await runProcess(log, async (onStop) => {
  const config = readConfig();
  const identity = openConnection('identity', config.addresses.identity, METHOD_OPTIONS);
  const deal = openConnection('deal', config.addresses.deal, METHOD_OPTIONS);
  onStop(() => [identity, deal].forEach((connection) => connection.close()));
  const authentication = createClient(AuthenticationService, identity);

  const { pool, server, verify, write, toolCalls, openOutbox, openPool, listen } = createService({
    name: 'shortener',
    config,
    methods: METHOD_OPTIONS,
    toolCalls: linkHandles,
    readKeys: async () => (await authentication.getSigningKeys({})).publicJwks,
    migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
    log,
    onStop,
  });
  const asShortener = callAs('shortener', config.serviceSecret, authentication);
  openOutbox({ deliver: createDeliver(identity, asShortener) });
  const addresses = { origin: config.origin };
  const ownHosts = new Set([config.origin, config.baseUrl].map((origin) => new URL(origin).hostname));
  const redirectPool = openPool(REDIRECT_POOL);
  const cache = openLinkCache({ config, redirectPool, log, onStop });
  const forget = (shortId: string, version: number): void => cache.forget(shortId.toLowerCase(), version);
  const limits = createHostLimits(config.redisUrl, log);
  onStop(() => limits.close());
  addServices(server, {
    pool,
    write,
    shares: createClient(PublicShareService, deal),
    addresses,
    ownHosts,
    forget,
    spendOnLink: (userId) => limits.spendOnLinkOf(userId),
  });

  const objects = await openObjectStore(config.objects, log);
  onStop(() => objects.close());
  watchRedis(config.redisUrl, { onState: partOf(server, 'redis'), log, onStop });
  if (config.objects.kind === 's3') {
    watchPart({ name: 'objects', check: () => objects.check(), onState: partOf(server, 'objects'), log, onStop });
  }
  const images = createImageIntake({ store: objects, limits: config.images, log });
  onStop(() => images.close());
  const listNamed = (sha256s: readonly string[]) => listNamedImages(pool, sha256s);
  const sweep = async (signal: AbortSignal): Promise<void> =>
    void (await sweepObjects({ store: objects, listNamed }, new Date(), signal));
  const imageSweep = repeatInTurn('image sweep', sweep, IMAGE_SWEEP_MS, upkeepTurns(pool));
  onStop(() => imageSweep.stop());

  // A process that was built without the list fails now, not at the first new link.
  reservedWords();
  await openHosts({
    config,
    pool,
    toolCalls,
    redirectPool,
    verify,
    authentication,
    authorizations: createClient(AgentAuthorizationService, identity),
    objects,
    images,
    ownHosts,
    cache,
    limits,
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
