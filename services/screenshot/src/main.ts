import { fileURLToPath } from 'node:url';
import { renewGrants } from '@svc/chassis/assertions/renewal';
import { callAs } from '@svc/chassis/assertions/service-call';
import { createClient, openConnection } from '@svc/chassis/grpc/client';
import { listenHttp } from '@svc/chassis/http/listen';
import { openUpstream } from '@svc/chassis/http/upstream';
import { createImageIntake } from '@svc/chassis/images/image-intake';
import { createLog } from '@svc/chassis/log';
import { openObjectStore } from '@svc/chassis/objects/open-object-store';
import { partOf, watchPart, watchRedis } from '@svc/chassis/part-watch';
import { runProcess } from '@svc/chassis/process';
import { createService } from '@svc/chassis/service';
import { PublicShareService } from '@svc/proto/deal/v1/external_share_service';
import { VideoDirectoryService } from '@svc/proto/deal/v1/reading_service';
import { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { CaptureService } from '@svc/proto/screenshot/v1/capture_service';
import { openBrowser } from './capture/browser-pool.js';
import { captureHandlers } from './capture-jobs/capture-handlers.js';
import { captureQueue } from './capture-jobs/capture-metrics.js';
import { measureQueue } from './capture-jobs/capture-queue-repo.js';
import { createCaptureLimit } from './capture-jobs/capture-limit.js';
import { watchCaptures } from './capture-jobs/capture-watch.js';
import { startCaptureWorkers } from './capture-jobs/capture-workers.js';
import { startSweepingJobs } from './capture-jobs/sweep-jobs.js';
import { readConfig } from './config.js';
import { createDeliver } from './deliveries.js';
import { createImageApp } from './http/image-app.js';
import { addServices } from './server.js';
import { screenshotHandles } from './tool-call-handles.js';
import { createPhotoLinks, SHORTENER_LIMITS } from './short-links/photo-links.js';
import { startKeepingScreenshots } from './upkeep/screenshot-upkeep.js';
import { startSweepingImages } from './upkeep/sweep-images.js';

/** Milliseconds for a whole request: uploads take their time. */
const REQUEST_TIMEOUT_MS = 150_000;

const log = createLog('screenshot', process.env.LOG_LEVEL);

await runProcess(log, async (onStop) => {
  const config = readConfig();
  const identity = openConnection('identity', config.addresses.identity, METHOD_OPTIONS);
  const deal = openConnection('deal', config.addresses.deal, METHOD_OPTIONS);
  const shortener = openConnection('shortener', config.addresses.shortener, METHOD_OPTIONS);
  onStop(() => [identity, deal, shortener].forEach((connection) => connection.close()));
  const authentication = createClient(AuthenticationService, identity);

  const { pool, server, verify, write, toolCalls, openOutbox, listen } = createService({
    name: 'screenshot',
    config,
    methods: METHOD_OPTIONS,
    toolCalls: screenshotHandles,
    readKeys: async () => (await authentication.getSigningKeys({})).publicJwks,
    migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
    log,
    onStop,
  });
  const store = await openObjectStore(config.objects, log);
  onStop(() => store.close());
  watchRedis(config.redisUrl, { onState: partOf(server, 'redis'), log, onStop });
  if (config.objects.kind === 's3') {
    watchPart({ name: 'objects', check: () => store.check(), onState: partOf(server, 'objects'), log, onStop });
  }
  const images = createImageIntake({ store, limits: config.images, log });
  onStop(() => images.close());

  const asService = callAs('screenshot', config.serviceSecret, authentication);
  const asGranted = renewGrants({ asService, source: authentication, verify });
  const shortenerHttp = openUpstream('shortener', config.internalHttp.shortener, SHORTENER_LIMITS);
  const photoLinks = createPhotoLinks({ pool, store, shortener: shortenerHttp, asGranted, outbox: () => outbox });
  // A photo goes to the shortener whole, which takes longer than a message.
  const outbox = openOutbox({
    deliver: createDeliver({ identity, deal, shortener, photoLinks, asService }),
    timeoutMs: 20_000,
  });
  const directory = createClient(VideoDirectoryService, deal);
  const shares = createClient(PublicShareService, deal);
  addServices(server, { pool, write, outbox, directory, shares });

  const watch = watchCaptures(config.listenDatabaseUrl, log);
  onStop(() => watch.stop());
  const { chromium, ownHosts, egressAllowed } = config;
  const rules = { ownHosts, allowed: egressAllowed };
  const hasBrowser = (): boolean => chromium !== undefined;
  const queueMetrics = captureQueue.observe(() => measureQueue(pool));
  onStop(() => queueMetrics.stop());
  const limit = createCaptureLimit(config.redisUrl, log);
  onStop(() => limit.close());
  server.add(CaptureService, captureHandlers({ pool, write, outbox, directory, rules, watch, limit, hasBrowser }));
  if (chromium === undefined) log.warn('there is no Chromium: pages cannot be captured');
  else {
    const browser = openBrowser({ ...rules, chromium, log });
    onStop(() => browser.close());
    const workers = startCaptureWorkers({ pool, outbox, images, browser, photoLinks, asGranted, watch });
    onStop((graceMs) => workers.stop(graceMs));
  }

  const jobSweep = startSweepingJobs(pool);
  onStop(() => jobSweep.stop());
  const upkeep = startKeepingScreenshots(pool);
  onStop(() => upkeep.stop());
  const imageSweep = startSweepingImages(pool, store);
  onStop(() => imageSweep.stop());

  const parts = { pool, toolCalls, outbox, store, directory, shares, photoLinks };
  const { agentImageBytesMax, internalAddress } = config;
  const app = createImageApp({ parts, images, agentImageBytesMax, verify, asGranted }, log);
  await listenHttp(app, { ...internalAddress, requestTimeoutMs: REQUEST_TIMEOUT_MS }, onStop);
  await listen();
});
