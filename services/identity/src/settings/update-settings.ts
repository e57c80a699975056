import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { noSuch } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UpdateSettingsRequest } from '@svc/proto/identity/v1/settings_service';
import { findUserForUpdate } from '../accounts/user-repo.js';
import { confirmationMail } from '../confirmed-addresses/mail-confirmation.js';
import { findSettings, findTimeZoneSpelling, type SettingsRow, upsertSettings } from './settings-repo.js';

/** Outbox topic for an owner's time zone, in which deal computes due checks. */
export const TIME_ZONE_TOPIC = 'owner.time_zone';

/**
 * Changes the fields that are set. A user who enables reminders gets a mail to confirm the address, if `mayMail` and not yet confirmed. Throws
 * VERSION_CONFLICT when the settings no longer have the version that the caller saw.
 */
export async function updateSettings(
  tx: Tx,
  outbox: Outbox,
  { userId }: UserPrincipal,
  request: UpdateSettingsRequest,
  { mayMail }: { readonly mayMail: boolean },
): Promise<SettingsRow> {
  // Concurrent changes lock the user's row, because the settings may not have a row yet.
  const user = await findUserForUpdate(tx, userId);
  if (!user) throw noSuch('account');
  const stored = await findSettings(tx, userId);
  const { expectedVersion } = request;
  checkVersion(stored.version, expectedVersion);
  const timeZone = request.timeZone ?? null;
  const { dueViews, teamSharing } = request.notificationChanges ?? request.notifications ?? {};
  const changed = await upsertSettings(tx, userId, {
    timeZone: timeZone === null ? stored.timeZone : await findTimeZoneSpelling(tx, timeZone),
    currency: request.currency ?? stored.currency,
    locale: request.locale ?? stored.locale,
    viewCheckDays: request.viewCheckDays.length > 0 ? request.viewCheckDays : stored.viewCheckDays,
    notifyDueViews: dueViews ?? stored.notifyDueViews,
    notifyTeamSharing: teamSharing ?? stored.notifyTeamSharing,
    version: stored.version,
  });
  if (changed.timeZone !== stored.timeZone) {
    const payload = { ownerId: userId, timeZone: changed.timeZone, settingsVersion: changed.version };
    await outbox.enqueue(tx, { destination: 'deal', topic: TIME_ZONE_TOPIC, payload, key: userId });
  }
  const beginsReminders = changed.notifyDueViews && !stored.notifyDueViews;
  if (beginsReminders && mayMail && !user.emailConfirmed) await outbox.enqueue(tx, confirmationMail(userId));
  return changed;
}
