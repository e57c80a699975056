import type { Grant } from '@svc/chassis/assertions/renewal';
import type { CaptureRequest } from '../capture/capture-request.js';
import type { Failure } from '../screenshots/screenshot.js';

export type CaptureStatus = 'queued' | 'running' | 'captured' | 'failed';

/** A capture job as its user sees it. */
export interface CaptureJobRow {
  /** Also the claim id on its screenshot. */
  readonly id: string;
  readonly screenshotId: string;
  readonly userId: string;
  readonly status: CaptureStatus;
  readonly failure: Failure | null;
  /** Number of jobs ahead of it; null unless queued. */
  readonly position: number | null;
}

/** A job leased by this process. */
export interface LeasedJob {
  readonly id: string;
  readonly screenshotId: string;
  readonly grant: Grant;
  readonly request: CaptureRequest;
  /** Runs so far, including this one. */
  readonly attempts: number;
  readonly leaseId: string;
}

/** A job to enqueue. */
export interface NewJob {
  readonly id: string;
  readonly screenshotId: string;
  readonly grant: Grant;
  readonly request: CaptureRequest;
}
