import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** Serializes changes of a video's view logs, and counts them. Must be called before the change, in the same transaction. */
export async function beginChange(
  tx: Tx,
  video: { readonly videoId: string; readonly dealId: string; readonly ownerId: string },
): Promise<number> {
  const { rows } = await tx.query<{ revision: number }>(
    `insert into viewcheck.video_revisions as r (video_id, deal_id, owner_id)
     values ($1, $2, $3)
         on conflict (video_id) do update
        set revision = r.revision + 1
  returning revision`,
    [video.videoId, video.dealId, video.ownerId],
  );
  return onlyRow(rows).revision;
}

/** Returns the newest view log of a video; null when it has none. */
export async function findNewestViewLog(
  tx: Tx,
  videoId: string,
): Promise<{ readonly value: number; readonly checkedAt: Date } | null> {
  return tx.find(
    `select value, checked_at as "checkedAt" from viewcheck.view_logs where video_id = $1
      order by checked_at desc, id desc limit 1`,
    [videoId],
  );
}
