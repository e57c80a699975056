import type { ScreenshotRow } from '@svc/evidence/schemas/prior-rows';
import type { CaptureJob } from '@svc/evidence/schemas/tool-output';
import { type AgentApi, ApiRefusal } from '../api/agent-api.js';
import { CommandFailure } from '../command-failure.js';

/** Outcome of a planned capture. */
export interface CaptureReport {
  readonly jobId: string;
  readonly candidateId: string;
  readonly sourceUrl: string;
  readonly screenshotId: string | null;
  readonly status: 'captured' | 'failed' | 'skipped';
  readonly reason: string | null;
}

export interface Captures {
  readonly reports: readonly CaptureReport[];
  readonly screenshots: readonly ScreenshotRow[];
  /** Set when the product was unreachable or refused every capture, which ends the run. */
  readonly failure: CommandFailure | undefined;
}

export interface CaptureOptions {
  readonly api: AgentApi;
  readonly createShortLink: boolean;
  readonly waitForSelector: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Captures pages one after another, and reports those that fail. Returns finished captures even if the product becomes unreachable, because
 * their screenshot records exist.
 */
export async function captureProof(jobs: readonly CaptureJob[], options: CaptureOptions): Promise<Captures> {
  const reports: CaptureReport[] = [];
  const screenshots: ScreenshotRow[] = [];
  const answer = (failure?: CommandFailure): Captures => ({ reports, screenshots, failure });
  for (const job of jobs) {
    const { jobId, candidateId, sourceUrl } = job;
    const report = { jobId, candidateId, sourceUrl };
    if (options.signal.aborted) {
      reports.push({ ...report, screenshotId: null, status: 'skipped', reason: 'out_of_time' });
      continue;
    }
    try {
      const record = await options.api.capture(argumentsOf(job, options));
      screenshots.push({ ...record, sourceUrl: textOf(record['sourceUrl']) ?? sourceUrl });
      reports.push({ ...report, screenshotId: record.screenshotId, status: 'captured', reason: null });
    } catch (error) {
      if (options.signal.aborted)
        reports.push({ ...report, screenshotId: null, status: 'skipped', reason: 'out_of_time' });
      else if (error instanceof ApiRefusal)
        reports.push({ ...report, screenshotId: null, status: 'failed', reason: error.code });
      else if (error instanceof CommandFailure) return answer(error);
      else throw error;
    }
  }
  if (reports.length > 0 && reports.every(({ status }) => status === 'failed')) {
    const reasons = [...new Set(reports.map(({ reason }) => reason))].join(', ');
    const message = `No page could be captured (${reasons}). See captures in the document.`;
    return answer(new CommandFailure('API_ERROR', message));
  }
  return answer();
}

function argumentsOf({ arguments: planned }: CaptureJob, options: CaptureOptions): Record<string, unknown> {
  return {
    ...planned,
    ...(options.waitForSelector === undefined ? {} : { waitForSelector: options.waitForSelector }),
    ...(options.createShortLink ? { createShortLink: true } : {}),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
