import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DetectedViewsDetail } from '@svc/proto/screenshot/v1/screenshot_service';
import { v7 as newId } from 'uuid';
import type { CaptureFacts, Grade, LinkedTo, PhotoLink, ScreenshotRow } from './screenshot.js';

/** A reservation past its time counts as expired, even before the sweep. */
export const STATUS = `case when shot.status = 'pending' and shot.expires_at <= now() then 'expired' else shot.status end`;

export const SCREENSHOT_COLUMNS = `shot.id, shot.owner_id as "ownerId", shot.short_id as "shortId", ${STATUS} as status, shot.origin, shot.grade,
            shot.deal_id as "dealId", shot.video_id as "videoId", shot.source_url as "sourceUrl", shot.canonical_key as "canonicalKey",
            shot.platform, shot.detected_views as "detectedViews", shot.detected_detail as "detectedDetail", shot.warnings, shot.capture,
            shot.failure, shot.note, shot.wants_short_link as "wantsShortLink", shot.short_link as "shortLink",
            shot.captured_at as "capturedAt", shot.expires_at as "expiresAt", shot.created_at as "createdAt", shot.updated_at as "updatedAt",
            shot.version,
            case when b.sha256 is not null then jsonb_build_object('sha256', b.sha256, 'contentType', b.content_type,
              'bytes', b.bytes, 'width', b.width, 'height', b.height, 'frames', b.frames) end as image`;
export const SCREENSHOT_JOINS = `left join screenshot.image_blobs b on b.sha256 = shot.blob_sha256`;

export interface NewScreenshot {
  readonly ownerId: string;
  readonly shortId: string;
  readonly origin: 'upload' | 'capture';
  readonly sourceUrl: string | null;
  readonly canonicalKey: string | null;
  readonly platform: string | null;
  readonly note: string | null;
  readonly wantsShortLink: boolean;
  readonly expiresAt: Date;
}

/** Inserts a screenshot whose image follows; returns its id. */
export async function insertScreenshot(tx: Tx, screenshot: NewScreenshot): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into screenshot.screenshots
            (id, owner_id, short_id, status, origin, source_url, canonical_key, platform, note, wants_short_link, expires_at)
     values ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, $9, $10)
  returning id`,
    [
      newId(),
      screenshot.ownerId,
      screenshot.shortId,
      screenshot.origin,
      screenshot.sourceUrl,
      screenshot.canonicalKey,
      screenshot.platform,
      screenshot.note,
      screenshot.wantsShortLink,
      screenshot.expiresAt,
    ],
  );
  return onlyRow(rows).id;
}

export async function findScreenshot(db: Db, screenshotId: string): Promise<ScreenshotRow | null> {
  return db.find<ScreenshotRow>(
    `select ${SCREENSHOT_COLUMNS} from screenshot.screenshots shot
       ${SCREENSHOT_JOINS}
      where shot.id = $1`,
    [screenshotId],
  );
}

/** Finds a screenshot and locks it until the transaction ends. */
export async function lockScreenshot(tx: Tx, screenshotId: string): Promise<ScreenshotRow | null> {
  await tx.query(`select 1 from screenshot.screenshots where id = $1 for no key update`, [screenshotId]);
  return findScreenshot(tx, screenshotId);
}

/** Fields its owner can change. */
export interface ChangeableFields {
  readonly note: string | null;
  readonly sourceUrl: string | null;
  readonly canonicalKey: string | null;
  readonly platform: string | null;
  readonly detectedViews: number | null;
  readonly detectedDetail: DetectedViewsDetail | null;
  readonly capturedAt: Date | null;
}

export async function updateScreenshotRow(tx: Tx, screenshotId: string, fields: ChangeableFields): Promise<void> {
  await tx.query(
    `update screenshot.screenshots
        set note = $2, source_url = $3, canonical_key = $4, platform = $5, detected_views = $6, detected_detail = $7,
            captured_at = $8, updated_at = now(), version = version + 1
      where id = $1`,
    [
      screenshotId,
      fields.note,
      fields.sourceUrl,
      fields.canonicalKey,
      fields.platform,
      fields.detectedViews,
      fields.detectedDetail,
      fields.capturedAt,
    ],
  );
}

/** Records a count in the history before it is replaced. */
export async function insertReplacedCount(
  tx: Tx,
  replaced: Pick<ScreenshotRow, 'id' | 'detectedViews' | 'detectedDetail'>,
  changedBy: string,
): Promise<void> {
  await tx.query(
    `insert into screenshot.detected_view_history (id, screenshot_id, changed_by, detected_views, detected_detail)
     values ($1, $2, $3, $4, $5)`,
    [newId(), replaced.id, changedBy, replaced.detectedViews, replaced.detectedDetail],
  );
}

/** Links a screenshot to a deal, optionally to one of its videos; null unlinks it. */
export async function updateLink(tx: Tx, screenshotId: string, link: LinkedTo | null): Promise<void> {
  await tx.query(
    `update screenshot.screenshots
        set deal_id = $2, video_id = $3, updated_at = now(), version = version + 1
      where id = $1`,
    [screenshotId, link?.dealId ?? null, link?.videoId ?? null],
  );
}

/** Claims a screenshot that waits for its image; false when it does not wait for one. */
export async function claimScreenshot(
  db: Db,
  ownerId: string,
  screenshotId: string,
  claimId: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update screenshot.screenshots
        set status = 'processing', claim_id = $3, claimed_at = now()
      where id = $1 and owner_id = $2 and (status = 'pending' and expires_at > now() or status = 'failed')`,
    [screenshotId, ownerId, claimId],
  );
  return rowCount > 0;
}

/** Releases a claimed screenshot unchanged, unless another call has claimed it since. */
export async function releaseScreenshot(db: Db, screenshotId: string, claimId: string): Promise<void> {
  await db.query(
    `update screenshot.screenshots
        set status = case when failure is null then 'pending' else 'failed' end, claim_id = null, claimed_at = null
      where id = $1 and claim_id = $2`,
    [screenshotId, claimId],
  );
}

/** Releases the screenshots whose uploads ended with their process; returns how many. Captures have their own leases. */
export async function releaseForgottenUploads(db: Db, olderThanMs: number): Promise<number> {
  const { rowCount } = await db.query(
    `update screenshot.screenshots s
        set status = case when failure is null then 'pending' else 'failed' end, claim_id = null, claimed_at = null
      where s.status = 'processing' and s.claimed_at < now() - $1 * interval '1 millisecond'
        and not exists (
            select 1 from screenshot.capture_jobs j
             where j.id = s.claim_id and j.status in ('queued', 'running'))`,
    [olderThanMs],
  );
  return rowCount;
}

/** Fields set when the image of a screenshot is stored. */
export interface Finished {
  readonly sha256: string;
  readonly grade: Grade;
  readonly warnings: readonly string[];
  readonly capture: CaptureFacts | null;
  readonly sourceUrl: string | null;
  readonly canonicalKey: string | null;
  readonly platform: string | null;
  readonly detectedViews: number | null;
  readonly detectedDetail: DetectedViewsDetail | null;
  readonly capturedAt: Date | null;
}

/** Stores the image of a claimed screenshot; false when the claim is lost. */
export async function storeFinished(tx: Tx, screenshotId: string, claimId: string, done: Finished): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update screenshot.screenshots
        set status = 'uploaded', claim_id = null, claimed_at = null, expires_at = null, failure = null, blob_sha256 = $3,
            grade = $4, warnings = $5, capture = $6, source_url = $7, canonical_key = $8, platform = $9, detected_views = $10,
            detected_detail = $11, captured_at = $12, origin = $13, updated_at = now(), version = version + 1
      where id = $1 and claim_id = $2`,
    [
      screenshotId,
      claimId,
      done.sha256,
      done.grade,
      done.warnings,
      done.capture,
      done.sourceUrl,
      done.canonicalKey,
      done.platform,
      done.detectedViews,
      done.detectedDetail,
      done.capturedAt,
      done.capture === null ? 'upload' : 'capture',
    ],
  );
  return rowCount > 0;
}

/** Stores the photo link of a screenshot that waits for it; false otherwise. */
export async function updatePhotoLink(tx: Tx, screenshotId: string, link: PhotoLink): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update screenshot.screenshots
        set short_link = $2, updated_at = now(), version = version + 1
      where id = $1 and status = 'uploaded' and wants_short_link and short_link is null`,
    [screenshotId, link],
  );
  return rowCount > 0;
}

/** Stores that a screenshot should get a photo link. */
export async function storeWantsShortLink(tx: Tx, screenshotId: string): Promise<void> {
  await tx.query(`update screenshot.screenshots set wants_short_link = true where id = $1`, [screenshotId]);
}

/** Stores that a screenshot gets no photo link; false when it was not waiting for one. */
export async function dropShortLinkWish(tx: Tx, screenshotId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update screenshot.screenshots set wants_short_link = false
      where id = $1 and wants_short_link and short_link is null`,
    [screenshotId],
  );
  return rowCount > 0;
}

/** Marks a screenshot as deleted and releases its image. */
export async function storeDeleted(tx: Tx, screenshotId: string): Promise<void> {
  await tx.query(
    `update screenshot.screenshots
        set status = 'deleted', ended_at = now(), blob_sha256 = null, claim_id = null, claimed_at = null, expires_at = null,
            short_link = null, wants_short_link = false,
            updated_at = now(), version = version + 1
      where id = $1`,
    [screenshotId],
  );
}
