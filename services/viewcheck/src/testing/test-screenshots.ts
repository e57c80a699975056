import { v7 as newId } from 'uuid';
import type { TestScreenshot, ViewcheckService } from './viewcheck-service.js';

/** A screenshot in lists, for a caller who may see it. */
export const REFERENCE = { shortId: 'k3Tq9ZbW1xPa', shareUrl: 'https://s.example/p', redacted: false, uploaded: true };

/** A screenshot in lists, for a caller who may not see it. */
export const REDACTED = { redacted: true, uploaded: false };

/** The proof of a screenshot in which 12,300 plays were detected. */
export const CAPTURED: TestScreenshot['answer'] = {
  grade: 'server_captured',
  detectedViews: 12_300,
  detectedViewsDetail: {
    rawText: '12.3K plays',
    precision: 'rounded',
    metric: 'plays',
    source: 'dom_text',
    conflict: false,
  },
};
/** The evidence of a view log without proof. */
export const NO_EVIDENCE = { rawText: null, precision: 'exact', metric: 'views', grade: 'none' };

/** Adds a screenshot of the user that is not linked to any video; returns its id. */
export function addScreenshot(
  { screenshots }: ViewcheckService,
  { userId }: { readonly userId: string },
  answer: TestScreenshot['answer'],
): string {
  const screenshotId = newId();
  screenshots.known.set(screenshotId, { ownerId: userId, videoId: null, answer });
  return screenshotId;
}
