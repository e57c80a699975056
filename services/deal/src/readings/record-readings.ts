import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { Reading } from '@svc/proto/deal/v1/reading_service';
import { lockDealsOfVideos, updateDealTotals } from '../deals/deal-repo.js';
import { updateReadings } from './reading-repo.js';

const READINGS_MAX = 1_000;

/** Stores the newest view logs of videos, their next checks and the totals of their deals. Late and repeated ones change nothing. */
export async function recordReadings(pool: Pool, readings: readonly Reading[]): Promise<void> {
  if (readings.length > READINGS_MAX) throw invalidInput('readings', `takes at most ${READINGS_MAX} at once.`);
  await inTransaction(pool, async (tx) => {
    await lockDealsOfVideos(
      tx,
      readings.map(({ videoId }) => videoId),
    );
    const dealIds = await updateReadings(tx, readings);
    await updateDealTotals(tx, dealIds);
  });
}
