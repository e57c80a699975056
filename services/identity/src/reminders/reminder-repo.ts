import type { Db } from '@svc/chassis/postgres/pool';

/** A morning that has begun in a time zone. */
export interface ZoneMorning {
  readonly timeZone: string;
  /** The local day, `YYYY-MM-DD`. */
  readonly day: string;
  /** 07:00 of that day. */
  readonly startsAt: Date;
  /** End of the morning, after which no reminder for this day is sent. */
  readonly endsAt: Date;
}

/** Lists time zones of users who want reminders. Reads one row per time zone, regardless of its number of users. */
export async function listRemindedTimeZones(db: Db): Promise<string[]> {
  const next = (condition: string) =>
    `(select s.time_zone from identity.user_settings s
       where s.morning_reminder_since is not null ${condition} order by s.time_zone limit 1)`;
  const { rows } = await db.query<{ timeZone: string }>(
    `with recursive zones (time_zone) as (
       select ${next('')}
        union all
       select ${next('and s.time_zone > z.time_zone')} from zones z where z.time_zone is not null
     )
     select time_zone as "timeZone" from zones where time_zone is not null`,
  );
  return rows.map(({ timeZone }) => timeZone);
}

/**
 * Begins the morning of the next users of a time zone who had reminders enabled and a confirmed address at 07:00, and whose morning has not begun.
 * Returns them, and the last user, from whom to continue; null at the end.
 */
export async function insertMornings(
  db: Db,
  { timeZone, day, startsAt, endsAt }: ZoneMorning,
  after: string | null,
  limit: number,
): Promise<{ readonly begun: string[]; readonly last: string | null }> {
  const { rows } = await db.query<{ begun: string[]; last: string | null }>(
    `with page as (
       select s.user_id
         from identity.user_settings s
        where s.morning_reminder_since is not null
          and s.time_zone = $1
          and ($2::uuid is null or s.user_id > $2)
        order by s.user_id
        limit $3
     ), begun as (
       insert into identity.morning_reminders (user_id, local_day, expires_at)
       select u.id, $4::date, $6
         from page p
         join identity.user_settings s on s.user_id = p.user_id
         join identity.users u on u.id = p.user_id
        where s.morning_reminder_since <= $5
          and u.email_confirmed_at <= $5
          and u.disabled_at is null
           on conflict do nothing
    returning user_id
     )
     select array(select user_id from begun order by user_id) as begun,
            (select p.user_id from page p order by p.user_id desc limit 1) as last`,
    [timeZone, after, limit, day, startsAt, endsAt],
  );
  const [row] = rows;
  return row ?? { begun: [], last: null };
}

/** Records that deal has responded; returns null when it had already, when the morning is over, or when none was begun. */
export async function takeMorning(db: Db, userId: string, day: string): Promise<{ readonly expiresAt: Date } | null> {
  return db.find<{ expiresAt: Date }>(
    `update identity.morning_reminders
        set counted_at = now()
      where user_id = $1 and local_day = $2::date and counted_at is null and expires_at > now()
  returning expires_at as "expiresAt"`,
    [userId, day],
  );
}

/** The recipient of a reminder. */
export interface RemindedUser {
  readonly name: string;
  readonly email: string;
}

/** Finds the user, if a reminder may be mailed: reminders are enabled, the address is confirmed, and the account is not disabled. */
export async function findRemindedUser(db: Db, userId: string): Promise<RemindedUser | null> {
  return db.find<RemindedUser>(
    `select u.name, u.email
       from identity.users u
       join identity.user_settings s on s.user_id = u.id
      where u.id = $1
        and s.morning_reminder_since is not null
        and u.email_confirmed_at is not null
        and u.disabled_at is null`,
    [userId],
  );
}

/** Disables a user's reminders, if enabled. */
export async function endReminders(db: Db, userId: string): Promise<void> {
  await db.query(
    `update identity.user_settings
        set morning_reminder_since = null, updated_at = now(), version = version + 1
      where user_id = $1 and morning_reminder_since is not null`,
    [userId],
  );
}

/** Deletes mornings that ended this many days ago: their day has ended in every time zone. */
export async function deleteOldMornings(db: Db, olderThanDays: number): Promise<void> {
  await db.query(`delete from identity.morning_reminders where expires_at < now() - make_interval(days => $1)`, [
    olderThanDays,
  ]);
}
