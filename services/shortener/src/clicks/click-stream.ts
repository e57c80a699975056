import { setTimeout as pause } from 'node:timers/promises';
import { createAwayPeriod } from '@svc/chassis/dependencies/away-period';
import type { Redis } from 'ioredis';
import type { ClickBatch } from './click-batch.js';

/** The consumer group that moves entries into Postgres. */
export const CLICK_GROUP = 'clicks';

/** The stream for entries that could not be read or stored. */
export function rejectedStreamOf(stream: string): string {
  return `${stream}:rejected`;
}

/** The field of an entry that holds a batch as JSON. */
export const EVENTS_FIELD = 'events';

/** Timeout of an append in milliseconds, after which its outcome is unknown. */
const APPEND_TIMEOUT_MS = 1_000;

/** Appends batches to the stream. */
export interface ClickStream {
  /** Whether appends can succeed; false while Redis is known to be down. */
  isOpen(): boolean;
  /** Appends one entry per batch. Throws when one was not appended, or when the outcome is unknown. */
  append(batches: readonly ClickBatch[]): Promise<void>;
}

export function openClickStream(redis: Redis, stream: string): ClickStream {
  const period = createAwayPeriod();
  return {
    isOpen: () => !period.isAway(),
    async append(batches) {
      // One pipeline of commands; the first failure fails all of them.
      const appended = Promise.all(
        batches.map((batch) => redis.xadd(stream, '*', EVENTS_FIELD, JSON.stringify(batch))),
      );
      try {
        await within(APPEND_TIMEOUT_MS, appended);
      } catch (error) {
        period.begin();
        throw error;
      }
    },
  };
}

async function within(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const aborter = new AbortController();
  const timeout = async (): Promise<void> => {
    await pause(timeoutMs, undefined, { signal: aborter.signal });
    throw new Error('Redis has not answered in time.');
  };
  try {
    await Promise.race([work, timeout()]);
  } finally {
    aborter.abort();
  }
}
