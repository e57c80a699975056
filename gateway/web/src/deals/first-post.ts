import type { Item } from '../api/operations.js';
import type { Deal } from './deal-texts.js';

/** The day from which the checks of a deal are counted: that of its first video, else that of the deal. */
export function firstPostOf({ postDate }: Deal, videos: readonly Item<'deals.list_videos'>[]): string | null {
  return videos.map((video) => video.postDate).toSorted()[0] ?? postDate;
}
