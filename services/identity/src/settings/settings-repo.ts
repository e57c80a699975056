import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Settings } from '@svc/proto/identity/v1/settings_service';

/** A user's settings, with version 0 until the first change. */
export interface SettingsRow extends Omit<Settings, 'notifications'> {
  /** Whether a morning mail lists due checks. */
  readonly notifyDueViews: boolean;
  readonly notifyTeamSharing: boolean;
}

export const DEFAULT_SETTINGS: SettingsRow = {
  timeZone: 'UTC',
  currency: 'USD',
  locale: 'en',
  viewCheckDays: [1, 7, 30],
  notifyDueViews: false,
  notifyTeamSharing: true,
  version: 0,
};

const COLUMNS = `time_zone as "timeZone", currency, locale, view_check_days as "viewCheckDays",
            morning_reminder_since is not null as "notifyDueViews", notify_team_sharing as "notifyTeamSharing", version`;

/** Returns the stored settings, else the defaults. */
export async function findSettings(db: Db, userId: string): Promise<SettingsRow> {
  const { rows } = await db.query<SettingsRow>(`select ${COLUMNS} from identity.user_settings where user_id = $1`, [
    userId,
  ]);
  return rows[0] ?? DEFAULT_SETTINGS;
}

/**
 * Returns the time zone's name as spelled by Postgres, matched in any case; unchanged when unknown. Old names such as IST, which mean different zones
 * in Postgres and in the runtime, become the runtime's zone.
 */
export async function findTimeZoneSpelling(db: Db, timeZone: string): Promise<string> {
  const meant = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  const text = `select name from pg_timezone_names where lower(name) in (lower($1), lower($2))
                 order by lower(name) = lower($1) desc limit 1`;
  return (await db.find<{ name: string }>(text, [timeZone, meant]))?.name ?? timeZone;
}

/** Stores all settings of a user, incrementing the version. */
export async function upsertSettings(db: Db, userId: string, settings: SettingsRow): Promise<SettingsRow> {
  const { rows } = await db.query<SettingsRow>(
    `insert into identity.user_settings as s
            (user_id, time_zone, currency, locale, view_check_days, morning_reminder_since, notify_team_sharing)
     values ($1, $2, $3, $4, $5, case when $6 then now() end, $7)
         on conflict (user_id) do update
        set time_zone = excluded.time_zone, currency = excluded.currency, locale = excluded.locale,
            view_check_days = excluded.view_check_days,
            morning_reminder_since = case when $6 then coalesce(s.morning_reminder_since, now()) end,
            notify_team_sharing = excluded.notify_team_sharing, updated_at = now(), version = s.version + 1
  returning ${COLUMNS}`,
    [
      userId,
      settings.timeZone,
      settings.currency,
      settings.locale,
      settings.viewCheckDays,
      settings.notifyDueViews,
      settings.notifyTeamSharing,
    ],
  );
  return onlyRow(rows);
}
