import type { Tx } from '@svc/chassis/postgres/transaction';

/** Unlinks at most `limit` screenshots from deleted deals; returns how many. */
export async function unlinkDeals(tx: Tx, dealIds: readonly string[], limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `update screenshot.screenshots
        set deal_id = null, video_id = null, updated_at = now(), version = version + 1
      where id = any (array(
            select id from screenshot.screenshots where deal_id = any ($1::uuid[]) order by id limit $2 for no key update))`,
    [dealIds, limit],
  );
  return rowCount;
}

/** Unlinks at most `limit` screenshots from deleted videos; they stay linked to their deals. Returns how many. */
export async function unlinkVideos(tx: Tx, videoIds: readonly string[], limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `update screenshot.screenshots
        set video_id = null, updated_at = now(), version = version + 1
      where id = any (array(
            select id from screenshot.screenshots where video_id = any ($1::uuid[]) order by id limit $2 for no key update))`,
    [videoIds, limit],
  );
  return rowCount;
}

/** Deletes at most `limit` screenshots of an account, with their shares, jobs and history; images are swept later. Returns how many. */
export async function deleteScreenshotsOf(tx: Tx, ownerId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from screenshot.screenshots
      where id = any (array(
            select id from screenshot.screenshots where owner_id = $1 order by id limit $2 for update))`,
    [ownerId, limit],
  );
  return rowCount;
}
