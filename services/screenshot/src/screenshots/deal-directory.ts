import { optionalPart } from '@svc/chassis/grpc/optional-part';
import { AppError, forbidden, invalidInput } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { DescribedVideo, VideoDirectoryService } from '@svc/proto/deal/v1/reading_service';
import type { LinkedTo } from './screenshot.js';

/** The part of deal that screenshots need: the caller's deals and videos. */
export type DealDirectory = Pick<PromiseClient<typeof VideoDirectoryService>, 'getVideoAccess' | 'describeVideos'>;

/**
 * Asks deal whether the caller may link screenshots to a deal, and to a video of it. Throws NOT_FOUND for a hidden deal,
 * VALIDATION_ERROR for a video that is not of the deal, FORBIDDEN without the right to edit views, UNAVAILABLE without deal: a link
 * is never made unchecked. Answers the video.
 */
export async function checkLinkable(
  directory: DealDirectory,
  { dealId, videoId }: LinkedTo,
): Promise<DescribedVideo | null> {
  const { access } = await directory.getVideoAccess({ dealId, videoId: null });
  if (!access?.canEditViews) {
    throw forbidden('This deal is shared with you to look at. Ask its owner to let you edit its view checks.');
  }
  if (videoId === null) return null;
  try {
    return (await directory.getVideoAccess({ dealId, videoId })).video ?? null;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') {
      throw invalidInput('videoId', 'must be a video of this deal.');
    }
    throw error;
  }
}

/** Videos of screenshots, by id: those of deals that the caller sees, in one optional call. */
export async function describeLinked(
  directory: DealDirectory,
  screenshots: readonly { readonly videoId: string | null }[],
): Promise<ReadonlyMap<string, DescribedVideo>> {
  const videoIds = [...new Set(screenshots.flatMap(({ videoId }) => videoId ?? []))];
  if (videoIds.length === 0) return new Map();
  const found = await optionalPart((quickly) => quickly(() => directory.describeVideos({ videoIds })));
  return new Map(found?.videos.map((video) => [video.videoId, video]));
}

/** The checked link of a new screenshot; null for none. Throws also VALIDATION_ERROR for a video without its deal. */
export async function readLinkOfNew(
  directory: DealDirectory,
  { dealId, videoId }: { readonly dealId?: string | null | undefined; readonly videoId?: string | null | undefined },
): Promise<LinkedTo | null> {
  if (dealId === null || dealId === undefined) {
    if (videoId) throw invalidInput('dealId', 'must be given with videoId: the deal that the video belongs to.');
    return null;
  }
  const link = { dealId, videoId: videoId ?? null };
  await checkLinkable(directory, link);
  return link;
}
