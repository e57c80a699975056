import { grantOf } from '@svc/chassis/assertions/renewal';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { appError, invalidInput } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { checkSelector } from '@svc/chassis/schemas/check-selector';
import { checkPageTarget, type TargetRules } from '@svc/guarded-browser/visits/page-target';
import { assertOwned } from '@svc/records/sharing/team-access';
import { v7 as newId } from 'uuid';
import type { CaptureRequest } from '../capture/capture-request.js';
import { screenshotError } from '../error-codes.js';
import { linkScreenshot } from '../screenshots/link-screenshot.js';
import { readPageAddress } from '../screenshots/page-address.js';
import { type ReserveParts, reserveScreenshot } from '../screenshots/reserve-screenshot.js';
import type { LinkedTo } from '../screenshots/screenshot.js';
import { alreadyUploaded, assertLives, uploadInProgress } from '../screenshots/screenshot-errors.js';
import { findSeenScreenshot } from '../screenshots/screenshot-list-repo.js';
import { claimScreenshot, lockScreenshot, storeWantsShortLink } from '../screenshots/screenshot-repo.js';
import { countWaitingJobs, insertJob } from './capture-job-repo.js';
import { refusedCaptures } from './capture-metrics.js';

/** Limits on waiting jobs, of all users and of one; users are served round robin. */
const WAITING_MAX = 20;
const WAITING_OF_USER_MAX = 5;
/** Limit for users with no waiting job, so that busy users cannot lock them out. */
const WAITING_WITH_FIRSTS_MAX = 100;
const RETRY_AFTER_SECONDS = 10;

export interface WantedCapture {
  readonly page: CaptureRequest;
  /** An existing screenshot of the user that waits for its image; null creates one. */
  readonly screenshotId: string | null;
  readonly createShortLink: boolean;
  readonly link: LinkedTo | null;
}

/** Validates a capture request and replaces the address of a video with its canonical one. Throws TARGET_NOT_ALLOWED, VALIDATION_ERROR. */
export function readCaptureRequest(wanted: Omit<CaptureRequest, 'canonicalKey'>, rules: TargetRules): CaptureRequest {
  const { sourceUrl, captureUrl } = wanted;
  checkAddress('sourceUrl', sourceUrl, rules);
  if (captureUrl !== null) checkAddress('captureUrl', captureUrl, rules);
  for (const field of ['selector', 'waitForSelector'] as const) {
    const checked = wanted[field] === null ? undefined : checkSelector(wanted[field]);
    if (checked?.ok === false) throw invalidInput(field, checked.problem);
  }
  const page = readPageAddress(sourceUrl);
  if (captureUrl !== null && !isSamePage(sourceUrl, captureUrl)) {
    throw invalidInput(
      'captureUrl',
      'must lead to the same video as sourceUrl, or to the same page with another query.',
    );
  }
  return { ...wanted, sourceUrl: page.sourceUrl, canonicalKey: page.canonicalKey };
}

function checkAddress(field: string, address: string, rules: TargetRules): void {
  const target = checkPageTarget(address, rules);
  if (target.ok) return;
  const message = `\`${field}\` ${target.problem}`;
  throw screenshotError('TARGET_NOT_ALLOWED', message, { details: [{ path: field, message }] });
}

function isSamePage(left: string, right: string): boolean {
  const [a, b] = [readPageAddress(left), readPageAddress(right)];
  // A video's id may be in the query alone.
  if (a.platform !== null || b.platform !== null) return a.canonicalKey === b.canonicalKey;
  return withoutQuery(left) === withoutQuery(right);
}

function withoutQuery(address: string): string {
  const url = new URL(address);
  return url.origin + url.pathname;
}

/**
 * Queues a capture, and returns the ids of the job and of the screenshot that gets the image. Throws CAPTURE_CAPACITY, NOT_FOUND,
 * FORBIDDEN, SCREENSHOT_ALREADY_UPLOADED, SCREENSHOT_UPLOAD_IN_PROGRESS, SCREENSHOT_RESERVATION_EXPIRED, SCREENSHOT_QUOTA_EXCEEDED,
 * CONFLICT.
 */
export async function enqueueCapture(
  tx: Tx,
  parts: ReserveParts,
  user: UserPrincipal,
  { page, screenshotId: wantedId, createShortLink, link }: WantedCapture,
): Promise<{ readonly jobId: string; readonly screenshotId: string }> {
  const waiting = await countWaitingJobs(tx, user.userId);
  if (waiting.own >= WAITING_OF_USER_MAX) {
    refusedCaptures.add('too_many_of_user');
    throw noCapacity(`${waiting.own} of your captures are already waiting.`);
  }
  if (waiting.all >= (waiting.own === 0 ? WAITING_WITH_FIRSTS_MAX : WAITING_MAX)) {
    refusedCaptures.add('queue_full');
    throw noCapacity('Too many captures are waiting.');
  }
  const jobId = newId();
  const wanted = { sourceUrl: page.sourceUrl, platform: null, note: null, createShortLink, link };
  const screenshotId = wantedId ?? (await reserveScreenshot(tx, parts, user, wanted, 'capture'));
  if (wantedId !== null) {
    await checkWaiting(tx, user, wantedId);
    if (link) await linkScreenshot(tx, parts.outbox, user, wantedId, link);
    if (createShortLink) await storeWantsShortLink(tx, wantedId);
  }
  if (!(await claimScreenshot(tx, user.userId, screenshotId, jobId))) throw uploadInProgress();
  await insertJob(tx, { id: jobId, screenshotId, grant: grantOf(user), request: page });
  return { jobId, screenshotId };
}

/** Throws unless the screenshot is the user's own and waits for its image. */
async function checkWaiting(tx: Tx, user: UserPrincipal, screenshotId: string): Promise<void> {
  await lockScreenshot(tx, screenshotId);
  const stored = await findSeenScreenshot(tx, user, screenshotId);
  assertOwned('screenshot', user, stored);
  assertLives(stored);
  if (stored.status === 'uploaded') throw alreadyUploaded();
}

function noCapacity(what: string): Error {
  const message = `${what} Try again in a moment.`;
  return screenshotError('CAPTURE_CAPACITY', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Returns UNAVAILABLE: no process has a working browser. */
export function noBrowser(): Error {
  return appError(
    'UNAVAILABLE',
    "Pages can't be captured here. Waiting will not help. Upload an image instead, or ask the user to add one.",
  );
}
