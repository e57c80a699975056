import { type AsGranted, isGrantEnded } from '@svc/chassis/assertions/renewal';
import { AppError } from '@svc/chassis/errors/app-error';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { inSpan, SpanKind } from '@svc/chassis/telemetry/spans';
import { VisitFailure } from '@svc/guarded-browser/visits/visit-failure';
import type { ImageIntake, UploadedImage } from '@svc/images/intake/image-intake';
import type { DetectedViewsDetail } from '@svc/proto/screenshot/v1/screenshot_service';
import type { Browser } from '../capture/browser-pool.js';
import type { CaptureOutcome } from '../capture/capture-request.js';
import { noteBlob } from '../images/blob-repo.js';
import { pageOfNew } from '../screenshots/page-address.js';
import type { Failure } from '../screenshots/screenshot.js';
import { findScreenshot, lockScreenshot, storeFinished } from '../screenshots/screenshot-repo.js';
import { requestPhotoLink } from '../short-links/photo-link-messages.js';
import type { PhotoLinks } from '../short-links/photo-links.js';
import type { LeasedJob } from './capture-job.js';
import { extendLease, failScreenshot, finishJob } from './capture-job-repo.js';
import { endedCaptures } from './capture-metrics.js';
import { isTransient, PATIENCE_MS, retryTransient } from './retry-transient.js';

export interface JobParts {
  readonly pool: Pool;
  readonly outbox: Outbox;
  readonly images: ImageIntake;
  readonly browser: Browser;
  readonly photoLinks: PhotoLinks;
  readonly asGranted: AsGranted;
  /** Milliseconds to wait for an unavailable dependency; 30 seconds by default. */
  readonly patienceMs?: number;
}

type Captured = Extract<CaptureOutcome, { ok: true }>;

/**
 * Captures a job's page and stores the image, or the reason there is none. Cancels the job when its session or agent connection has ended.
 * Throws when the outcome could not be stored, so that the job is retried.
 */
export function runCaptureJob(parts: JobParts, job: LeasedJob, signal: AbortSignal): Promise<void> {
  const attributes = { 'svc.capture.job': job.id, 'svc.capture.attempt': job.attempts };
  return inSpan('capture job', { kind: SpanKind.INTERNAL, attributes }, async (span) => {
    const failure = await captureFor(parts, job, signal);
    if (!failure) return;
    span.setAttribute('svc.capture.failure', failure.code);
    await retryTransient(() => failJob(parts.pool, job, failure), parts.patienceMs ?? PATIENCE_MS, signal);
  });
}

/** Returns the failure, or null when the screenshot has its image. */
async function captureFor(parts: JobParts, job: LeasedJob, signal: AbortSignal): Promise<Failure | null> {
  const { pool, asGranted, browser, images, patienceMs = PATIENCE_MS } = parts;
  const present = <T>(step: () => Promise<T>): Promise<T> => retryTransient(step, patienceMs, signal);
  try {
    const found = await present(() => findScreenshot(pool, job.screenshotId));
    // A process may have died after storing the image and before ending the job; the short link is then in the outbox.
    if (found?.capture?.jobId !== job.id) {
      if (found?.status !== 'processing') return failureOf('cancelled');
      await present(() => asGranted(job.grant, async () => undefined, { signal }));
      const outcome = await present(() => browser.capture(job.request, { signal }));
      if (!outcome.ok) return outcome.failure;
      const declaration = { mediaType: outcome.contentType };
      const image = await present(() => images.takeBytes(outcome.image, { declaration, beforePut: noteBlob(pool) }));
      const isKept = await present(() => asGranted(job.grant, () => keep(parts, job, outcome, image), { signal }));
      if (!isKept) return failureOf('cancelled');
    }
    const isEnded = await present(() => inTransaction(pool, (tx) => finishJob(tx, job, null)));
    if (isEnded) endedCaptures.add('captured');
    return null;
  } catch (error) {
    signal.throwIfAborted();
    return readFailure(error);
  }
}

/** Maps an error to the failure to store; rethrows internal errors. */
function readFailure(error: unknown): Failure {
  if (isGrantEnded(error)) return failureOf('cancelled');
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'PAYLOAD_TOO_LARGE') return failureOf('response_too_large', IMAGE_TOO_LARGE);
  if (isTransient(error)) return failureOf('timeout', error.message);
  throw error;
}

const IMAGE_TOO_LARGE =
  'The image of the page is too large to store; capture a part of the page, or capture it as JPEG.';

/**
 * Stores the image and then makes the short link, because ending the job notifies waiting callers. Returns false when the screenshot has been
 * deleted. Throws when another process has claimed the job.
 */
async function keep(parts: JobParts, job: LeasedJob, captured: Captured, image: UploadedImage): Promise<boolean> {
  if (!(await store(parts, job, captured, image))) return false;
  await parts.photoLinks.make(job.screenshotId);
  return true;
}

/** Idempotent: after a commit whose response was lost, it finds the image in place. */
function store({ pool, outbox }: JobParts, job: LeasedJob, captured: Captured, image: UploadedImage): Promise<boolean> {
  const { capturedAt, capture, warnings, detected } = captured;
  const { id, screenshotId, request, grant } = job;
  return inTransaction(pool, async (tx) => {
    if (!(await extendLease(tx, job))) throw new Error('Another process has claimed the job.');
    const claimed = await lockScreenshot(tx, screenshotId);
    if (claimed?.capture?.jobId === id) return true;
    const isStored = await storeFinished(tx, screenshotId, id, {
      ...pageOfNew(request.sourceUrl, null),
      sha256: image.sha256,
      grade: 'server_captured',
      warnings: [...image.warnings, ...warnings],
      capture: { ...capture, jobId: id, pageChanges: [...capture.pageChanges] },
      ...detectedOf(detected),
      capturedAt,
    });
    if (isStored && claimed?.wantsShortLink) await requestPhotoLink(tx, outbox, { screenshotId, grant });
    return isStored;
  });
}

function detectedOf(detected: Captured['detected']): {
  detectedViews: number | null;
  detectedDetail: DetectedViewsDetail;
} {
  if (detected.views === null)
    return { detectedViews: null, detectedDetail: { conflict: false, reason: detected.reason } };
  return { detectedViews: detected.views, detectedDetail: detected.detail };
}

/** Stores the failure of a job and its screenshot. */
export async function failJob(pool: Pool, job: LeasedJob, failure: Failure): Promise<void> {
  const isEnded = await inTransaction(pool, async (tx) => {
    // A job claimed by another process, or one whose image is stored, stays as it is.
    if (!(await finishJob(tx, job, failure))) return false;
    await failScreenshot(tx, job.screenshotId, job.id, failure);
    return true;
  });
  if (isEnded) endedCaptures.add(failure.code);
}

/** Returns the failure to store for a code. */
export function failureOf(code: ConstructorParameters<typeof VisitFailure>[0], message?: string): Failure {
  const failure = new VisitFailure(code, message === undefined ? {} : { message });
  return { code: failure.code, message: failure.message, retryable: failure.retryable };
}
