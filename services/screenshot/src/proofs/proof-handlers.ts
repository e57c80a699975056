import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { type Proof, ProofService as methods } from '@svc/proto/screenshot/v1/screenshot_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { checkLinkable, type DealDirectory } from '../screenshots/deal-directory.js';
import { linkScreenshot } from '../screenshots/link-screenshot.js';
import { readPageAddress } from '../screenshots/page-address.js';
import type { ScreenshotRow } from '../screenshots/screenshot.js';
import { notUploaded } from '../screenshots/screenshot-errors.js';
import { findSeenScreenshot } from '../screenshots/screenshot-list-repo.js';
import { findScreenshot } from '../screenshots/screenshot-repo.js';
import { listProofs, listProofsOfVideos, type ProofRow } from './proof-repo.js';

const SCREENSHOTS_MAX = 1_000;
const VIDEOS_MAX = 200;
const PER_VIDEO = 5;

export interface ProofDependencies {
  readonly pool: Pool;
  readonly write: Write;
  readonly outbox: Outbox;
  readonly directory: DealDirectory;
}

/** Serves proofs of view logs and videos to the view-check service and the gateway. */
export function proofHandlers({ pool, write, outbox, directory }: ProofDependencies): ServiceHandlers<typeof methods> {
  return {
    listProofs: async ({ screenshotIds, videoIds }, { user }) => {
      checkCount('screenshotIds', screenshotIds, SCREENSHOTS_MAX);
      checkCount('videoIds', videoIds, VIDEOS_MAX);
      const proofs = screenshotIds.length === 0 ? [] : await listProofs(pool, user, screenshotIds);
      const ofVideos =
        videoIds.length === 0 ? [] : await listProofsOfVideos(pool, user, [...new Set(videoIds)], PER_VIDEO);
      const videos = [...Map.groupBy(ofVideos, ({ videoId }) => videoId ?? '')].map(([videoId, rows]) => ({
        videoId,
        proofs: rows.map((row) => toProof(user, row)),
        count: rows[0]?.count ?? 0,
      }));
      return { proofs: proofs.map((row) => toProof(user, row)), videos };
    },
    attachProof: write(methods.attachProof, {
      isPart: true,
      before: async ({ screenshotId, dealId, videoId }, { user }) => {
        const found = await findSeenScreenshot(pool, user, screenshotId);
        assertOwned('screenshot', user, found);
        if (!found.image) throw notUploaded(found.status);
        const video = await checkLinkable(directory, { dealId, videoId });
        return video && readPageAddress(video.videoUrl).canonicalKey;
      },
      work: async (tx, { screenshotId, dealId, videoId }, { user }, videoKey) => {
        await linkScreenshot(tx, outbox, user, screenshotId, { dealId, videoId });
        const linked = await findSeenScreenshot(tx, user, screenshotId);
        assertOwned('screenshot', user, linked);
        return {
          proof: toProof(user, { ...linked, isUploaded: linked.status === 'uploaded', isVisible: true }),
          ...whatItProves(linked, videoKey),
        };
      },
    }),
    describeProof: async ({ screenshotId, videoUrl }) => {
      const found = await findScreenshot(pool, screenshotId);
      if (found?.status !== 'uploaded') return { grade: 'none' };
      return whatItProves(found, readPageAddress(videoUrl).canonicalKey);
    },
  };
}

function whatItProves(screenshot: ScreenshotRow, videoKey: string | null | undefined) {
  return {
    grade: screenshot.grade ?? 'uploaded',
    detectedViews: screenshot.detectedViews,
    detectedViewsDetail: screenshot.detectedDetail,
    showsAnotherPage: screenshot.canonicalKey !== videoKey,
  };
}

function checkCount(name: string, ids: readonly string[], max: number): void {
  if (ids.length > max) throw invalidInput(name, `must have at most ${max} entries.`);
}

/** Reveals only the existence of a hidden screenshot. */
function toProof(user: UserPrincipal, { id, shortId, ownerId, shortLink, isUploaded, isVisible }: ProofRow): Proof {
  if (!isVisible) return { screenshotId: id, redacted: true, shortId: '', uploaded: false };
  const shareUrl = ownerId === user.userId ? (shortLink?.shortUrl ?? null) : null;
  return { screenshotId: id, redacted: false, shortId, shareUrl, uploaded: isUploaded };
}
