import type { Db } from '@svc/chassis/postgres/pool';

/** Takes a screenshot that waits for its image, and notes down the claim; false when it does not wait for one. */
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

/** Gives a claimed screenshot back as it was, unless another call has claimed it since. */
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
