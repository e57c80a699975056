import type { Tx } from '@svc/chassis/postgres/transaction';

/** Ends the links of at most `limit` screenshots to deals that are gone; answers how many. */
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

/** Ends the links of at most `limit` screenshots to videos that are gone, which stay linked to their deals; answers how many. */
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

/** Removes at most `limit` screenshots of an account, with their shares, jobs and history; images are swept. Answers how many. */
export async function deleteScreenshotsOf(tx: Tx, ownerId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from screenshot.screenshots
      where id = any (array(
            select id from screenshot.screenshots where owner_id = $1 order by id limit $2 for update))`,
    [ownerId, limit],
  );
  return rowCount;
}
