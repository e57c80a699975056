import { currentCall } from '@svc/chassis/calls/call-context';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { noSuch } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { RateLimit } from '@svc/chassis/limits/rate-limit';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import type { TargetRules } from '@svc/guarded-browser/visits/page-target';
import {
  type Capture,
  CaptureService as methods,
  type RequestCaptureRequest,
} from '@svc/proto/screenshot/v1/capture_service';
import type { CaptureRequest } from '../capture/capture-request.js';
import { type DealDirectory, readLinkOfNew } from '../screenshots/deal-directory.js';
import { showScreenshot } from '../screenshots/screenshot-handlers.js';
import type { ImageQuota } from '../usage/image-quota.js';
import type { CaptureJobRow } from './capture-job.js';
import { findJob } from './capture-job-repo.js';
import { refusedCaptures } from './capture-metrics.js';
import type { CaptureWatch } from './capture-watch.js';
import { enqueueCapture, noBrowser, readCaptureRequest } from './enqueue-capture.js';

/** Longest that a caller may wait for a capture, in milliseconds. */
const WAIT_MS_MAX = 15_000;

export interface CaptureDependencies {
  readonly pool: Pool;
  readonly write: Write;
  readonly outbox: Outbox;
  readonly quota: ImageQuota;
  readonly directory: DealDirectory;
  /** Restricts which pages may be captured. */
  readonly rules: TargetRules;
  readonly watch: CaptureWatch;
  /** Limits the captures of a user and the user's agents together. */
  readonly limit: RateLimit;
  /** Whether any process has a working browser. */
  readonly canCapture: () => Promise<boolean>;
}

export function captureHandlers({
  pool,
  write,
  outbox,
  quota,
  directory,
  rules,
  watch,
  limit,
  canCapture,
}: CaptureDependencies): ServiceHandlers<typeof methods> {
  return {
    requestCapture: write(methods.requestCapture, {
      before: async (request, { user }) => {
        // Validate first, so that a request that cannot be captured does not use up the rate limit.
        const page = readCaptureRequest(readRequest(request), rules);
        if (!(await canCapture())) {
          refusedCaptures.add('no_browser');
          throw noBrowser();
        }
        // The size of the image is unknown; few captures run at once, so overshooting the quota by one image is fine.
        await quota.check(pool, user.userId, { bytes: 1 });
        const link = await readLinkOfNew(directory, request);
        await limit.countTry(user.userId);
        return { page, link };
      },
      work: async (tx, { screenshotId = null, createShortLink }, { user }, { page, link }) => {
        const wanted = { page, screenshotId, createShortLink, link };
        const { jobId } = await enqueueCapture(tx, { outbox, quota }, user, wanted);
        return { capture: toCapture(await findOwnJob(tx, user, jobId)) };
      },
    }),
    getCapture: async ({ jobId, waitMs }, { user }) => {
      const signal = currentCall()?.signal ?? AbortSignal.timeout(WAIT_MS_MAX);
      const job = await waitForEnd({ pool, watch }, user, jobId, Math.min(waitMs, WAIT_MS_MAX), signal);
      const screenshot = job.status === 'captured' ? await showScreenshot(pool, user, job.screenshotId) : null;
      return { capture: toCapture(job), screenshot };
    },
  };
}

/** Returns the job once it has ended or the wait is over. */
async function waitForEnd(
  { pool, watch }: Pick<CaptureDependencies, 'pool' | 'watch'>,
  user: UserPrincipal,
  jobId: string,
  waitMs: number,
  signal: AbortSignal,
): Promise<CaptureJobRow> {
  const endsAt = performance.now() + waitMs;
  for (;;) {
    const left = endsAt - performance.now();
    const looked = new AbortController();
    // Listen before reading the job, or its end could be missed in between.
    const ended = watch.waitForEnd(jobId, Math.max(left, 0), AbortSignal.any([signal, looked.signal]));
    try {
      const job = await findOwnJob(pool, user, jobId);
      if (!isOpen(job) || left <= 0 || signal.aborted) return job;
      await ended;
    } finally {
      looked.abort();
    }
  }
}

function isOpen({ status }: CaptureJobRow): boolean {
  return status === 'queued' || status === 'running';
}

async function findOwnJob(db: Db, { userId }: UserPrincipal, jobId: string): Promise<CaptureJobRow> {
  const job = await findJob(db, userId, jobId);
  if (!job) throw noSuch('capture');
  return job;
}

function toCapture({ id, screenshotId, status, position, failure }: CaptureJobRow): Capture {
  return { jobId: id, screenshotId, status, position, failure };
}

/** The gateway has already validated shapes and bounds. */
function readRequest(request: RequestCaptureRequest): Omit<CaptureRequest, 'canonicalKey'> {
  const { sourceUrl, captureUrl = null, selector = null, waitForSelector = null, clip = null, fullPage } = request;
  const { viewportWidth, viewportHeight, locale, timezone, quality = null, delayMs } = request;
  return {
    sourceUrl,
    captureUrl,
    selector,
    waitForSelector,
    clip,
    fullPage,
    viewport: { width: viewportWidth, height: viewportHeight },
    device: request.device === 'mobile' ? 'mobile' : 'desktop',
    locale,
    timezone,
    format: request.format === 'jpeg' ? 'jpeg' : 'png',
    quality,
    consent: readConsent(request.consent),
    delayMs,
  };
}

function readConsent(text: string): CaptureRequest['consent'] {
  return text === 'hide' || text === 'leave' ? text : 'reject';
}
