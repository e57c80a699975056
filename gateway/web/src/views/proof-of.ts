import type { ViewCount } from './view-count.js';

/** A view count with a visible screenshot. */
export interface ProvenViewCount {
  readonly viewCount: ViewCount;
  readonly screenshotId: string;
}

/** The key of a removed screenshot while undo is possible. Another screenshot of the same view count is not affected. */
export function removalOf({ id, screenshot }: Pick<ViewCount, 'id' | 'screenshot'>): string {
  return `${id} ${screenshot?.screenshotId ?? ''}`;
}

/** The view count without its screenshot while the removal can be undone. */
export function withoutRemoved(viewCount: ViewCount, hidden: ReadonlySet<string>): ViewCount {
  return hidden.has(removalOf(viewCount)) ? { ...viewCount, screenshot: null } : viewCount;
}

/**
 * Whether the user may replace or remove the screenshot: as the owner of the deal, or of the screenshot, who alone has a link to share it. Everyone
 * who may correct the view count may attach a first one.
 */
export function canReplaceProof({
  editable,
  deletable,
  screenshot,
}: Pick<ViewCount, 'editable' | 'deletable' | 'screenshot'>): boolean {
  if (!editable) return false;
  if (screenshot === null || deletable) return true;
  return screenshot.screenshotId !== null && screenshot.shareUrl !== null;
}

/** Null without a screenshot, with a hidden one, or without an image yet. */
export function provenViewCount(viewCount: ViewCount): ProvenViewCount | null {
  const { screenshot } = viewCount;
  if (!screenshot?.screenshotId || screenshot.previewUrl === null) return null;
  return { viewCount, screenshotId: screenshot.screenshotId };
}

/** Number of view counts with proof in a list, except hidden ones. */
export function countProven(provenTotal: number, read: readonly ViewCount[], hidden: ReadonlySet<string>): number {
  const gone = read.filter(
    (viewCount) => viewCount.screenshot !== null && (hidden.has(viewCount.id) || hidden.has(removalOf(viewCount))),
  );
  return provenTotal - gone.length;
}
