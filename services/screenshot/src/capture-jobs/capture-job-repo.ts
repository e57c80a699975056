import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';
import type { CaptureRequest } from '../capture/capture-request.js';
import type { Failure } from '../screenshots/screenshot.js';
import type { CaptureJobRow, LeasedJob, NewJob } from './capture-job.js';

/** Milliseconds after the last renewal until another process may claim a job. */
export const LEASE_MS = 60_000;

/** The queue in serving order: round robin by user, oldest first within a user. A user's running jobs count as served. */
const WAITING = `
     select j.id, j.queued_at,
            row_number() over (partition by j.user_id order by j.queued_at, j.id)
            + (select count(*) from screenshot.capture_jobs r where r.user_id = j.user_id and r.status = 'running') as turn
       from screenshot.capture_jobs j
      where j.status = 'queued'`;

/**
 * Counts waiting jobs, of everyone and of one user. Holds a lock until the transaction ends, so that concurrent inserts cannot exceed the
 * limits.
 */
export async function countWaitingJobs(
  tx: Tx,
  userId: string,
): Promise<{ readonly all: number; readonly own: number }> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('screenshot capture queue', 0))`);
  const { rows } = await tx.query<{ all: number; own: number }>(
    `select count(*)::int as all, (count(*) filter (where user_id = $1))::int as own
       from screenshot.capture_jobs
      where status = 'queued'`,
    [userId],
  );
  return onlyRow(rows);
}

/** Number of waiting captures, and seconds for which the oldest has been waiting. */
export async function measureQueue(db: Db): Promise<{ readonly waiting: number; readonly oldestSeconds: number }> {
  const { rows } = await db.query<{ waiting: number; oldestSeconds: number }>(
    `select count(*)::int as waiting,
            coalesce(extract(epoch from now() - min(queued_at)), 0)::float8 as "oldestSeconds"
       from screenshot.capture_jobs
      where status = 'queued'`,
  );
  return onlyRow(rows);
}

export async function insertJob(tx: Tx, { id, screenshotId, grant, request }: NewJob): Promise<void> {
  await tx.query(
    `insert into screenshot.capture_jobs (id, screenshot_id, user_id, grant_kind, grant_id, scopes, request)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, screenshotId, grant.userId, grant.kind, grant.id, grant.scopes, request],
  );
}

export async function findJob(db: Db, userId: string, jobId: string): Promise<CaptureJobRow | null> {
  return db.find<CaptureJobRow>(
    `select j.id, j.screenshot_id as "screenshotId", j.user_id as "userId", j.status, j.failure,
            case when j.status = 'queued' then (
              with waiting as (${WAITING})
              select count(*)::int from waiting w, waiting own
               where own.id = j.id and (w.turn, w.queued_at, w.id) < (own.turn, own.queued_at, own.id)) end as position
       from screenshot.capture_jobs j
      where j.id = $1 and j.user_id = $2`,
    [jobId, userId],
  );
}

/** Claims the next job; null when none waits. */
export async function leaseNextJob(db: Db): Promise<LeasedJob | null> {
  const leaseId = newId();
  interface Row {
    id: string;
    screenshotId: string;
    userId: string;
    grantKind: 'session' | 'agent';
    grantId: string;
    scopes: string[];
    request: CaptureRequest;
    attempts: number;
  }
  const row = await db.find<Row>(
    `with waiting as (${WAITING})
     update screenshot.capture_jobs
        set status = 'running', lease_id = $1, lease_until = now() + $2 * interval '1 millisecond', attempts = attempts + 1
      where id = (
            select j.id from waiting w join screenshot.capture_jobs j on j.id = w.id
             where j.status = 'queued'
             order by w.turn, w.queued_at, w.id limit 1
               for update of j skip locked)
  returning id, screenshot_id as "screenshotId", user_id as "userId", grant_kind as "grantKind", grant_id as "grantId", scopes,
            request, attempts`,
    [leaseId, LEASE_MS],
  );
  if (!row) return null;
  const { userId, grantKind: kind, grantId: id, scopes, ...job } = row;
  return { ...job, leaseId, grant: { userId, kind, id, scopes } };
}

/** Renews the claim on a job; false when another process has claimed it, or it is gone. */
export async function extendLease(db: Db, { id, leaseId }: LeasedJob): Promise<boolean> {
  const { rowCount } = await db.query(
    `update screenshot.capture_jobs set lease_until = now() + $3 * interval '1 millisecond' where id = $1 and lease_id = $2`,
    [id, leaseId, LEASE_MS],
  );
  return rowCount > 0;
}

/** Whether an interrupted run counts as an attempt. */
export type BrokenRun = 'tried' | 'not-tried';

/** Returns a job to the queue. */
export async function requeueJob(db: Db, { id, leaseId }: LeasedJob, run: BrokenRun): Promise<void> {
  await db.query(
    `update screenshot.capture_jobs
        set status = 'queued', lease_id = null, lease_until = null, queued_at = now(), attempts = attempts - $3
      where id = $1 and lease_id = $2`,
    [id, leaseId, run === 'tried' ? 0 : 1],
  );
}

/** Returns a job to its place in the queue, as if it had not been claimed. */
export async function unclaimJob(db: Db, { id, leaseId }: LeasedJob): Promise<void> {
  await db.query(
    `update screenshot.capture_jobs
        set status = 'queued', lease_id = null, lease_until = null, attempts = attempts - 1
      where id = $1 and lease_id = $2`,
    [id, leaseId],
  );
}

/** Ends a claimed job; false when another process has claimed it. */
export async function finishJob(tx: Tx, { id, leaseId }: LeasedJob, failure: Failure | null): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update screenshot.capture_jobs
        set status = $3, failure = $4, lease_id = null, lease_until = null, finished_at = now()
      where id = $1 and lease_id = $2`,
    [id, leaseId, failure ? 'failed' : 'captured', failure],
  );
  return rowCount > 0;
}

/** Requeues jobs whose process died, unless they are out of attempts. */
export async function requeueForgottenJobs(db: Db, triesMax: number): Promise<void> {
  await db.query(
    `update screenshot.capture_jobs
        set status = 'queued', lease_id = null, lease_until = null, queued_at = now()
      where status = 'running' and lease_until < now() and attempts < $1`,
    [triesMax],
  );
}

interface StrandedOptions {
  /** Milliseconds a job may wait. */
  readonly waitMs: number;
  readonly tooLong: Failure;
  readonly crashed: Failure;
}

/** Fails jobs that waited too long or whose processes keep dying, along with their screenshots. Returns their failure codes. */
export async function failStrandedJobs(tx: Tx, { waitMs, tooLong, crashed }: StrandedOptions): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; screenshotId: string; failure: Failure }>(
    `update screenshot.capture_jobs j
        set status = 'failed', lease_id = null, lease_until = null, finished_at = now(),
            failure = case when j.status = 'queued' then $2::jsonb else $3::jsonb end
      where j.id in (
            select id from screenshot.capture_jobs
             where status = 'queued' and queued_at < now() - $1 * interval '1 millisecond'
                or status = 'running' and lease_until < now()
               for update skip locked)
  returning j.id, j.screenshot_id as "screenshotId", j.failure`,
    [waitMs, tooLong, crashed],
  );
  for (const { id, screenshotId, failure } of rows) await failScreenshot(tx, screenshotId, id, failure);
  return rows.map(({ failure }) => failure.code);
}

/** Stores why a screenshot claimed by a job has no image. */
export async function failScreenshot(tx: Tx, screenshotId: string, claimId: string, failure: Failure): Promise<void> {
  await tx.query(
    `update screenshot.screenshots
        set status = 'failed', failure = $3, claim_id = null, claimed_at = null, expires_at = null, updated_at = now(),
            version = version + 1
      where id = $1 and claim_id = $2`,
    [screenshotId, claimId, failure],
  );
}
