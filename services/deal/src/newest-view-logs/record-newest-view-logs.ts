import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { Reading } from '@svc/proto/deal/v1/reading_service';
import { lockDealsOfVideos, updateDealTotals } from '../deals/deal-repo.js';
import { updateNewestViewLogs } from './newest-view-log-repo.js';

const VIEW_LOGS_MAX = 1_000;

/** Stores the newest view logs of videos, their next checks and the totals of their deals. Late and repeated ones change nothing. */
export async function recordNewestViewLogs(pool: Pool, viewLogs: readonly Reading[]): Promise<void> {
  if (viewLogs.length > VIEW_LOGS_MAX) throw invalidInput('readings', `must have at most ${VIEW_LOGS_MAX} entries.`);
  await inTransaction(pool, async (tx) => {
    await lockDealsOfVideos(
      tx,
      viewLogs.map(({ videoId }) => videoId),
    );
    const dealIds = await updateNewestViewLogs(tx, viewLogs);
    await updateDealTotals(tx, dealIds);
  });
}
