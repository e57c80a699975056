import { grantOf, type IfStillAllowed } from '@svc/chassis/assertions/renewal';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { appError } from '@svc/chassis/errors/app-error';
import type { WriteTarget } from '@svc/chassis/idempotency/run-write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import { reportToolCall } from '@svc/chassis/tool-calls/report-tool-call';
import type { ImageFacts, TakeOptions, Upload, UploadedImage } from '@svc/images/intake/image-intake';
import { assertOwned } from '@svc/records/sharing/team-access';
import { v7 as newId } from 'uuid';
import { checkCapturedAt } from '../screenshots/captured-at.js';
import { pageOfNew } from '../screenshots/page-address.js';
import type { ReserveParts } from '../screenshots/reserve-screenshot.js';
import type { ScreenshotRow } from '../screenshots/screenshot.js';
import {
  alreadyUploaded,
  assertLives,
  reservationExpired,
  uploadInProgress,
} from '../screenshots/screenshot-errors.js';
import { findSeenScreenshot } from '../screenshots/screenshot-list-repo.js';
import {
  claimScreenshot,
  findScreenshot,
  lockScreenshot,
  releaseScreenshot,
  storeFinished,
} from '../screenshots/screenshot-repo.js';
import { statedViews } from '../screenshots/update-screenshot.js';
import { requestPhotoLink } from '../short-links/photo-link-messages.js';
import type { ImageQuota } from '../usage/image-quota.js';
import { noteBlob } from './blob-repo.js';

/** Fields sent with an image; null when not sent. */
export interface StatedFacts {
  readonly sourceUrl: string | null;
  readonly detectedViews: number | null;
  readonly capturedAt: Date | null;
}

/** Unparsed fields sent with an image. */
export type SentFields = Omit<Upload, 'image'>;

/** Receives the image and its fields. */
export type ReceiveImage = (options: TakeOptions) => Promise<Upload>;

/** Thrown internally when the upload equals the stored image. */
class SameImage extends Error {}

/** The source of an image. */
export interface ImageSource {
  readonly receive: ReceiveImage;
  /** Runs a step if the caller is still authorized after a slow upload. */
  readonly ifStillAllowed: IfStillAllowed;
}

export interface UploadOptions extends ImageSource {
  readonly screenshotId: string;
  /** Parses the fields that came with the image. Throws VALIDATION_ERROR. */
  readonly readFacts: (fields: SentFields) => StatedFacts;
}

/**
 * Stores the image of the user's own screenshot. Blocks concurrent uploads; on failure the screenshot waits for its image again. Succeeds without
 * changes when the image is already stored. Throws NOT_FOUND, FORBIDDEN, SCREENSHOT_ALREADY_UPLOADED, SCREENSHOT_UPLOAD_IN_PROGRESS,
 * SCREENSHOT_RESERVATION_EXPIRED, SCREENSHOT_QUOTA_EXCEEDED, and any error of receiving the image.
 */
export async function uploadImage(
  { pool, toolCalls, outbox, quota }: WriteTarget & ReserveParts,
  user: UserPrincipal,
  { screenshotId, receive, ifStillAllowed, readFacts }: UploadOptions,
): Promise<void> {
  const stored = await findSeenScreenshot(pool, user, screenshotId);
  assertOwned('screenshot', user, stored);
  assertLives(stored);
  if (stored.image) return compareImage(stored.image.sha256, receive);
  await quota.check(pool, user.userId, { bytes: 1 });
  const claimId = newId();
  if (!(await claimScreenshot(pool, user.userId, screenshotId, claimId))) throw await refusalOf(pool, screenshotId);
  try {
    const { image, ...sent } = await receive({ beforePut: noteOwnBlob({ pool, quota }, user) });
    const facts = readFacts(sent);
    const finish = async (tx: Tx): Promise<void> => {
      await finishUpload(tx, { outbox, quota }, user, { screenshotId, claimId, image, facts });
      await reportToolCall(tx, toolCalls, facts, { screenshotId, status: 'uploaded' });
    };
    await ifStillAllowed(() => inTransaction(pool, finish));
  } catch (error) {
    await releaseScreenshot(pool, screenshotId, claimId);
    throw error;
  }
}

/**
 * Stores the image of a claimed screenshot, and requests its short link if wanted. Throws CONFLICT when the claim is lost, and
 * SCREENSHOT_QUOTA_EXCEEDED.
 */
export async function finishUpload(
  tx: Tx,
  { outbox, quota }: ReserveParts,
  user: UserPrincipal,
  done: {
    readonly screenshotId: string;
    readonly claimId: string;
    readonly image: UploadedImage;
    readonly facts: StatedFacts;
  },
): Promise<void> {
  const { screenshotId, claimId, image, facts } = done;
  const claimed = await lockScreenshot(tx, screenshotId);
  if (!claimed) throw claimLost();
  const { sha256, warnings } = image;
  // Clients cannot prove their identity, so images from the browser extension get no higher grade.
  const grade = 'uploaded' as const;
  const finished = { ...factsOf(claimed, facts), sha256, warnings, grade, capture: null };
  if (!(await storeFinished(tx, screenshotId, claimId, finished))) throw claimLost();
  await quota.confirm(tx, user.userId);
  if (claimed.wantsShortLink) await requestPhotoLink(tx, outbox, { screenshotId, grant: grantOf(user) });
}

/** Like `noteBlob`, but first checks the owner's quota. */
export function noteOwnBlob(
  { pool, quota }: { readonly pool: Pool; readonly quota: ImageQuota },
  { userId }: UserPrincipal,
): (image: ImageFacts) => Promise<void> {
  const note = noteBlob(pool);
  return async (image) => {
    await quota.check(pool, userId, { bytes: image.bytes });
    await note(image);
  };
}

/** Receives the image only to compare it with the stored one. */
async function compareImage(sha256: string, receive: ReceiveImage): Promise<void> {
  const beforePut = async (image: ImageFacts): Promise<void> => {
    throw image.sha256 === sha256 ? new SameImage() : alreadyUploaded();
  };
  try {
    await receive({ beforePut });
  } catch (error) {
    if (!(error instanceof SameImage)) throw error;
  }
}

/** Returns why a screenshot could not be claimed. */
async function refusalOf(pool: Pool, screenshotId: string): Promise<Error> {
  const now = await findScreenshot(pool, screenshotId);
  if (now?.status === 'uploaded') return alreadyUploaded();
  if (now?.status === 'expired') return reservationExpired();
  return uploadInProgress();
}

function claimLost(): Error {
  return appError(
    'CONFLICT',
    'The screenshot was changed or deleted while its image was being uploaded. Read it again.',
  );
}

/** Fields already stored stay unless the upload replaces them. */
function factsOf(stored: ScreenshotRow, facts: StatedFacts) {
  checkCapturedAt(facts.capturedAt);
  const page = facts.sourceUrl === null ? stored : pageOfNew(facts.sourceUrl, stored.platform);
  const { detectedViews, detectedDetail } = stored;
  return {
    sourceUrl: page.sourceUrl,
    canonicalKey: page.canonicalKey,
    platform: page.platform,
    capturedAt: facts.capturedAt ?? stored.capturedAt,
    ...(facts.detectedViews === null
      ? { detectedViews, detectedDetail }
      : { detectedViews: facts.detectedViews, detectedDetail: statedViews(facts.detectedViews) }),
  };
}
