import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { appError } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { changedFields } from '@svc/chassis/grpc/changed-fields';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DetectedViewsDetail } from '@svc/proto/screenshot/v1/screenshot_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { checkCapturedAt } from './captured-at.js';
import { pageOfNew } from './page-address.js';
import type { ScreenshotRow } from './screenshot.js';
import { assertLives } from './screenshot-errors.js';
import { type ChangeableFields, insertReplacedCount, lockScreenshot, updateScreenshotRow } from './screenshot-repo.js';

/** New values; absent fields keep theirs. */
export type ScreenshotChanges = Partial<Pick<ScreenshotRow, 'note' | 'sourceUrl' | 'detectedViews' | 'capturedAt'>>;

/**
 * Updates the user's own screenshot, and keeps a replaced count in the history. Throws NOT_FOUND, FORBIDDEN, VERSION_CONFLICT,
 * VALIDATION_ERROR, and CONFLICT for the page or time of a capture, which were found on the page, not stated.
 */
export async function updateScreenshot(
  tx: Tx,
  user: UserPrincipal,
  screenshotId: string,
  changes: ScreenshotChanges,
  expectedVersion: number | null | undefined,
): Promise<void> {
  const stored = await lockScreenshot(tx, screenshotId);
  assertOwned('screenshot', user, stored);
  assertLives(stored);
  checkVersion(stored.version, expectedVersion);
  const wanted = wantedFields(stored, changes);
  if (changedFields(stored, wanted).length === 0) return;
  if (stored.capture && changedFields(stored, wanted, ['sourceUrl', 'capturedAt']).length > 0) {
    throw appError('CONFLICT', 'The page and the time of a capture cannot be changed. Capture the other page instead.');
  }
  if (changes.capturedAt !== undefined) checkCapturedAt(changes.capturedAt);
  if (wanted.detectedViews !== stored.detectedViews) await insertReplacedCount(tx, stored, user.userId);
  await updateScreenshotRow(tx, screenshotId, wanted);
}

function wantedFields(stored: ScreenshotRow, changes: ScreenshotChanges): ChangeableFields {
  const { note = stored.note, detectedViews = stored.detectedViews, capturedAt = stored.capturedAt } = changes;
  const requested = changes.sourceUrl === undefined ? stored : pageOfNew(changes.sourceUrl, null);
  // The stated platform stays as long as the page does.
  const page = requested.sourceUrl === stored.sourceUrl ? stored : requested;
  return {
    note,
    sourceUrl: page.sourceUrl,
    canonicalKey: page.canonicalKey,
    platform: page.platform,
    detectedViews,
    detectedDetail: detectedViews === stored.detectedViews ? stored.detectedDetail : statedViews(detectedViews),
    capturedAt,
  };
}

/** Whether the count was detected on the page rather than stated by a caller. */
export function isDetected({
  detectedViews,
  detectedDetail,
}: Pick<ScreenshotRow, 'detectedViews' | 'detectedDetail'>): boolean {
  const source = detectedDetail?.source ?? null;
  return detectedViews !== null && source !== null && source !== 'operator';
}

/** Returns the detail to store with a stated count. */
export function statedViews(views: number | null): DetectedViewsDetail | null {
  if (views === null) return null;
  return { metric: 'views', source: 'operator', conflict: false };
}
