import { AppError, forbidden, invalidInput } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import { optionalPart } from '@svc/chassis/grpc/optional-part';
import type { DescribedVideo, VideoDirectoryService } from '@svc/proto/deal/v1/reading_service';
import type { LinkedTo } from './screenshot.js';

/** The deal client as screenshots use it. */
export type DealDirectory = Pick<PromiseClient<typeof VideoDirectoryService>, 'getVideoAccess' | 'describeVideos'>;

/**
 * Checks whether the caller may link screenshots to a deal, and to one of its videos, and returns the video. Throws NOT_FOUND for a hidden deal,
 * VALIDATION_ERROR for a video of another deal, FORBIDDEN without the right to edit views, and UNAVAILABLE when deal does not respond, so that no
 * link goes unchecked.
 */
export async function checkLinkable(
  directory: DealDirectory,
  { dealId, videoId }: LinkedTo,
): Promise<DescribedVideo | null> {
  const { access } = await directory.getVideoAccess({ dealId, videoId: null });
  if (!access?.canEditViews) {
    throw forbidden('This deal is shared with you read-only. Ask its owner to let you edit its view checks.');
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

/** Describes the videos of screenshots, by id, if the caller sees their deals. Empty when deal does not respond in time. */
export async function describeLinked(
  directory: DealDirectory,
  screenshots: readonly { readonly videoId: string | null }[],
): Promise<ReadonlyMap<string, DescribedVideo>> {
  const videoIds = [...new Set(screenshots.flatMap(({ videoId }) => videoId ?? []))];
  if (videoIds.length === 0) return new Map();
  const found = await optionalPart((quickly) => quickly(() => directory.describeVideos({ videoIds })));
  return new Map(found?.videos.map((video) => [video.videoId, video]));
}

/** Reads and checks the link of a new screenshot; null for none. Also throws VALIDATION_ERROR for a video without its deal. */
export async function readLinkOfNew(
  directory: DealDirectory,
  { dealId, videoId }: { readonly dealId?: string | null | undefined; readonly videoId?: string | null | undefined },
): Promise<LinkedTo | null> {
  if (dealId === null || dealId === undefined) {
    if (videoId) throw invalidInput('dealId', 'must be sent with videoId, and be the deal of the video.');
    return null;
  }
  const link = { dealId, videoId: videoId ?? null };
  await checkLinkable(directory, link);
  return link;
}
