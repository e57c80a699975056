import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { type AppError, appError, notFound } from '@svc/chassis/errors/app-error';
import { markReplayed, writeIdOf } from '@svc/chassis/idempotency/run-write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DescribedVideo } from '@svc/proto/deal/v1/reading_service';
import { type AddViewLogRequest, type ViewLog, ViewLogService } from '@svc/proto/viewcheck/v1/view_log_service';
import { parseCheckedAt } from './checked-at.js';
import { type DealDirectory, requireEditableViews } from './deal-directory.js';
import { announceChange } from './newest-view-log.js';
import { beginChange } from './newest-view-log-repo.js';
import { type AttachedProof, attachProof, NO_EVIDENCE, type Proofs } from './proofs.js';
import { toViewLog } from './view-log.js';
import { viewLogActivity } from './view-log-activity.js';
import { findRecordedViewLog, insertViewLogKey } from './view-log-key-repo.js';
import { findViewLog, insertViewLog } from './view-log-repo.js';

/** A view log that may be recorded, and its video. */
interface Recordable {
  readonly ownerId: string;
  readonly video: DescribedVideo;
  readonly checkedAt: Date;
  /** The screenshot recorded with the view log. */
  readonly proof: AttachedProof | null;
}

/**
 * The video for a new view log. Deal is asked at this moment, so a share that has ended is refused; a screenshot as proof is linked to the video,
 * after all other checks of the view log. Throws NOT_FOUND for a hidden deal or video, FORBIDDEN without the right to edit views, VALIDATION_ERROR
 * for an impossible date, and what linking the screenshot throws.
 */
export async function findRecordable(
  directory: DealDirectory,
  proofs: Proofs,
  { preferences }: UserPrincipal,
  request: AddViewLogRequest,
): Promise<Recordable> {
  const { dealId, videoId, screenshotId = null } = request;
  const { ownerId, video } = await directory.getVideoAccess({ dealId, videoId });
  if (!video) throw notFound('video');
  requireEditableViews(video);
  const now = new Date();
  const checkedAt =
    typeof request.checkedAt === 'string' ? parseCheckedAt(request.checkedAt, preferences.timeZone, now) : now;
  const proof = screenshotId === null ? null : await attachProof(proofs, { screenshotId, dealId, videoId });
  return { ownerId, video, checkedAt, proof };
}

/**
 * Records a view log. A write whose key has recorded one before, however long ago, returns that one as it is now; throws CONFLICT when it has been
 * deleted since.
 */
export async function addViewLog(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  request: AddViewLogRequest,
  { ownerId, video, checkedAt, proof }: Recordable,
): Promise<ViewLog> {
  const { dealId, videoId } = request;
  const writeId = writeIdOf(ViewLogService.addViewLog);
  const recordedId = writeId ? await findRecordedViewLog(tx, writeId) : null;
  if (recordedId !== null) {
    const recorded = await findViewLog(tx, dealId, recordedId);
    if (!recorded) throw deletedSince();
    markReplayed();
    return toViewLog(recorded, video, proof?.reference ?? null);
  }
  const revision = await beginChange(tx, { videoId, dealId, ownerId });
  const row = await insertViewLog(tx, {
    ownerId,
    dealId,
    videoId,
    value: request.value,
    checkedAt,
    sourceUrl: request.sourceUrl ?? null,
    note: request.note ?? null,
    loggedById: user.userId,
    loggedByName: user.name,
    source: request.source,
    screenshotId: proof?.screenshotId ?? null,
    observedPromoAtSeconds: request.observedPromoAtSeconds ?? null,
    ...(proof?.evidenceOf(request.value) ?? NO_EVIDENCE),
  });
  if (writeId) await insertViewLogKey(tx, { writeId, authorId: user.userId, viewLogId: row.id });
  await announceChange(tx, outbox, videoId, revision, viewLogActivity(user, row, null, row));
  return toViewLog(row, video, proof?.reference ?? null);
}

function deletedSince(): AppError {
  return appError(
    'CONFLICT',
    'This view log was recorded before and has been deleted since. To record it again, use a new idempotency key.',
  );
}
