import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { hourOfDay, localDay } from '@svc/chassis/time/calendar';
import { HOUR_MS } from '@svc/chassis/time/durations';
import type { Morning } from '@svc/proto/deal/v1/due_check_service';
import { insertMornings, listRemindedTimeZones, type ZoneMorning } from './reminder-repo.js';

/** Outbox topic that requests from deal the checks due on an owner's morning. */
export const MORNING_TOPIC = 'owner.morning';

/** Local hour at which a morning begins. */
export const MORNING_HOUR = 7;
/** Hours until the morning is over, so that no user gets a reminder at night. */
export const MORNING_HOURS = 5;

/** Users per transaction. */
const USERS_AT_ONCE = 200;

/** Requests from deal the due checks of all users whose morning has begun since the last run. Any number of processes may run it concurrently. */
export async function beginMornings(
  pool: Pool,
  outbox: Outbox,
  { signal, now = new Date(), usersAtOnce = USERS_AT_ONCE }: MorningLook,
): Promise<void> {
  for (const timeZone of await listRemindedTimeZones(pool)) {
    const morning = morningIn(timeZone, now);
    if (!morning) continue;
    for (let after: string | null = null, isLast = false; !isLast;) {
      signal.throwIfAborted();
      after = await beginSome(pool, outbox, morning, after, usersAtOnce);
      isLast = after === null;
    }
  }
}

export interface MorningLook {
  readonly signal: AbortSignal;
  /** The current time when unset. */
  readonly now?: Date;
  readonly usersAtOnce?: number;
}

/** The current morning of a time zone; undefined before and after it. */
export function morningIn(timeZone: string, now: Date): ZoneMorning | undefined {
  const day = localDay(now, timeZone);
  const startsAt = hourOfDay(day, MORNING_HOUR, timeZone);
  const endsAt = new Date(startsAt.getTime() + MORNING_HOURS * HOUR_MS);
  return startsAt <= now && now < endsAt ? { timeZone, day, startsAt, endsAt } : undefined;
}

/** Begins the morning of some users. Returns the last one, from whom to continue; null at the end. */
async function beginSome(
  pool: Pool,
  outbox: Outbox,
  morning: ZoneMorning,
  after: string | null,
  limit: number,
): Promise<string | null> {
  return inTransaction(pool, async (tx) => {
    const { begun, last } = await insertMornings(tx, morning, after, limit);
    const messages = begun.map((ownerId) => {
      const payload: Morning = { ownerId, day: morning.day };
      // The response is a delivery too, so this need not wait for each delivery.
      return { destination: 'deal', topic: MORNING_TOPIC, payload, delayMs: 1 };
    });
    await outbox.enqueue(tx, ...messages);
    return last;
  });
}
