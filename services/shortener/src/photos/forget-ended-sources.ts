import type { Pool } from '@svc/chassis/postgres/pool';
import { deleteEndedSources } from './photo-source-repo.js';

/** Maximum rows deleted by one statement. */
const ROWS_MAX = 1_000;

/** Deletes the sources that ended a week ago. Rejects with the signal's reason when aborted. */
export async function forgetEndedSources(pool: Pool, signal?: AbortSignal): Promise<void> {
  while ((await deleteEndedSources(pool, ROWS_MAX)) === ROWS_MAX) signal?.throwIfAborted();
}
