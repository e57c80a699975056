import { repeat } from '../concurrency/repeat.js';
import type { Log } from '../logging/log.js';
import { ForeignDatabaseError } from './migrations/installation.js';
import { createPool, type Db, type Pool } from './pool.js';

/** Milliseconds between two checks. */
const INTERVAL_MS = 1_000;
/**
 * A database counts as silent after this many ticks without a response, of this many milliseconds each. A busy one may stall for a second or two, for
 * a checkpoint or because other processes use the CPUs, and requests should wait for it.
 */
const SILENT_AFTER_TICKS = 40;
const TICK_MS = 100;

/** The result of a check. */
export type DatabaseState = 'ready' | 'not ready' | 'silent';

export interface DatabaseWatchOptions {
  readonly connectionString: string;
  readonly applicationName: string;
  /** Rejects while the database is not ready, such as before its migrations. */
  readonly check: (db: Db) => Promise<void>;
  /** Pools whose statements fail instead of waiting while the database is silent, or belongs to another installation. */
  readonly pools: readonly Pool[];
  readonly onState: (state: DatabaseState) => void;
  /** Milliseconds per tick; 100 when unset. */
  readonly tickMs?: number;
  readonly log: Log;
}

/**
 * Checks the database once a second on a separate connection, so that busy connections do not hide its state and a database that hangs is detected
 * even while they wait.
 */
export function watchDatabase(options: DatabaseWatchOptions): { stop(): Promise<void> } {
  const { connectionString, applicationName, check, pools, onState, tickMs = TICK_MS, log } = options;
  const own = createPool({ connectionString, max: 1, applicationName: `${applicationName}-watch`, log });
  let known: DatabaseState | undefined;

  const look = async (): Promise<void> => {
    const { state, error } = await judge(check, own, tickMs);
    if (state !== known) {
      onState(state);
      if (state === 'ready') log.info('ready');
      else log.warn({ err: error, state, setting: 'DATABASE_URL' }, 'not ready');
    }
    known = state;
    if (state === 'silent') {
      const cause = new Error('The database has not answered for a while.', { cause: error });
      for (const pool of [own, ...pools]) pool.suspend(cause);
      // The check's own pool must keep working, to detect when the database answers again.
      own.resume();
    } else if (error instanceof ForeignDatabaseError) {
      for (const pool of pools) pool.suspend(error);
    } else {
      for (const pool of pools) pool.resume();
    }
  };

  const looking = repeat('database watch', look, INTERVAL_MS, log);
  return {
    async stop() {
      await looking.stop();
      await own.end();
    },
  };
}

interface Judgment {
  readonly state: DatabaseState;
  readonly error?: unknown;
}

async function judge(check: DatabaseWatchOptions['check'], db: Db, tickMs: number): Promise<Judgment> {
  const { promise: silence, resolve: fallSilent } = Promise.withResolvers<Judgment>();
  let ticks = 0;
  // Counts ticks instead of time: a paused process has no ticks, and the response may already be in its buffers.
  const timer = setInterval(() => {
    ticks += 1;
    if (ticks === SILENT_AFTER_TICKS) fallSilent({ state: 'silent' });
  }, tickMs);
  try {
    return await Promise.race([check(db).then(() => ({ state: 'ready' as const })), silence]);
  } catch (error) {
    return { state: 'not ready', error };
  } finally {
    clearInterval(timer);
  }
}
