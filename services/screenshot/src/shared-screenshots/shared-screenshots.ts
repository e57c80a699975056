import { noSuch, notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import type { SharedScreenshot, SharedScreenshotService } from '@svc/proto/screenshot/v1/screenshot_service';
import { fileOf, type ImageFile, type Variant } from '../images/read-image.js';
import { readPageAddress } from '../screenshots/page-address.js';
import type { ScreenshotRow } from '../screenshots/screenshot.js';
import { isDetected } from '../screenshots/update-screenshot.js';
import { type ExternalShares, readOpenedShare, type ViewingPass } from './opened-share.js';
import { findSharedScreenshot, listSharedScreenshots, type SharedVideos } from './shared-screenshot-repo.js';

/** Serves screenshots to visitors of external shares; deal decides which videos a viewing pass shows. */
export function sharedScreenshotHandlers(
  pool: Pool,
  shares: ExternalShares,
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

/** Finds an image of a shared screenshot. Throws NOT_FOUND, also for an invalid pass. */
export async function findSharedImage(
  db: Db,
  shares: ExternalShares,
  pass: ViewingPass,
  screenshotId: string,
  variant: Exclude<Variant, 'original'>,
): Promise<ImageFile> {
  const found = await findSharedScreenshot(db, await readPass(shares, pass), screenshotId);
  if (!found) throw notFound('screenshot');
  return fileOf(found, variant);
}

/** Returns the videos whose screenshots a pass shows. Throws NOT_FOUND. */
async function readPass(
  shares: ExternalShares,
  pass: ViewingPass,
): Promise<SharedVideos & { readonly urls: ReadonlyMap<string, string> }> {
  const { visibleFields, videos, ownerId } = await readOpenedShare(shares, pass);
  if (!visibleFields.includes('screenshots')) throw noSuch('shared link');
  const urls = new Map(videos.map(({ videoId, url }) => [videoId, url]));
  return { ownerId, videoIds: [...urls.keys()], urls };
}
