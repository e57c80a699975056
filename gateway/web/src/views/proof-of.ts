import type { Reading } from './reading.js';

/** A view count whose screenshot can be looked at. */
export interface ProvenReading {
  readonly reading: Reading;
  readonly screenshotId: string;
}

/** What a removal of the screenshot is called by while it can be taken back. Another screenshot of the same view count is not meant. */
export function removalOf({ id, screenshot }: Pick<Reading, 'id' | 'screenshot'>): string {
  return `${id} ${screenshot?.screenshotId ?? ''}`;
}

/** The view count without its screenshot while the removal of that can be taken back. */
export function withoutRemoved(reading: Reading, hidden: ReadonlySet<string>): Reading {
  return hidden.has(removalOf(reading)) ? { ...reading, screenshot: null } : reading;
}

/** Null where there is no screenshot, none that may be seen, or none with an image yet. */
export function provenReading(reading: Reading): ProvenReading | null {
  const { screenshot } = reading;
  if (!screenshot?.screenshotId || screenshot.previewUrl === null) return null;
  return { reading, screenshotId: screenshot.screenshotId };
}

/** How many view counts of a list have proof, but for those that are hidden. */
export function countProven(provenTotal: number, read: readonly Reading[], hidden: ReadonlySet<string>): number {
  const gone = read.filter(
    (reading) => reading.screenshot !== null && (hidden.has(reading.id) || hidden.has(removalOf(reading))),
  );
  return provenTotal - gone.length;
}
