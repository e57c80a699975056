import { type AsGranted, renewGrants } from '@svc/chassis/assertions/renewal';
import { createServiceCaller } from '@svc/chassis/assertions/service-call';
import type { Principal } from '@svc/chassis/calls/principal';
import { appError, notFound } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import { createWrite } from '@svc/chassis/grpc/write';
import { createRateLimit } from '@svc/chassis/limits/rate-limit';
import { Outbox } from '@svc/chassis/outbox/outbox';
import { serviceUrl } from '@svc/chassis/postgres/migrations/bootstrap';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestIssuer } from '@svc/chassis/testing/stub-server';
import { startTestService, type TestService, testUser } from '@svc/chassis/testing/test-service';
import { createImageIntake, type ImageIntake } from '@svc/images/intake/image-intake';
import { type ObjectStoreOptions, openObjectStore } from '@svc/objects/store/open-object-store';
import { testFolderOptions } from '@svc/objects/testing/test-object-store';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import {
  type Capture,
  CaptureService as Methods,
  type GetCaptureResponse,
  type RequestCaptureRequest,
} from '@svc/proto/screenshot/v1/capture_service';
import { ScreenshotService } from '@svc/proto/screenshot/v1/screenshot_service';
import type { DealDirectory } from '../../screenshots/deal-directory.js';
import { screenshotHandlers } from '../../screenshots/screenshot-handlers.js';
import type { PhotoLinks } from '../../short-links/photo-links.js';
import { createImageQuota } from '../../usage/image-quota.js';
import { createCaptureCheck, signOf } from '../browser-signs.js';
import { captureHandlers } from '../capture-handlers.js';
import { type CaptureWatch, watchCaptures } from '../capture-watch.js';
import { type CaptureWorkers, type CaptureWorkersOptions, startCaptureWorkers } from '../capture-workers.js';
import { createFakeBrowser, type FakeBrowser } from './fake-browser.js';

/** State of the fake identity service. */
export interface FakeIdentity {
  isAway: boolean;
  /** Ids of ended sessions and agent connections. */
  readonly ended: Set<string>;
  /** Number of renewals requested. */
  asked: number;
}

/** A capturing process: workers with a browser that the test controls. */
export interface TestReplica {
  readonly browser: FakeBrowser;
  readonly stopClaiming: CaptureWorkers['stopClaiming'];
  readonly stop: CaptureWorkers['stop'];
}

export interface CaptureServiceOptions {
  /** Captures per user per hour; effectively unlimited by default. */
  readonly triesAnHour?: number;
  /** An empty folder by default. */
  readonly objects?: ObjectStoreOptions;
  /** Hosts that may be captured besides the public internet. */
  readonly allowed?: readonly string[];
}

export interface CaptureService extends TestService {
  readonly databaseUrl: string;
  readonly identity: FakeIdentity;
  readonly watch: CaptureWatch;
  readonly images: ImageIntake;
  /** Ids of screenshots for which a short link was attempted. */
  readonly linked: string[];
  /** Deals, with their videos, whose views every user may edit. */
  readonly deals: Map<string, readonly string[]>;
  /** Whether the process that handles requests has a working browser. */
  hasBrowser: boolean;
  captures(principal: Principal, call?: Parameters<TestService['as']>[2]): PromiseClient<typeof Methods>;
  /** Requests a capture as a user. */
  request(user: Principal, wanted?: Partial<RequestCaptureRequest>): Promise<Capture>;
  /** Returns the job once it has ended or the wait is over. */
  job(user: Principal, jobId: string, waitMs?: number): Promise<GetCaptureResponse>;
  /** Starts another capturing process, with the fake browser by default; stops with the service. */
  startReplica(options?: Partial<CaptureWorkersOptions>): TestReplica;
  /** Number of processes that show they can capture. */
  signs(): Promise<number>;
  attemptsOf(jobId: string): Promise<number>;
  /** Stops what a test started, and deletes its jobs. */
  reset(): Promise<void>;
}

export const PAGE = 'https://www.example.com/page';

/** A screenshot service on its own database, with fakes for deal, identity, the shortener and the browser. */
export async function startCaptureService(options: CaptureServiceOptions = {}): Promise<CaptureService> {
  const { triesAnHour = 1_000, objects = testFolderOptions(), allowed = [] } = options;
  const service = await startTestService({
    name: 'screenshot',
    methods: METHOD_OPTIONS,
    toolCalls: null,
    addServices: () => undefined,
  });
  const { pool, server, adminUrl } = service;
  const databaseUrl = serviceUrl(adminUrl, { name: 'screenshot', password: process.env.TEST_SERVICE_PASSWORD ?? '' });
  const identity: FakeIdentity = { isAway: false, ended: new Set(), asked: 0 };
  const asGranted = await createFakeIdentity(identity);
  const store = await openObjectStore(objects, silentLog);
  const images = createImageIntake({
    store,
    limits: { bodyBytesMax: 3_000_000, imageBytesMax: 2_000_000 },
    log: silentLog,
  });
  const linked: string[] = [];
  const photoLinks: PhotoLinks = { make: async (id) => void linked.push(id), deliver: async () => undefined };
  const deals: CaptureService['deals'] = new Map();
  const window = { tries: triesAnHour, windowSeconds: 3_600, what: 'capture pages' };
  const limit = createRateLimit({ name: 'screenshot:test', ...window, redisUrl: undefined, log: silentLog });
  const outbox = new Outbox(pool, { deliver: async () => undefined });
  const quota = createImageQuota({ imagesMax: 1_000, bytesMax: 1_000_000_000, redisUrl: undefined, log: silentLog });
  const watch = watchCaptures(databaseUrl, silentLog);
  const parts = {
    pool,
    write: createWrite({ pool, toolCalls: null }, METHOD_OPTIONS),
    outbox,
    quota,
    directory: directoryOf(deals),
  };
  const rules = { ownHosts: new Set(['dealbridge.example']), allowed: new Set(allowed) };
  const canCapture = createCaptureCheck(pool, { hasStarted: () => captures.hasBrowser });
  server.add(Methods, captureHandlers({ ...parts, rules, watch, limit, canCapture }));
  server.add(ScreenshotService, screenshotHandlers(parts));
  const stops: (() => Promise<void>)[] = [];

  const captures: CaptureService = {
    ...service,
    databaseUrl,
    identity,
    watch,
    images,
    linked,
    deals,
    hasBrowser: true,
    captures: (principal, call) => service.as(principal, Methods, call),
    async request(user, wanted) {
      const { capture } = await captures.captures(user).requestCapture(requestOf(wanted));
      if (!capture) throw new Error('The response has no capture.');
      return capture;
    },
    job: (user, jobId, waitMs = 15_000) => captures.captures(user).getCapture({ jobId, waitMs }),
    startReplica(options = {}) {
      const browser = createFakeBrowser();
      const ownWatch = watchCaptures(databaseUrl, silentLog, signOf(options.browser ?? browser));
      const workers = startCaptureWorkers({
        pool,
        outbox,
        images,
        photoLinks,
        asGranted,
        browser,
        watch: ownWatch,
        ...options,
      });
      const stop: TestReplica['stop'] = async (graceMs, hasFailed) => {
        await workers.stop(graceMs, hasFailed);
        await ownWatch.stop();
      };
      stops.push(() => stop(0));
      return { browser, stopClaiming: () => workers.stopClaiming(), stop };
    },
    async signs() {
      const text = `select count(*)::integer as count from pg_locks
                     where locktype = 'advisory' and mode = 'ShareLock' and objsubid = 2
                       and database = (select oid from pg_database where datname = current_database())`;
      return (await pool.find<{ count: number }>(text, []))?.count ?? NaN;
    },
    async attemptsOf(jobId) {
      const text = `select attempts from screenshot.capture_jobs where id = $1`;
      return (await pool.find<{ attempts: number }>(text, [jobId]))?.attempts ?? NaN;
    },
    async reset() {
      await Promise.all(stops.splice(0).map((stop) => stop()));
      await pool.query('delete from screenshot.screenshots');
      identity.isAway = false;
      captures.hasBrowser = true;
    },
    async stop() {
      await captures.reset();
      await watch.stop();
      await outbox.stop();
      await images.close();
      await service.stop();
      store.close();
    },
  };
  return captures;
}

/** A capture request as the gateway sends it. */
export function requestOf(wanted: Partial<RequestCaptureRequest> = {}): RequestCaptureRequest {
  return {
    sourceUrl: PAGE,
    fullPage: false,
    viewportWidth: 1_280,
    viewportHeight: 1_600,
    device: 'desktop',
    locale: 'en-US',
    timezone: 'UTC',
    format: 'png',
    consent: 'reject',
    delayMs: 0,
    createShortLink: false,
    ...wanted,
  };
}

/** Renews every grant except those that a test has ended. */
async function createFakeIdentity(identity: FakeIdentity): Promise<AsGranted> {
  const { verify, sign } = await createTestIssuer();
  return renewGrants({
    verify,
    asService: createServiceCaller('screenshot', () => sign({ kind: 'service', service: 'screenshot' })),
    source: {
      renew: async ({ userId, grant: { value } }) => {
        identity.asked += 1;
        if (identity.isAway) throw appError('UNAVAILABLE', 'No process of identity answers.');
        if (identity.ended.has(value)) throw appError('GRANT_ENDED', 'The session has ended. Sign in again.');
        return { assertion: await sign(testUser({ userId })) };
      },
    },
  });
}

/** Lets every user edit the views of the known deals. */
function directoryOf(deals: CaptureService['deals']): DealDirectory {
  return {
    getVideoAccess: async ({ dealId, videoId = null }) => {
      const videoIds = deals.get(dealId);
      if (!videoIds) throw notFound('deal');
      if (videoId !== null && !videoIds.includes(videoId)) throw notFound('video');
      const access = { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] };
      return { ownerId: '', access, video: null };
    },
    describeVideos: async () => ({ videos: [] }),
  };
}
