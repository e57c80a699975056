import type { ViewCount } from './view-count.js';

/** A view count whose screenshot can be looked at. */
export interface ProvenViewCount {
  readonly viewCount: ViewCount;
  readonly screenshotId: string;
}

/** What a removal of the screenshot is called by while it can be taken back. Another screenshot of the same view count is not meant. */
export function removalOf({ id, screenshot }: Pick<ViewCount, 'id' | 'screenshot'>): string {
  return `${id} ${screenshot?.screenshotId ?? ''}`;
}

/** The view count without its screenshot while the removal of that can be taken back. */
export function withoutRemoved(viewCount: ViewCount, hidden: ReadonlySet<string>): ViewCount {
  return hidden.has(removalOf(viewCount)) ? { ...viewCount, screenshot: null } : viewCount;
}

/** Null where there is no screenshot, none that may be seen, or none with an image yet. */
export function provenViewCount(viewCount: ViewCount): ProvenViewCount | null {
  const { screenshot } = viewCount;
  if (!screenshot?.screenshotId || screenshot.previewUrl === null) return null;
  return { viewCount, screenshotId: screenshot.screenshotId };
}

/** How many view counts of a list have proof, but for those that are hidden. */
export function countProven(provenTotal: number, read: readonly ViewCount[], hidden: ReadonlySet<string>): number {
  const gone = read.filter(
    (viewCount) => viewCount.screenshot !== null && (hidden.has(viewCount.id) || hidden.has(removalOf(viewCount))),
  );
  return provenTotal - gone.length;
}
