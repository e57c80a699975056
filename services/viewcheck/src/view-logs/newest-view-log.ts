import type { NewMessage } from '@svc/chassis/outbox/message';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { findNewestViewLog } from './newest-view-log-repo.js';

/** Outbox topic to deal for a video's newest view log. */
export const NEWEST_VIEW_LOG_TOPIC = 'video.newest_reading';

/** The payload of a delivery: the newest view log of a video, nulls when none is left. */
export interface NewestViewLog {
  readonly videoId: string;
  readonly revision: number;
  readonly value: number | null;
  /** ISO 8601. */
  readonly checkedAt: string | null;
}

/** Publishes the newest view log after the change, and the change itself. A newer message about the newest view log replaces an undelivered one. */
export async function announceChange(
  tx: Tx,
  outbox: Outbox,
  videoId: string,
  revision: number,
  activity: NewMessage,
): Promise<void> {
  const newest = await findNewestViewLog(tx, videoId);
  const payload: NewestViewLog = {
    videoId,
    revision,
    value: newest?.value ?? null,
    checkedAt: newest?.checkedAt.toISOString() ?? null,
  };
  const message = { destination: 'deal', topic: NEWEST_VIEW_LOG_TOPIC, payload, key: videoId };
  await outbox.enqueue(tx, message, activity);
}
