import { notFound } from '@svc/chassis/errors/app-error';
import type { Batch } from '@svc/chassis/outbox/message';
import { Outbox } from '@svc/chassis/outbox/outbox';
import type { Principal } from '@svc/chassis/principal';
import { currentCall } from '@svc/chassis/call-context';
import { startTestService, testUser, type TestService } from '@svc/chassis/testing/test-service';
import type { Access } from '@svc/proto/deal/v1/deal_service';
import type { CheckViewingPassResponse } from '@svc/proto/deal/v1/external_share_service';
import type { DescribedVideo, DueVideo } from '@svc/proto/deal/v1/reading_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { ViewLogServiceService, type AddViewLogRequest } from '@svc/proto/viewcheck/v1/view_log_service';
import { parse as parseUuid, v7 as newId } from 'uuid';
import { addServices } from '../server.js';
import type { NewestReading } from '../view-logs/newest-reading.js';
import type { DealDirectory } from '../view-logs/deal-directory.js';

/** Who sees a deal of these tests, beside nobody. */
const ROLES = ['owner', 'team-owner', 'team-admin', 'team-member'] as const;
export type Role = (typeof ROLES)[number];

/** A deal with one video, and one user of each role. */
export interface TestDeal {
  readonly dealId: string;
  readonly videoId: string;
  readonly users: Readonly<Record<Role | 'stranger', ReturnType<typeof testUser>>>;
}

/** Viewcheck under test. Deal stands for itself in the system tests; here it is a table of who sees which video. */
export interface ViewcheckService extends TestService {
  readonly delivered: Batch[];
  /** Checks that deal will say are due. */
  readonly dueVideos: DueVideo[];
  /** What deal will say of viewing passes. */
  readonly passes: Map<string, CheckViewingPassResponse>;
  createDeal(video?: Partial<DescribedVideo>): TestDeal;
  /** Another video of the same deal. */
  addVideo(deal: TestDeal): TestDeal;
  /** As if deal had deleted the video. */
  forget(videoId: string): void;
  logs(principal: Principal): ReturnType<typeof clientOf>;
  /** The newest reading that deal was told last. */
  newestToldTo(videoId: string): NewestReading | undefined;
}

interface KnownVideo {
  readonly video: Omit<DescribedVideo, 'access'>;
  readonly roles: ReadonlyMap<string, Role>;
}

export async function startViewcheck(): Promise<ViewcheckService> {
  const videos = new Map<string, KnownVideo>();
  const delivered: Batch[] = [];
  const dueVideos: DueVideo[] = [];
  const passes = new Map<string, CheckViewingPassResponse>();
  const outboxes: Outbox[] = [];
  const service = await startTestService({
    name: 'viewcheck',
    methods: METHOD_OPTIONS,
    addServices: (server, pool) => {
      const outbox = new Outbox(pool, { deliver: async (batch) => void delivered.push(batch) });
      outbox.start();
      outboxes.push(outbox);
      addServices(server, { pool, outbox, directory: directoryOf(videos, dueVideos), shares: sharesOf(passes) });
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
    passes,
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
        .flatMap(({ messages }) => messages.map(({ payload }) => payload as NewestReading))
        .findLast((reading) => reading.videoId === videoId),
    async stop() {
      await Promise.all(outboxes.map((outbox) => outbox.stop()));
      await service.stop();
    },
  };
}

function clientOf(service: TestService, principal: Principal) {
  return service.as(principal, ViewLogServiceService);
}

/** A reading of the deal's video, as the gateway sends it. */
export function reading(deal: TestDeal, overrides: Partial<AddViewLogRequest> = {}): AddViewLogRequest {
  return { dealId: deal.dealId, videoId: deal.videoId, value: 100, source: 'dashboard', ...overrides };
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
      if (!pass) throw notFound('share');
      return pass;
    },
  };
}

function directoryOf(videos: ReadonlyMap<string, KnownVideo>, dueVideos: readonly DueVideo[]): DealDirectory {
  const visible = (videoId: string): DescribedVideo | undefined => {
    const principal = currentCall()?.principal;
    const known = videos.get(videoId);
    const role = principal && principal.kind !== 'service' ? known?.roles.get(principal.userId) : undefined;
    return known && role ? { ...known.video, access: accessOf(role) } : undefined;
  };
  const all = (): DescribedVideo[] => [...videos.keys()].flatMap((videoId) => visible(videoId) ?? []);
  const pack = (ids: readonly string[]): Buffer => Buffer.concat([...new Set(ids)].map((id) => parseUuid(id)));

  return {
    getVideoAccess: async ({ dealId, videoId }) => {
      const ofDeal = all().filter((video) => video.dealId === dealId);
      const [first] = ofDeal;
      const video = videoId ? ofDeal.find((candidate) => candidate.videoId === videoId) : undefined;
      if (!first || (videoId && !video)) throw notFound('deal');
      return { ownerId: first.ownerId, access: first.access, video: video ?? null };
    },
    describeVideos: async ({ videoIds }) => ({ videos: videoIds.flatMap((videoId) => visible(videoId) ?? []) }),
    listDueVideos: async ({ pageSize, skip }) => ({
      dueVideos: dueVideos.slice(skip, skip + pageSize),
      totalSize: dueVideos.length,
    }),
    findViewLogTargets: async ({ scope, query }) => {
      const inScope = all().filter(({ access }) => scope === 'mine-and-shared' || access?.role === 'owner');
      const matching = inScope.filter(({ dealName }) => query && dealName.toLowerCase().includes(query.toLowerCase()));
      return {
        sharedDealIds: pack(inScope.filter(({ access }) => access?.role !== 'owner').map(({ dealId }) => dealId)),
        matchingDealIds: pack(matching.map(({ dealId }) => dealId)),
        matchingVideoIds: Buffer.alloc(0),
      };
    },
  };
}
