import { withoutRemoved } from '../views/proof-of.js';
import type { ViewCount } from '../views/view-count.js';

/** The newest count of a video, and how it grew. */
export interface LatestCount {
  readonly viewCount: ViewCount;
  /** More than the count before; undefined where that one is not known. */
  readonly growth: number | undefined;
}

/** The newest counts by video, of view counts in the order of lists, newest first. */
export function latestCounts(
  viewCounts: readonly ViewCount[],
  hidden: ReadonlySet<string>,
): ReadonlyMap<string, LatestCount> {
  const latest = new Map<string, LatestCount>();
  for (const viewCount of viewCounts) {
    if (hidden.has(viewCount.id)) continue;
    const newer = latest.get(viewCount.videoId);
    if (!newer) latest.set(viewCount.videoId, { viewCount: withoutRemoved(viewCount, hidden), growth: undefined });
    else if (newer.growth === undefined)
      latest.set(viewCount.videoId, { ...newer, growth: newer.viewCount.value - viewCount.value });
  }
  return latest;
}
