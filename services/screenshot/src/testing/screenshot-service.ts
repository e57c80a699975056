import { type AsGranted, grantOf, renewGrants } from '@svc/chassis/assertions/renewal';
import { createServiceCaller } from '@svc/chassis/assertions/service-call';
import type { Principal, UserPrincipal } from '@svc/chassis/calls/principal';
import { appError } from '@svc/chassis/errors/app-error';
import { openConnection } from '@svc/chassis/grpc/connection';
import { GrpcServer } from '@svc/chassis/grpc/server';
import type { Deliver } from '@svc/chassis/outbox/delivery';
import type { Batch } from '@svc/chassis/outbox/message';
import { Outbox } from '@svc/chassis/outbox/outbox';
import { createStopSteps } from '@svc/chassis/process/process';
import { fakeMethods } from '@svc/chassis/testing/fake-methods';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestIssuer, stubHandlers } from '@svc/chassis/testing/stub-server';
import { startTestService, type TestService } from '@svc/chassis/testing/test-service';
import { listenHttp } from '@svc/http-host/http/listen';
import { openUpstream } from '@svc/http-host/http/upstream';
import { createImageIntake, type ImageIntake } from '@svc/images/intake/image-intake';
import type { ImageLimits } from '@svc/images/intake/image-request';
import { createObjectClaim, type ObjectClaim } from '@svc/objects/claim/object-claim';
import type { ObjectStore } from '@svc/objects/store/object-store';
import { type ObjectStoreOptions, openObjectStore } from '@svc/objects/store/open-object-store';
import { testFolderOptions } from '@svc/objects/testing/test-object-store';
import { type ActivityEntry, ActivityService } from '@svc/proto/deal/v1/activity_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { ScreenshotService as Methods } from '@svc/proto/screenshot/v1/screenshot_service';
import {
  type OwnedPhotoLink,
  type OwnedScreenshot,
  PhotoLinkService,
} from '@svc/proto/shortener/v1/photo_link_service';
import type { CaptureDependencies } from '../capture-jobs/capture-handlers.js';
import { createCaptureLimit } from '../capture-jobs/capture-rate-limit.js';
import { createDeliver } from '../deliveries.js';
import { imageTables } from '../images/blob-repo.js';
import { addServices } from '../server.js';
import { createPhotoLinks, SHORTENER_LIMITS } from '../short-links/photo-links.js';
import { createImageApp } from '../surfaces/image-app.js';
import type { SurfaceParts } from '../surfaces/surface-parts.js';
import { screenshotReferences } from '../tool-call-references.js';
import { createImageQuota, type ImageQuotaOptions } from '../usage/image-quota.js';
import { createFakeDeal, type FakeDeal } from './fake-deal.js';
import { createFakeShortener, type FakeShortener } from './fake-shortener.js';

export interface ScreenshotServiceOptions {
  /** An empty folder by default. */
  readonly objects?: ObjectStoreOptions;
  readonly limits?: ImageLimits;
  /** Maximum size of an agent's image, in bytes. */
  readonly agentImageBytesMax?: number;
  readonly installationId?: string;
  /** Storage quota of users. */
  readonly quota?: Partial<ImageQuotaOptions>;
}

/** Deliveries to other services. */
export interface Told {
  /** Activity entries sent to deal. */
  readonly activity: ActivityEntry[];
  /** Ended links sent to the shortener. */
  readonly endedLinks: OwnedPhotoLink[];
  /** Screenshots whose links end, sent to the shortener. */
  readonly endedScreenshots: OwnedScreenshot[];
}

/** A fake of identity's grant renewal. */
export interface FakeIdentity {
  isAway: boolean;
  /** Ids of ended sessions and agent connections. */
  readonly endedGrants: Set<string>;
}

/** The screenshot service without captures, with fakes of deal, the shortener and identity. */
export interface ScreenshotService extends TestService {
  /** Origin of the internal HTTP listener. */
  readonly url: string;
  /** Image store; tests may make its methods fail. */
  readonly store: ObjectStore;
  /** Claim on the store, which uploads go through. */
  readonly claim: ObjectClaim;
  readonly images: ImageIntake;
  readonly deal: FakeDeal;
  readonly shortener: FakeShortener;
  readonly told: Told;
  /** Batches that the outbox has tried to deliver. */
  readonly delivered: readonly Batch[];
  readonly identity: FakeIdentity;
  shots(principal: Principal | undefined, call?: Parameters<TestService['as']>[2]): ReturnType<typeof clientOf>;
  /** Headers that identify a caller to the internal listener. */
  headersOf(principal: Principal | undefined): Promise<Record<string, string>>;
  /** Makes all outbox messages due now. */
  makeMessagesDue(): Promise<void>;
}

/** Limits small enough for tests to reach. */
const LIMITS: ImageLimits = { bodyBytesMax: 3_000_000, imageBytesMax: 2_000_000 };
/** A quota larger than any other test needs. */
const QUOTA = { imagesMax: 1_000_000, bytesMax: 1_000_000_000_000, uploadsAnHour: 1_000_000 };

export async function startScreenshot(options: ScreenshotServiceOptions = {}): Promise<ScreenshotService> {
  const { objects = testFolderOptions(), limits = LIMITS, agentImageBytesMax = limits.imageBytesMax } = options;
  const { installationId = 'tests' } = options;
  const quota = createImageQuota({ ...QUOTA, ...options.quota, redisUrl: undefined, log: silentLog });
  const { onStop, run: runStopSteps } = createStopSteps(silentLog);
  const callers = await createFakeIdentity();
  const { verify, asService, asGranted } = callers;
  const store = await openObjectStore(objects, silentLog);
  const deal = createFakeDeal();
  const { directory, shares } = deal;
  const shortener = await createFakeShortener(verify);
  const neighbours = await startNeighbours(verify);
  const shortenerHttp = openUpstream('shortener', shortener.address, SHORTENER_LIMITS);

  const delivered: Batch[] = [];
  const parts = Promise.withResolvers<SurfaceParts & { readonly claim: ObjectClaim }>();
  const service = await startTestService({
    name: 'screenshot',
    methods: METHOD_OPTIONS,
    toolCalls: screenshotReferences,
    addServices: (server, { pool, toolCalls }, write) => {
      const photoLinks = createPhotoLinks({ pool, store, shortener: shortenerHttp, asGranted, outbox: () => outbox });
      const { connection } = neighbours;
      const destinations = { identity: connection, deal: connection, shortener: connection };
      const deliverMessages = createDeliver({ destinations, asSelf: asService }, photoLinks);
      const deliver: Deliver = (batch, signal) => {
        delivered.push(batch);
        return deliverMessages(batch, signal);
      };
      const outbox = new Outbox(pool, { deliver, pollMs: 50, timeoutMs: 20_000, pauseMaxMs: 100 });
      outbox.start();
      addServices(server, { pool, write, outbox, quota, directory, shares, ...withoutBrowser() });
      const claim = createObjectClaim({ ...imageTables(pool), store, installationId });
      parts.resolve({ claim, pool, toolCalls, outbox, quota, store, directory, shares, photoLinks });
    },
  });
  const { outbox, claim, ...rest } = await parts.promise;
  const images = createImageIntake({ store: claim.store, limits, log: silentLog });
  const imageApp = { parts: { outbox, ...rest }, images, agentImageBytesMax, verify, asGranted };
  const port = await listenHttp(createImageApp(imageApp, silentLog), { host: '127.0.0.1', port: 0 }, onStop);
  return {
    ...service,
    url: `http://127.0.0.1:${port}`,
    store,
    claim,
    images,
    deal,
    shortener,
    told: neighbours.told,
    delivered,
    identity: callers.identity,
    shots: (principal, call) => clientOf(service, principal, call),
    async headersOf(principal): Promise<Record<string, string>> {
      return principal ? { 'svc-assertion': await callers.sign(principal) } : {};
    },
    async makeMessagesDue() {
      // A message that is being delivered would be delivered twice.
      await service.pool.query(
        `update screenshot.outbox_messages set deliver_at = now(), leased_until = null where deliver_at > now()`,
      );
    },
    async stop() {
      await runStopSteps(STOP_GRACE_MS);
      await images.close();
      await outbox.stop();
      await neighbours.stop();
      await shortener.close();
      await service.stop();
      store.close();
    },
  };
}

/** Milliseconds: enough for requests in progress, without waiting for idle keep-alive connections. */
const STOP_GRACE_MS = 150;

function clientOf(service: TestService, principal: Principal | undefined, call?: Parameters<TestService['as']>[2]) {
  return service.as(principal, Methods, call);
}

/** Renews the assertions of callers it has signed for, until their grants end. */
async function createFakeIdentity() {
  const { verify, sign } = await createTestIssuer();
  const known = new Map<string, UserPrincipal>();
  const identity: FakeIdentity = { isAway: false, endedGrants: new Set() };
  const asService = createServiceCaller('screenshot', () => sign({ kind: 'service', service: 'screenshot' }));
  const asGranted: AsGranted = renewGrants({
    asService,
    verify,
    source: {
      renew: async ({ grant: { value } }) => {
        if (identity.isAway) throw appError('UNAVAILABLE', 'No process of the service answers.');
        const principal = known.get(value);
        if (!principal || identity.endedGrants.has(value))
          throw appError('GRANT_ENDED', 'The session has ended. Sign in again.');
        return { assertion: await sign(principal) };
      },
    },
  });
  return {
    verify,
    asService,
    asGranted,
    identity,
    sign(principal: Principal): Promise<string> {
      if (principal.kind !== 'service') known.set(grantOf(principal).id, principal);
      return sign(principal);
    },
  };
}

/** Records deliveries to deal and the shortener. */
async function startNeighbours(verify: ConstructorParameters<typeof GrpcServer>[0]['verify']) {
  const told: Told = { activity: [], endedLinks: [], endedScreenshots: [] };
  const server = new GrpcServer({ methods: fakeMethods(METHOD_OPTIONS), verify, log: silentLog });
  server.add(
    ActivityService,
    stubHandlers(ActivityService, {
      recordActivity: async ({ entries }) => void told.activity.push(...entries),
    }),
  );
  server.add(
    PhotoLinkService,
    stubHandlers(PhotoLinkService, {
      endPhotoLinks: async ({ links }) => void told.endedLinks.push(...links),
      endPhotoLinksOfScreenshots: async ({ screenshots }) => void told.endedScreenshots.push(...screenshots),
    }),
  );
  const connection = openConnection('neighbours', `127.0.0.1:${await server.listen('127.0.0.1:0')}`, METHOD_OPTIONS);
  const stop = async (): Promise<void> => {
    connection.close();
    await server.stop();
  };
  return { told, connection, stop };
}

/** Capture dependencies without a browser. */
function withoutBrowser(): Pick<CaptureDependencies, 'rules' | 'watch' | 'limit' | 'canCapture'> {
  return {
    rules: { ownHosts: new Set(), allowed: new Set() },
    watch: { onQueued: () => undefined, waitForEnd: async () => undefined, stop: async () => undefined },
    limit: createCaptureLimit(undefined, silentLog),
    canCapture: async () => false,
  };
}
