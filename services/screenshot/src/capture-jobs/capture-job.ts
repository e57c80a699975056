import type { Grant } from '@svc/chassis/assertions/renewal';
import type { CaptureRequest } from '../capture/capture-request.js';
import type { Failure } from '../screenshots/screenshot.js';

export type CaptureStatus = 'queued' | 'running' | 'captured' | 'failed';

/** A page to capture, and for whom. */
export interface CaptureJobRow {
  /** Also the claim on its screenshot. */
  readonly id: string;
  readonly screenshotId: string;
  readonly userId: string;
  readonly status: CaptureStatus;
  readonly failure: Failure | null;
  /** How many of its kind are served before it; null unless it waits. */
  readonly position: number | null;
}

/** A job that this process is at work on. */
export interface LeasedJob {
  readonly id: string;
  readonly screenshotId: string;
  readonly grant: Grant;
  readonly request: CaptureRequest;
  /** Runs so far, this one among them. */
  readonly attempts: number;
  readonly leaseId: string;
}

/** A job that is to be put on the queue. */
export interface NewJob {
  readonly id: string;
  readonly screenshotId: string;
  readonly grant: Grant;
  readonly request: CaptureRequest;
}
