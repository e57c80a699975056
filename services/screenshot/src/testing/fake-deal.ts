import { currentCall } from '@svc/chassis/calls/call-context';
import { appError, noSuch, notFound } from '@svc/chassis/errors/app-error';
import type { CheckViewingPassResponse } from '@svc/proto/deal/v1/external_share_service';
import { v7 as newId } from 'uuid';
import type { DealDirectory } from '../screenshots/deal-directory.js';
import type { ExternalShares } from '../shared-screenshots/opened-share.js';

export interface TestDeal {
  readonly dealId: string;
  readonly videoId: string;
}

/** A deal and who may see it. */
interface KnownDeal {
  readonly ownerId: string;
  readonly videoIds: Set<string>;
  /** Users who may view the deal; `editorIds` may also edit its views. */
  readonly viewerIds: readonly string[];
  readonly editorIds: readonly string[];
}

/** A fake of deal with access rights and viewing passes in memory. */
export interface FakeDeal {
  /** Whether calls fail as unavailable. */
  isAway: boolean;
  readonly directory: DealDirectory;
  readonly shares: ExternalShares;
  /** Shares by viewing pass. */
  readonly passes: Map<string, CheckViewingPassResponse>;
  /** Creates a deal of a user, with optional viewers and editors of its views. */
  create(ownerId: string, others?: { viewers?: readonly string[]; editors?: readonly string[] }): TestDeal;
  /** Adds a video to a deal. */
  addVideo(dealId: string): string;
}

/** URL of every video. */
export const VIDEO_URL = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

/** Description of every video. */
const FACTS = {
  dealName: 'Spring launch',
  videoUrl: VIDEO_URL,
  title: 'Unboxing',
  platform: 'youtube',
  postDate: '2026-05-01',
};

export function createFakeDeal(): FakeDeal {
  const deals = new Map<string, KnownDeal>();
  const passes = new Map<string, CheckViewingPassResponse>();
  const fake: FakeDeal = {
    isAway: false,
    passes,
    directory: {
      getVideoAccess: async ({ dealId, videoId = null }) => {
        if (fake.isAway) throw appError('UNAVAILABLE', 'No process of the service answers.');
        const userId = callerId();
        const deal = deals.get(dealId);
        const canEditViews = deal?.ownerId === userId || deal?.editorIds.includes(userId) === true;
        if (!deal || !(canEditViews || deal.viewerIds.includes(userId))) throw notFound('deal');
        if (videoId !== null && !deal.videoIds.has(videoId)) throw notFound('video');
        const isOwner = deal.ownerId === userId;
        const role = isOwner ? 'owner' : canEditViews ? 'team-admin' : 'team-member';
        const { ownerId } = deal;
        const access = { role, teamIds: [], canEdit: isOwner, canEditViews, redacted: [] };
        return { ownerId, access, video: videoId === null ? null : { videoId, dealId, ownerId, access, ...FACTS } };
      },
      describeVideos: async ({ videoIds }) => {
        if (fake.isAway) throw appError('UNAVAILABLE', 'No process of the service answers.');
        const seen = [...deals].filter(([, { ownerId }]) => ownerId === callerId());
        const videos = seen.flatMap(([dealId, { ownerId, videoIds: known }]) =>
          videoIds
            .filter((videoId) => known.has(videoId))
            .map((videoId) => ({ videoId, dealId, ownerId, access: null, ...FACTS })),
        );
        return { videos };
      },
    },
    shares: {
      checkViewingPass: async ({ viewingPass }) => {
        if (fake.isAway) throw appError('UNAVAILABLE', 'No process of the service answers.');
        const pass = passes.get(viewingPass);
        if (!pass) throw noSuch('shared link');
        return pass;
      },
    },
    create(ownerId, { viewers = [], editors = [] } = {}) {
      const [dealId, videoId] = [newId(), newId()];
      deals.set(dealId, { ownerId, videoIds: new Set([videoId]), viewerIds: viewers, editorIds: editors });
      return { dealId, videoId };
    },
    addVideo(dealId) {
      const videoId = newId();
      deals.get(dealId)?.videoIds.add(videoId);
      return videoId;
    },
  };
  return fake;
}

function callerId(): string {
  const principal = currentCall()?.principal;
  return principal && principal.kind !== 'service' ? principal.userId : '';
}
