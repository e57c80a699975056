import { renewGrants } from '@svc/chassis/assertions/renewal';
import { createClient } from '@svc/chassis/grpc/client';
import { UPLOAD_MS } from '@svc/http-host/http/deadlines';
import { listenHttp } from '@svc/http-host/http/listen';
import { createImageIntake } from '@svc/images/intake/image-intake';
import { PublicShareService } from '@svc/proto/deal/v1/external_share_service';
import { VideoDirectoryService } from '@svc/proto/deal/v1/reading_service';
import { runService } from '@svc/topology/run-service';
import { openBrowser } from './capture/browser-pool.js';
import { watchSandbox } from './capture/watch-sandbox.js';
import { createCaptureCheck, signOf, watchBrowser } from './capture-jobs/browser-signs.js';
import { measureQueue } from './capture-jobs/capture-job-repo.js';
import { captureQueue } from './capture-jobs/capture-metrics.js';
import { createCaptureLimit } from './capture-jobs/capture-rate-limit.js';
import { watchCaptures } from './capture-jobs/capture-watch.js';
import { startCaptureWorkers } from './capture-jobs/capture-workers.js';
import { startSweepingJobs } from './capture-jobs/sweep-jobs.js';
import { readConfig } from './config.js';
import { createDeliver } from './deliveries.js';
import { imageTables } from './images/blob-repo.js';
import { addServices } from './server.js';
import { createPhotoLinks, SHORTENER_LIMITS } from './short-links/photo-links.js';
import { createImageApp } from './surfaces/image-app.js';
import { screenshotReferences } from './tool-call-references.js';
import { startKeepingScreenshots } from './upkeep/screenshot-upkeep.js';
import { startSweepingImages } from './upkeep/sweep-images.js';
import { createImageQuota } from './usage/image-quota.js';

await runService('screenshot', { toolCalls: screenshotReferences, imageTables }, async (service) => {
  const { server, pool, write, verify, objects, settings, connections, authentication, asSelf, log, onStop } = service;
  const config = readConfig(settings);
  const { store } = objects;
  const images = createImageIntake({ store, limits: config.images, log });
  onStop(() => images.close());

  const asGranted = renewGrants({ asService: asSelf, source: authentication, verify });
  const shortenerHttp = service.openUpstream('shortener', SHORTENER_LIMITS);
  const photoLinks = createPhotoLinks({ pool, store, shortener: shortenerHttp, asGranted, outbox: () => outbox });
  // A photo is sent to the shortener whole, which takes longer than a message.
  const outbox = service.openOutbox({ deliver: createDeliver(service, photoLinks), timeoutMs: 20_000 });
  const directory = createClient(VideoDirectoryService, connections.deal);
  const shares = createClient(PublicShareService, connections.deal);
  const quota = createImageQuota({ ...config.quota, redisUrl: settings.REDIS_URL, log });
  onStop(() => quota.close());

  const { chromium, ownHosts } = config;
  const rules = { ownHosts, allowed: settings.SVC_EGRESS_ALLOW };
  const browser = chromium && openBrowser({ ...rules, chromium, log });
  const watch = watchCaptures(config.listenDatabaseUrl, log, signOf(browser));
  onStop(() => watch.stop());
  const canCapture = createCaptureCheck(pool, browser);
  const queueMetrics = captureQueue.observe(() => measureQueue(pool));
  onStop(() => queueMetrics.stop());
  const limit = createCaptureLimit(settings.REDIS_URL, log);
  onStop(() => limit.close());
  addServices(server, { pool, write, outbox, quota, directory, shares, rules, watch, limit, canCapture });
  if (!browser) log.warn('Chromium is not installed: pages cannot be captured');
  else {
    watchSandbox(chromium, server, { log, onStop });
    watchBrowser(browser, server, { pool, canCapture, onStop });
    onStop(() => browser.close());
    const workers = startCaptureWorkers({ pool, outbox, images, browser, photoLinks, asGranted, watch });
    onStop(() => workers.stopClaiming(), 'listener');
    onStop((graceMs, hasFailed) => workers.stop(graceMs, hasFailed));
  }

  const jobSweep = startSweepingJobs(pool);
  onStop(() => jobSweep.stop());
  const upkeep = startKeepingScreenshots(pool);
  onStop(() => upkeep.stop());
  const imageSweep = startSweepingImages(pool, objects);
  onStop(() => imageSweep.stop());

  const parts = { pool, toolCalls: service.toolCalls, outbox, quota, store, directory, shares, photoLinks };
  const { agentImageBytesMax, internalAddress } = config;
  const app = createImageApp({ parts, images, agentImageBytesMax, verify, asGranted }, log);
  await listenHttp(app, { ...internalAddress, requestTimeoutMs: UPLOAD_MS }, onStop);
});
