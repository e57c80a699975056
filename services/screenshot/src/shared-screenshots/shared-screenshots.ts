import { AppError, noSuch, notFound } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import type { PublicShareService } from '@svc/proto/deal/v1/external_share_service';
import type { SharedScreenshot, SharedScreenshotService } from '@svc/proto/screenshot/v1/screenshot_service';
import { fileOf, type ImageFile, type Variant } from '../images/read-image.js';
import { readPageAddress } from '../screenshots/page-address.js';
import type { ScreenshotRow } from '../screenshots/screenshot.js';
import { isDetected } from '../screenshots/update-screenshot.js';
import { findSharedScreenshot, listSharedScreenshots, type SharedVideos } from './shared-screenshot-repo.js';

/** What deal is asked about people who opened an external share. */
export type PublicShares = Pick<PromiseClient<typeof PublicShareService>, 'checkViewingPass'>;

interface ViewingPass {
  readonly token: string;
  readonly viewingPass: string;
}

/** Screenshots for people who opened an external share: deal says which videos their viewing pass shows. */
export function sharedScreenshotHandlers(
  pool: Pool,
  shares: PublicShares,
): ServiceHandlers<typeof SharedScreenshotService> {
  return {
    listSharedScreenshots: async ({ token, viewingPass, ...paging }) => {
      const { urls, ...shown } = await readPass(shares, { token, viewingPass });
      const { rows, total } = await listSharedScreenshots(pool, shown, pageOf(paging));
      const screenshots = rows.map((row) => toShared(row, urls.get(row.videoId ?? '') ?? ''));
      return { screenshots, totalSize: total };
    },
  };
}

function toShared(row: ScreenshotRow, videoUrl: string): SharedScreenshot {
  const { id, capturedAt, detectedViews, detectedDetail, grade, sourceUrl, canonicalKey } = row;
  const isOfVideo = videoUrl !== '' && canonicalKey === readPageAddress(videoUrl).canonicalKey;
  return {
    screenshotId: id,
    videoUrl,
    capturedAt,
    detectedViews,
    viewsDetected: isDetected({ detectedViews, detectedDetail }),
    grade: grade ?? 'uploaded',
    sourceUrl,
    showsAnotherPage: sourceUrl !== null && !isOfVideo,
  };
}

/** What a viewer may see of one of them. Throws NOT_FOUND, also when the pass does not hold. */
export async function findSharedImage(
  db: Db,
  shares: PublicShares,
  pass: ViewingPass,
  screenshotId: string,
  variant: Exclude<Variant, 'original'>,
): Promise<ImageFile> {
  const found = await findSharedScreenshot(db, await readPass(shares, pass), screenshotId);
  if (!found) throw notFound('screenshot');
  return fileOf(found, variant);
}

/** The videos that a pass shows with their screenshots. Throws NOT_FOUND. */
async function readPass(
  shares: PublicShares,
  pass: ViewingPass,
): Promise<SharedVideos & { readonly urls: ReadonlyMap<string, string> }> {
  const { visibleFields, videos, ownerId } = await shares.checkViewingPass(pass).catch((error: unknown) => {
    // The page of a share says that it has ended; its images are simply no longer there.
    throw error instanceof AppError && error.kind === 'gone' ? noSuch('share') : error;
  });
  // A replica of before this names no owner, and what is whose cannot be told then.
  if (!visibleFields.includes('screenshots') || ownerId === '') throw noSuch('share');
  const urls = new Map(videos.map(({ videoId, url }) => [videoId, url]));
  return { ownerId, videoIds: [...urls.keys()], urls };
}
