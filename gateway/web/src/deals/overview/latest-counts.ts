import { withoutRemoved } from '../../views/proof-of.js';
import type { ViewCount } from '../../views/view-count.js';

/** The newest count of a video, and its growth. */
export interface LatestCount {
  readonly viewCount: ViewCount;
  /** Increase over the previous count; undefined when that is unknown. */
  readonly growth: number | undefined;
}

/** The newest counts by video, from view counts in list order, newest first. */
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
