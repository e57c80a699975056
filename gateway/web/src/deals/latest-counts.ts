import { withoutRemoved } from '../views/proof-of.js';
import type { Reading } from '../views/reading.js';

/** The newest count of a video, and how it grew. */
export interface LatestCount {
  readonly reading: Reading;
  /** More than the count before; undefined where that one is not known. */
  readonly growth: number | undefined;
}

/** The newest counts by video, of view counts in the order of lists, newest first. */
export function latestCounts(
  readings: readonly Reading[],
  hidden: ReadonlySet<string>,
): ReadonlyMap<string, LatestCount> {
  const latest = new Map<string, LatestCount>();
  for (const reading of readings) {
    if (hidden.has(reading.id)) continue;
    const newer = latest.get(reading.videoId);
    if (!newer) latest.set(reading.videoId, { reading: withoutRemoved(reading, hidden), growth: undefined });
    else if (newer.growth === undefined)
      latest.set(reading.videoId, { ...newer, growth: newer.reading.value - reading.value });
  }
  return latest;
}
