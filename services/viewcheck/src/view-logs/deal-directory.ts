import { forbidden, notFound } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { DescribedVideo, VideoDirectoryService } from '@svc/proto/deal/v1/reading_service';
import { stringify as toUuid } from 'uuid';

/** Client for deal; its calls always carry the caller's own assertion. */
export type DealDirectory = PromiseClient<typeof VideoDirectoryService>;

/** Returns the videos with these ids, in one call; deleted and hidden ones are missing. */
export async function describeVideos(
  directory: DealDirectory,
  videoIds: readonly string[],
): Promise<ReadonlyMap<string, DescribedVideo>> {
  const wanted = [...new Set(videoIds)];
  if (wanted.length === 0) return new Map();
  const { videos } = await directory.describeVideos({ videoIds: wanted });
  return new Map(videos.map((video) => [video.videoId, video]));
}

/** Returns the video of a view log for a caller who reads it. Throws NOT_FOUND when the caller may not. */
export async function describeVideo(directory: DealDirectory, videoId: string): Promise<DescribedVideo> {
  const video = (await describeVideos(directory, [videoId])).get(videoId);
  if (!video) throw notFound('view log');
  return video;
}

/** Throws FORBIDDEN for callers who see the deal but may not change its view logs. */
export function requireEditableViews(video: DescribedVideo): void {
  if (video.access?.canEditViews) return;
  throw forbidden(
    'Only the owner of the deal, and owners and administrators of a team it is shared with, may change views.',
  );
}

/** Decodes the ids in a response, 16 bytes each. */
export function unpackIds(packed: Uint8Array): string[] {
  return Array.from({ length: packed.length / 16 }, (_, index) => toUuid(packed, index * 16));
}
