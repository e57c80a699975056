import type { Tx } from '@svc/chassis/postgres/transaction';

/** Removes the readings of deals and videos that are gone. */
export async function deleteViewLogsOf(tx: Tx, dealIds: readonly string[], videoIds: readonly string[]): Promise<void> {
  await tx.query(
    `delete from viewcheck.view_logs
      where deal_id = any ($1::uuid[])
         or video_id = any ($2::uuid[])`,
    [dealIds, videoIds],
  );
  await tx.query(
    `delete from viewcheck.video_revisions
      where deal_id = any ($1::uuid[])
         or video_id = any ($2::uuid[])`,
    [dealIds, videoIds],
  );
}

/** Removes everything of an account, and its name from what it recorded and corrected for others. */
export async function deleteAccountRows(tx: Tx, ownerId: string): Promise<void> {
  await tx.query(`delete from viewcheck.view_logs where owner_id = $1`, [ownerId]);
  await tx.query(`delete from viewcheck.video_revisions where owner_id = $1`, [ownerId]);
  await tx.query(
    `update viewcheck.view_logs
        set logged_by_name = 'Deleted account'
      where logged_by_id = $1
        and logged_by_id <> owner_id`,
    [ownerId],
  );
  await tx.query(
    `update viewcheck.view_log_corrections
        set corrected_by_name = 'Deleted account'
      where corrected_by_id = $1`,
    [ownerId],
  );
}
