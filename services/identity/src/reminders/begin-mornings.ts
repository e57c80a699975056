import { hourOfDay, localDay } from '@svc/chassis/time/calendar';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { Morning } from '@svc/proto/deal/v1/due_check_service';
import { insertMornings, listRemindedTimeZones, type ZoneMorning } from './reminder-repo.js';

/** Topic of the deliveries that ask deal what is due on the morning of an owner. */
export const MORNING_TOPIC = 'owner.morning';

/** The hour at which a morning begins where the user is. */
export const MORNING_HOUR = 7;
/** Hours after which it is no morning any more: who was away for it, or whose mail server was, gets no mail at night. */
export const MORNING_HOURS = 5;

/** Users that are looked at in one transaction. */
const USERS_AT_ONCE = 200;

const HOUR_MS = 60 * 60 * 1_000;

/** Asks deal what is due for everybody whose morning has begun since the last look. Any number of processes may do it at once. */
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
  /** The present when unset. */
  readonly now?: Date;
  readonly usersAtOnce?: number;
}

/** The morning that a time zone has now; undefined before and after it. */
export function morningIn(timeZone: string, now: Date): ZoneMorning | undefined {
  const day = localDay(now, timeZone);
  const startsAt = hourOfDay(day, MORNING_HOUR, timeZone);
  const endsAt = new Date(startsAt.getTime() + MORNING_HOURS * HOUR_MS);
  return startsAt <= now && now < endsAt ? { timeZone, day, startsAt, endsAt } : undefined;
}

/** Answers the user to go on after; null behind the last. */
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
      // The answer comes by a delivery too, so nothing is gained by waiting for each.
      return { destination: 'deal', topic: MORNING_TOPIC, payload, delayMs: 1 };
    });
    await outbox.enqueue(tx, ...messages);
    return last;
  });
}
