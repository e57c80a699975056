import { currentCall } from '@svc/chassis/calls/call-context';
import type { Principal } from '@svc/chassis/calls/principal';
import { type AppError, appError, noSuch, notFound } from '@svc/chassis/errors/app-error';
import type { Batch } from '@svc/chassis/outbox/message';
import { Outbox } from '@svc/chassis/outbox/outbox';
import { silentLog } from '@svc/chassis/testing/service-database';
import { startTestService, type TestService, testUser } from '@svc/chassis/testing/test-service';
import type { Access } from '@svc/proto/deal/v1/deal_service';
import type { CheckViewingPassResponse } from '@svc/proto/deal/v1/external_share_service';
import type { DescribedVideo, DueVideo } from '@svc/proto/deal/v1/reading_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import type { AttachProofResponse, Proof } from '@svc/proto/screenshot/v1/screenshot_service';
import { type AddViewLogRequest, ViewLogService } from '@svc/proto/viewcheck/v1/view_log_service';
import { parse as parseUuid, v7 as newId } from 'uuid';
import { openEvidenceRunner } from '../evidence/evidence-runner.js';
import { addServices } from '../server.js';
import { viewLogReferences } from '../tool-call-references.js';
import type { DealDirectory } from '../view-logs/deal-directory.js';
import type { NewestViewLog } from '../view-logs/newest-view-log.js';
import type { Proofs } from '../view-logs/proofs.js';

/** Roles of the users who can see a deal in these tests. */
const ROLES = ['owner', 'team-owner', 'team-admin', 'team-member'] as const;
export type Role = (typeof ROLES)[number];

/** A deal with one video, and one user of each role. */
export interface TestDeal {
  readonly dealId: string;
  readonly videoId: string;
  readonly users: Readonly<Record<Role | 'stranger', ReturnType<typeof testUser>>>;
}

/** Viewcheck under test, with a fake deal: a table of which users can see which video. */
export interface ViewcheckService extends TestService {
  readonly delivered: Batch[];
  /** Checks that the fake deal returns as due. */
  readonly dueVideos: DueVideo[];
  /** Dates in the requests to deal for due checks. */
  readonly askedUntil: string[];
  /** Videos in the requests to deal to hold their addresses. */
  readonly heldVideos: string[];
  /** The responses of the fake screenshot. */
  readonly screenshots: TestScreenshots;
  /** The fake deal's response for each viewing pass. */
  readonly passes: Map<string, CheckViewingPassResponse>;
  /** The fake deal's message templates. */
  readonly templates: Map<string, string>;
  /** Brands of deals, by deal id. */
  readonly brands: Map<string, string>;
  createDeal(video?: Partial<DescribedVideo>): TestDeal;
  /** Adds another video to the same deal. */
  addVideo(deal: TestDeal): TestDeal;
  /** Deletes the video in the fake deal. */
  forget(videoId: string): void;
  logs(principal: Principal): ReturnType<typeof clientOf>;
  /** The last newest view log delivered to deal. */
  newestToldTo(videoId: string): NewestViewLog | undefined;
}

/** A screenshot of a user, linked to a video or not. */
export interface TestScreenshot {
  readonly ownerId: string;
  videoId: string | null;
  readonly answer: Omit<AttachProofResponse, 'proof'>;
}

export interface TestScreenshots {
  /** Error that every call throws; null while screenshot is available. */
  failure: AppError | null;
  /** Timeouts in milliseconds of the calls for references so far. */
  readonly calls: number[];
  readonly known: Map<string, TestScreenshot>;
}

interface KnownVideo {
  readonly video: Omit<DescribedVideo, 'access'>;
  readonly roles: ReadonlyMap<string, Role>;
}

export async function startViewcheck(evidence = openEvidenceRunner(silentLog)): Promise<ViewcheckService> {
  const videos = new Map<string, KnownVideo>();
  const delivered: Batch[] = [];
  const dueVideos: DueVideo[] = [];
  const askedUntil: string[] = [];
  const heldVideos: string[] = [];
  const passes = new Map<string, CheckViewingPassResponse>();
  const templates = new Map<string, string>();
  const brands = new Map<string, string>();
  const screenshots: TestScreenshots = { failure: null, calls: [], known: new Map() };
  const outboxes: Outbox[] = [];
  const service = await startTestService({
    name: 'viewcheck',
    methods: METHOD_OPTIONS,
    toolCalls: viewLogReferences,
    addServices: (server, { pool }, write) => {
      const outbox = new Outbox(pool, { deliver: async (batch) => void delivered.push(batch) });
      outbox.start();
      outboxes.push(outbox);
      addServices(server, {
        pool,
        write,
        outbox,
        evidence,
        directory: directoryOf({ videos, dueVideos, askedUntil, heldVideos, templates, brands }),
        proofs: proofsOf(screenshots),
        shares: sharesOf(passes),
      });
    },
  });

  const createDeal = (overrides: Partial<DescribedVideo> = {}): TestDeal => {
    const users = Object.fromEntries([...ROLES, 'stranger'].map((role) => [role, testUser({ name: `The ${role}` })]));
    const deal = { dealId: newId(), videoId: newId(), users: users as TestDeal['users'] };
    videos.set(deal.videoId, knownVideo(deal, overrides));
    return deal;
  };

  return {
    ...service,
    delivered,
    dueVideos,
    askedUntil,
    heldVideos,
    passes,
    templates,
    brands,
    screenshots,
    createDeal,
    addVideo(deal) {
      const other = { ...deal, videoId: newId() };
      videos.set(other.videoId, knownVideo(other, {}));
      return other;
    },
    forget: (videoId) => void videos.delete(videoId),
    logs: (principal) => clientOf(service, principal),
    newestToldTo: (videoId) =>
      delivered
        .flatMap(({ messages }) => messages.map(({ payload }) => payload as NewestViewLog))
        .findLast((viewLog) => viewLog.videoId === videoId),
    async stop() {
      await Promise.all(outboxes.map((outbox) => outbox.stop()));
      await service.stop();
      await evidence.close();
    },
  };
}

function clientOf(service: TestService, principal: Principal) {
  return service.as(principal, ViewLogService);
}

/** A request for a view log of the deal's video, as the gateway sends it. */
export function newViewLog(deal: TestDeal, overrides: Partial<AddViewLogRequest> = {}): AddViewLogRequest {
  return { dealId: deal.dealId, videoId: deal.videoId, value: 100, source: 'dashboard', ...overrides };
}

/** Records a view log of the deal's video, and returns the stored one. */
export async function recordViewLog(
  logs: ReturnType<ViewcheckService['logs']>,
  deal: TestDeal,
  overrides: Partial<AddViewLogRequest> = {},
) {
  const { viewLog } = await logs.addViewLog(newViewLog(deal, overrides));
  if (!viewLog) throw new Error('No view log was answered.');
  return viewLog;
}

function knownVideo(deal: TestDeal, overrides: Partial<DescribedVideo>): KnownVideo {
  const video = {
    videoId: deal.videoId,
    dealId: deal.dealId,
    ownerId: deal.users.owner.userId,
    dealName: 'Spring launch',
    promoCode: 'SAVE20',
    videoUrl: 'https://www.youtube.com/watch?v=abc123XYZ_0',
    platform: 'youtube',
    postDate: '2026-01-01',
    ...overrides,
  };
  return { video, roles: new Map(ROLES.map((role) => [deal.users[role].userId, role])) };
}

function accessOf(role: Role): Access {
  return {
    role,
    teamIds: [],
    canEdit: role === 'owner',
    canEditViews: role !== 'team-member',
    redacted: role === 'owner' ? [] : ['price'],
  };
}

function sharesOf(passes: ReadonlyMap<string, CheckViewingPassResponse>) {
  return {
    checkViewingPass: async ({ viewingPass }: { viewingPass: string }) => {
      const pass = passes.get(viewingPass);
      if (!pass) throw noSuch('shared link');
      return pass;
    },
  };
}

/** The error of calls to screenshot while it is down, or of timeouts. */
export const AWAY = appError('UNAVAILABLE', 'No process of the service answers.');
export const SLOW = appError('TIMEOUT', 'The service did not answer in time.');

function proofsOf(screenshots: TestScreenshots): Proofs {
  const userId = (): string => {
    const principal = currentCall()?.principal;
    return principal && principal.kind !== 'service' ? principal.userId : '';
  };
  const proofOf = (screenshotId: string, { ownerId }: TestScreenshot): Proof =>
    ownerId === userId()
      ? { screenshotId, redacted: false, shortId: 'k3Tq9ZbW1xPa', shareUrl: 'https://s.example/p', uploaded: true }
      : { screenshotId, redacted: true, shortId: '', uploaded: false };
  const checkThere = (): void => {
    if (screenshots.failure) throw screenshots.failure;
  };
  return {
    async listProofs({ screenshotIds, videoIds }) {
      screenshots.calls.push((currentCall()?.deadline ?? Infinity) - Date.now());
      checkThere();
      const proofs = screenshotIds.flatMap((id) => {
        const known = screenshots.known.get(id);
        return known ? [proofOf(id, known)] : [];
      });
      const videos = videoIds.flatMap((videoId) => {
        const seen = [...screenshots.known]
          .filter(([, known]) => known.videoId === videoId && known.ownerId === userId())
          .map(([id, known]) => proofOf(id, known));
        return seen.length === 0 ? [] : [{ videoId, proofs: seen, count: seen.length }];
      });
      return { proofs, videos };
    },
    async attachProof({ screenshotId, videoId }) {
      checkThere();
      const known = screenshots.known.get(screenshotId);
      if (known?.ownerId !== userId()) throw notFound('screenshot');
      known.videoId = videoId;
      return { ...known.answer, proof: proofOf(screenshotId, known) };
    },
    async describeProof({ screenshotId }) {
      checkThere();
      return screenshots.known.get(screenshotId)?.answer ?? { grade: 'none' };
    },
  };
}

interface DirectoryParts extends Pick<
  ViewcheckService,
  'dueVideos' | 'askedUntil' | 'heldVideos' | 'templates' | 'brands'
> {
  readonly videos: ReadonlyMap<string, KnownVideo>;
}

function directoryOf({ videos, dueVideos, askedUntil, heldVideos, templates, brands }: DirectoryParts): DealDirectory {
  const visible = (videoId: string): DescribedVideo | undefined => {
    const principal = currentCall()?.principal;
    const known = videos.get(videoId);
    const role = principal && principal.kind !== 'service' ? known?.roles.get(principal.userId) : undefined;
    return known && role ? { ...known.video, access: accessOf(role) } : undefined;
  };
  const all = (): DescribedVideo[] => [...videos.keys()].flatMap((videoId) => visible(videoId) ?? []);
  const pack = (ids: readonly string[]): Buffer => Buffer.concat([...new Set(ids)].map((id) => parseUuid(id)));

  return {
    getVideoAccess: async ({ dealId, videoId, forViewLog }) => {
      if (videoId && forViewLog) heldVideos.push(videoId);
      const ofDeal = all().filter((video) => video.dealId === dealId);
      const [first] = ofDeal;
      const video = videoId ? ofDeal.find((candidate) => candidate.videoId === videoId) : undefined;
      if (!first || (videoId && !video)) throw notFound('deal');
      return { ownerId: first.ownerId, access: first.access, video: video ?? null };
    },
    describeVideos: async ({ videoIds }) => ({ videos: videoIds.flatMap((videoId) => visible(videoId) ?? []) }),
    listVideoIds: async ({ dealId }) => {
      const ofDeal = all().filter((video) => video.dealId === dealId);
      if (ofDeal.length === 0) throw notFound('deal');
      return { videoIds: pack(ofDeal.map(({ videoId }) => videoId)) };
    },
    listDueVideos: async ({ pageSize, skip, today }) => {
      askedUntil.push(today);
      return { dueVideos: dueVideos.slice(skip, skip + pageSize), totalSize: dueVideos.length };
    },
    describeReport: async ({ dealId, templateId }) => {
      const video = all().find((each) => each.dealId === dealId);
      if (!video) throw notFound('deal');
      const templateBody = typeof templateId === 'string' ? templates.get(templateId) : null;
      if (templateBody === undefined) throw notFound('message template');
      const { ownerId, dealName, promoCode } = video;
      return { ownerId, dealName, promoCode, contactName: 'Ann', templateBody };
    },
    findViewLogTargets: async ({ scope, query, brand }) => {
      const inScope = all().filter(({ access }) => scope === 'mine-and-shared' || access?.role === 'owner');
      const ofBrand = inScope.filter(({ dealId }) => brand && brands.get(dealId) === brand);
      const matching = inScope.filter(({ dealName }) => query && dealName.toLowerCase().includes(query.toLowerCase()));
      return {
        sharedDealIds: pack(inScope.filter(({ access }) => access?.role !== 'owner').map(({ dealId }) => dealId)),
        matchingDealIds: pack(matching.map(({ dealId }) => dealId)),
        matchingVideoIds: Buffer.alloc(0),
        brandDealIds: pack(ofBrand.map(({ dealId }) => dealId)),
      };
    },
  };
}
