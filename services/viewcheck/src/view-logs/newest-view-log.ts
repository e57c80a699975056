import type { NewMessage } from '@svc/chassis/outbox/message';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** Outbox topic to deal for a video's newest view log. */
export const NEWEST_VIEW_LOG_TOPIC = 'video.newest_reading';

/** A delivery: the newest view log of a video, nulls when it has none left. */
export interface NewestViewLog {
  readonly videoId: string;
  readonly revision: number;
  readonly value: number | null;
  /** ISO 8601. */
  readonly checkedAt: string | null;
}

/** Serializes changes of a video's view logs, and counts them. Call it before the change, in the same transaction. */
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

/** Publishes the newest view log after the change, and the change itself. A newer message about the newest view log replaces an undelivered one. */
export async function announceChange(
  tx: Tx,
  outbox: Outbox,
  videoId: string,
  revision: number,
  activity: NewMessage,
): Promise<void> {
  const { rows } = await tx.query<{ value: number; checkedAt: Date }>(
    `select value, checked_at as "checkedAt" from viewcheck.view_logs where video_id = $1
      order by checked_at desc, id desc limit 1`,
    [videoId],
  );
  const newest = rows[0];
  const payload: NewestViewLog = {
    videoId,
    revision,
    value: newest?.value ?? null,
    checkedAt: newest?.checkedAt.toISOString() ?? null,
  };
  const message = { destination: 'deal', topic: NEWEST_VIEW_LOG_TOPIC, payload, key: videoId };
  await outbox.enqueue(tx, message, activity);
}
