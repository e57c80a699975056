import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { forbidden, notFound, versionConflict } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { changedFields, readChanges } from '@svc/chassis/grpc/changed-fields';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DescribedVideo } from '@svc/proto/deal/v1/reading_service';
import type {
  ReplaceViewLogScreenshotRequest,
  ScreenshotReference,
  UpdateViewLogRequest,
  ViewLog,
} from '@svc/proto/viewcheck/v1/view_log_service';
import { parseCheckedAt } from './checked-at.js';
import { findAttacher, insertCorrection } from './correction-repo.js';
import { type DealDirectory, describeVideo, requireEditableViews } from './deal-directory.js';
import { announceChange } from './newest-view-log.js';
import { beginChange } from './newest-view-log-repo.js';
import { type AttachedProof, attachProof, describeProof, listReferences, NO_EVIDENCE, type Proofs } from './proofs.js';
import { toViewLog } from './view-log.js';
import { viewLogActivity } from './view-log-activity.js';
import {
  type CorrectableFields,
  findViewLog,
  findViewLogForUpdate,
  updateViewLog,
  type ViewLogRow,
} from './view-log-repo.js';

/** A view log that the caller may change, and its video. */
interface FoundViewLog {
  readonly row: ViewLogRow;
  readonly video: DescribedVideo;
  /** The screenshot that proves it, if the caller may see it. */
  readonly screenshot: ScreenshotReference | null;
  /** Returns what that screenshot proves for a value. */
  readonly evidenceOf: AttachedProof['evidenceOf'];
}

/**
 * Returns the view log to correct. A new screenshot is linked to the video after all other checks. Throws NOT_FOUND, FORBIDDEN, VERSION_CONFLICT,
 * VALIDATION_ERROR, UNAVAILABLE, and the errors of linking the screenshot.
 */
export async function findCorrectable(
  db: Db,
  directory: DealDirectory,
  proofs: Proofs,
  user: UserPrincipal,
  request: UpdateViewLogRequest,
): Promise<FoundViewLog> {
  const { dealId, viewLogId, expectedVersion } = request;
  const row = await findViewLog(db, dealId, viewLogId);
  if (!row) throw notFound('view log');
  const video = await describeVideo(directory, row.videoId);
  requireEditableViews(video);
  const { screenshotId = row.screenshotId } = readCorrection(request, user.preferences.timeZone);
  if (screenshotId !== row.screenshotId) {
    checkVersion(row.version, expectedVersion);
    await requireReplaceableScreenshot(db, proofs, user, row, video);
  }
  if (screenshotId === null) return { row, video, screenshot: null, evidenceOf: () => NO_EVIDENCE };
  if (screenshotId !== row.screenshotId) {
    const { reference, evidenceOf } = await attachProof(proofs, { screenshotId, dealId, videoId: row.videoId });
    return { row, video, screenshot: reference, evidenceOf };
  }
  const [{ byId }, evidenceOf] = await Promise.all([
    listReferences(proofs, [screenshotId]),
    describeProof(proofs, { screenshotId, grade: row.grade }, video.videoUrl),
  ]);
  return { row, video, screenshot: byId.get(screenshotId) ?? null, evidenceOf };
}

/**
 * Corrects a view log and keeps the previous state; a changed value is graded against the screenshot. A correction without changes writes nothing.
 * Throws NOT_FOUND when it is gone, VERSION_CONFLICT (also when its screenshot has since been replaced), VALIDATION_ERROR.
 */
export async function correctViewLog(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  request: UpdateViewLogRequest,
  { row: found, video, screenshot, evidenceOf }: FoundViewLog,
): Promise<ViewLog> {
  const { dealId, viewLogId, expectedVersion } = request;
  const revision = await beginChange(tx, found);
  const before = await findViewLogForUpdate(tx, dealId, viewLogId);
  if (!before) throw notFound('view log');
  checkVersion(before.version, expectedVersion);
  if (before.screenshotId !== found.screenshotId) throw versionConflict(before.version);
  const after: CorrectableFields = { ...before, ...readCorrection(request, user.preferences.timeZone) };
  if (changedFields(before, after).length === 0) return toViewLog(before, video, screenshot);
  await insertCorrection(tx, { viewLogId, before, after, by: user });
  const isProvenAsBefore = after.value === before.value && after.screenshotId === before.screenshotId;
  const evidence = isProvenAsBefore ? before : evidenceOf(after.value);
  const row = await updateViewLog(tx, viewLogId, after, evidence);
  await announceChange(tx, outbox, found.videoId, revision, viewLogActivity(user, row, before, after));
  return toViewLog(row, video, screenshot);
}

/** Converts a request that replaces or removes the screenshot to a correction. */
export function correctionOf(request: ReplaceViewLogScreenshotRequest): UpdateViewLogRequest {
  return { ...request, updateMask: ['screenshot_id'] };
}

/** Throws FORBIDDEN for a screenshot that another user attached, as long as it exists, except for the owner of the deal. */
async function requireReplaceableScreenshot(
  db: Db,
  proofs: Proofs,
  { userId }: UserPrincipal,
  row: ViewLogRow,
  { access }: DescribedVideo,
): Promise<void> {
  if (row.screenshotId === null || access?.role === 'owner') return;
  if ((await findAttacher(db, row)) === userId) return;
  const { proofs: existing } = await proofs.listProofs({ screenshotIds: [row.screenshotId], videoIds: [] });
  if (existing.length === 0) return;
  throw forbidden('Only the owner of the deal and the owner of the screenshot may replace or remove it.');
}

function readCorrection(request: UpdateViewLogRequest, timeZone: string): Partial<CorrectableFields> {
  const changeable = ['value', 'checkedAt', 'sourceUrl', 'note', 'screenshotId'] as const;
  const { checkedAt, ...changes } = readChanges(request, changeable, ['value', 'checkedAt']);
  return checkedAt === undefined ? changes : { ...changes, checkedAt: parseCheckedAt(checkedAt, timeZone, new Date()) };
}
