import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { type AppError, appError, notFound } from '@svc/chassis/errors/app-error';
import type { WriteKey } from '@svc/chassis/idempotency/idempotency-key';
import { keyReused, markReplayed, writeKeyOf } from '@svc/chassis/idempotency/run-write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DescribedVideo } from '@svc/proto/deal/v1/reading_service';
import { type AddViewLogRequest, type ViewLog, ViewLogService } from '@svc/proto/viewcheck/v1/view_log_service';
import { parseCheckedAt } from './checked-at.js';
import { type DealDirectory, requireEditableViews } from './deal-directory.js';
import { announceChange } from './newest-view-log.js';
import { beginChange } from './newest-view-log-repo.js';
import { type AttachedProof, attachProof, listReferences, NO_EVIDENCE, type Proofs } from './proofs.js';
import { toViewLog } from './view-log.js';
import { viewLogActivity } from './view-log-activity.js';
import { findViewLogKey, insertViewLogKey, type ViewLogKey } from './view-log-key-repo.js';
import { findViewLog, insertViewLog, type ViewLogRow } from './view-log-repo.js';

/** A view log that may be recorded, and its video. */
interface Recordable {
  readonly writeKey: WriteKey | undefined;
  readonly ownerId: string;
  readonly video: DescribedVideo;
  readonly checkedAt: Date;
  /** The screenshot recorded with the view log. */
  readonly proof: AttachedProof | null;
}

/** A view log recorded by an earlier write with the same key. */
interface Repeated {
  readonly viewLog: ViewLog;
}

/**
 * Checks a new view log and returns its video. Deal checks access at this moment, so an ended share is refused; a screenshot as proof is linked to
 * the video after all other checks. If a write with the same key has already recorded a view log, at any time before, returns that view log in its
 * current state. Throws IDEMPOTENCY_KEY_REUSED when its input differed, CONFLICT when the view log has since been deleted, NOT_FOUND for a hidden
 * deal or video, FORBIDDEN without the right to edit views, VALIDATION_ERROR for an impossible date, and the errors of linking the screenshot.
 */
export async function findRecordable(
  db: Db,
  directory: DealDirectory,
  proofs: Proofs,
  { preferences }: UserPrincipal,
  request: AddViewLogRequest,
): Promise<Recordable | Repeated> {
  const { dealId, videoId, screenshotId = null } = request;
  const writeKey = writeKeyOf(ViewLogService.addViewLog, request);
  const recorded = writeKey ? await findRecorded(db, writeKey, request) : null;
  const { ownerId, video } = await directory.getVideoAccess({ dealId, videoId, forViewLog: true });
  if (!video) throw notFound('video');
  requireEditableViews(video);
  if (recorded) {
    const { byId } = await listReferences(proofs, [recorded.screenshotId]);
    return { viewLog: toViewLog(recorded, video, byId.get(recorded.screenshotId ?? '') ?? null) };
  }
  const now = new Date();
  const checkedAt =
    typeof request.checkedAt === 'string' ? parseCheckedAt(request.checkedAt, preferences.timeZone, now) : now;
  const proof = screenshotId === null ? null : await attachProof(proofs, { screenshotId, dealId, videoId });
  return { writeKey, ownerId, video, checkedAt, proof };
}

/** Records a view log, unless an earlier write already did. */
export async function addViewLog(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  request: AddViewLogRequest,
  found: Recordable | Repeated,
): Promise<ViewLog> {
  if ('viewLog' in found) {
    markReplayed();
    return found.viewLog;
  }
  const { writeKey, ownerId, video, checkedAt, proof } = found;
  const { dealId, videoId } = request;
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
  if (writeKey) await insertViewLogKey(tx, { ...writeKey, authorId: user.userId, viewLogId: row.id });
  await announceChange(tx, outbox, videoId, revision, viewLogActivity(user, row, null, row));
  return toViewLog(row, video, proof?.reference ?? null);
}

async function findRecorded(
  db: Db,
  { id, inputHash }: WriteKey,
  request: AddViewLogRequest,
): Promise<ViewLogRow | null> {
  const key = await findViewLogKey(db, id);
  if (!key) return null;
  if (!(key.inputHash?.equals(inputHash) ?? isLike(request, key))) throw keyReused();
  const row = await findViewLog(db, request.dealId, key.viewLogId);
  if (!row) throw deletedSince();
  return row;
}

function isLike({ dealId, videoId, value }: AddViewLogRequest, { recorded }: ViewLogKey): boolean {
  if (!recorded) return true;
  return recorded.dealId === dealId && recorded.videoId === videoId && recorded.value === value;
}

function deletedSince(): AppError {
  return appError(
    'CONFLICT',
    'This view log was recorded before and has been deleted since. To record it again, use a new idempotency key.',
  );
}
