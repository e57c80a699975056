import { repeat } from '@svc/chassis/concurrency/repeat';
import { AppError } from '@svc/chassis/errors/app-error';
import type { Log } from '@svc/chassis/logging/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { LiveTurn } from '../live-turn.js';
import { storeGrowing } from './growing-repo.js';

/** Characters of messages in one statement, not counting the last message. */
const STORED_AT_ONCE = 256 * 1_024;
/** Maximum factor by which the number of statements lengthens the pause. */
const PAUSES_MAX = 5;

/** A turn whose message grows. */
type Growing = Pick<LiveTurn, 'turnId' | 'parts' | 'size'>;

/** Stores the messages of turns while they grow. */
export interface MessageWriter {
  /** Adds a turn; the returned function removes it, and waits for its writes in progress. */
  add(turn: Growing): () => Promise<void>;
  stop(): Promise<void>;
}

/**
 * Repeatedly stores the messages that have grown, many in one statement, so that any number of turns uses only one connection of the pool. The pause
 * grows with the number of statements, because each message is stored whole. The next round retries failures.
 */
export function createMessageWriter(pool: Pool, storeMs: number, log: Log): MessageWriter {
  /** Turns, with the size up to which their messages are stored. */
  const stored = new Map<Growing, number>();
  let running = Promise.resolve();
  let pauses = 1;

  const storeSome = async (some: readonly Growing[]): Promise<void> => {
    const sizes = new Map(some.map((turn) => [turn.turnId, turn.size]));
    for (const turnId of await storeGrowing(pool, some)) {
      const turn = some.find((each) => each.turnId === turnId);
      if (turn && stored.has(turn)) stored.set(turn, sizes.get(turnId) ?? 0);
    }
  };
  const store = async (): Promise<void> => {
    const failures: unknown[] = [];
    const batches = batchesOf([...stored].flatMap(([turn, size]) => (turn.size === size ? [] : turn)));
    pauses = Math.min(Math.max(1, batches.length), PAUSES_MAX);
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const growing = batch.filter((turn) => stored.has(turn));
      const storing = storeSome(growing);
      // A failed round must not fail the callers that wait for it.
      running = storing.catch(() => undefined);
      try {
        await storing;
      } catch (error) {
        failures.push(error);
        if (error instanceof AppError) break;
        // A message that cannot be stored must not delay the others.
        if (growing.length > 1) batches.unshift(...growing.map((turn) => [turn]));
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  const storing = repeat('storing answers of the copilot', store, () => pauses * storeMs, log);
  return {
    add(turn) {
      stored.set(turn, 0);
      return () => {
        stored.delete(turn);
        return running;
      };
    },
    stop: () => storing.stop(),
  };
}

/** Splits turns into batches, one for each statement. */
function batchesOf(turns: readonly Growing[]): Growing[][] {
  const batches: Growing[][] = [];
  let room = 0;
  for (const turn of turns) {
    const last = batches.at(-1);
    if (last && room > 0) last.push(turn);
    else {
      batches.push([turn]);
      room = STORED_AT_ONCE;
    }
    room -= turn.size;
  }
  return batches;
}
