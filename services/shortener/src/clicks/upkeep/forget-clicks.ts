import type { Repetition } from '@svc/chassis/concurrency/repeat';
import type { Pool } from '@svc/chassis/postgres/pool';
import { startSingletonJob } from '@svc/chassis/upkeep/singleton-job';
import { CLICKS_OF_LINKS, deleteClicksOf, deleteForgottenLinks, listForgottenLinks } from './forgotten-link-repo.js';

const INTERVAL_MS = 60_000;
/** Milliseconds after a link's deletion by which no running transaction can still store clicks of the link. */
const SETTLED_MS = 60_000;
const LINKS_MAX = 100;
/** Maximum rows deleted by one statement. */
const ROWS_MAX = 5_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Deletes the remaining clicks of deleted links every minute, in a single process. */
export function startForgettingClicks(pool: Pool): Repetition {
  return startSingletonJob('forgotten links', (signal) => forgetClicks(pool, { signal }), INTERVAL_MS, {
    pool,
    schema: 'shortener',
  });
}

interface ForgetOptions {
  readonly timeMs?: number;
  readonly settledMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Deletes every trace of deleted links' clicks, in small batches, for a limited time. A link is done after a final pass once no process can still
 * store its clicks. Rejects with the signal's reason when aborted.
 */
export async function forgetClicks(
  pool: Pool,
  { timeMs = Infinity, settledMs = SETTLED_MS, signal }: ForgetOptions = {},
): Promise<void> {
  const deadline = performance.now() + timeMs;
  for (let after = FIRST_ID; ;) {
    const { linkIds, now } = await listForgottenLinks(pool, after, LINKS_MAX);
    const last = linkIds.at(-1);
    if (last === undefined) return;
    for (const table of CLICKS_OF_LINKS) {
      do {
        signal?.throwIfAborted();
        if (performance.now() > deadline) return;
      } while ((await deleteClicksOf(pool, table, linkIds, ROWS_MAX)) === ROWS_MAX);
    }
    await deleteForgottenLinks(pool, linkIds, new Date(now.getTime() - settledMs));
    after = last;
  }
}
