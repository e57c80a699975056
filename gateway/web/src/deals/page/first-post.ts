import type { Item } from '../../api/operations.js';
import type { Deal } from '../deal-texts.js';

/** The day from which a deal's checks count: that of its first video, else that of the deal. */
export function firstPostOf({ postDate }: Deal, videos: readonly Item<'deals.list_videos'>[]): string | null {
  return videos.map((video) => video.postDate).toSorted()[0] ?? postDate;
}
