import { currentCall } from '@svc/chassis/calls/call-context';
import { appError, noSuch, notFound } from '@svc/chassis/errors/app-error';
import type { CheckViewingPassResponse } from '@svc/proto/deal/v1/external_share_service';
import { v7 as newId } from 'uuid';
import type { DealDirectory } from '../screenshots/deal-directory.js';
import type { PublicShares } from '../shared-screenshots/opened-share.js';

/** A deal with one video. */
export interface TestDeal {
  readonly dealId: string;
  readonly videoId: string;
}

/** What is known of who sees a deal. */
interface KnownDeal {
  readonly ownerId: string;
  readonly videoIds: Set<string>;
  /** Those that may look; those of them in `editorIds` may edit its views. */
  readonly viewerIds: readonly string[];
  readonly editorIds: readonly string[];
}

/** Deal as screenshot asks it: a table of who may do what, and one of viewing passes. */
export interface FakeDeal {
  /** Whether it answers. */
  isAway: boolean;
  readonly directory: DealDirectory;
  readonly shares: PublicShares;
  /** What viewing passes open. */
  readonly passes: Map<string, CheckViewingPassResponse>;
  /** A deal of a user, which others may look at or edit the views of. */
  create(ownerId: string, others?: { viewers?: readonly string[]; editors?: readonly string[] }): TestDeal;
  /** Another video of the same deal. */
  addVideo(dealId: string): string;
}

/** Where all its videos are. */
export const VIDEO_URL = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

/** What it says of all its videos. */
const FACTS = { dealName: 'Spring launch', videoUrl: VIDEO_URL, platform: 'youtube', postDate: '2026-05-01' };

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
        if (!pass) throw noSuch('share');
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
