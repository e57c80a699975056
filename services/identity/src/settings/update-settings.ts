import { notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { UpdateSettingsRequest } from '@svc/proto/identity/v1/settings_service';
import { findUser } from '../accounts/user-repo.js';
import { findSettings, upsertSettings, type SettingsRow } from './settings-repo.js';

/** Topic of the deliveries that tell deal in which time zone an owner's checks count as done. */
export const TIME_ZONE_TOPIC = 'owner.time_zone';

/** Changes what is given. Throws VERSION_CONFLICT when the settings are not at the version that the caller has seen. */
export async function updateSettings(
  pool: Pool,
  outbox: Outbox,
  { userId }: UserPrincipal,
  request: UpdateSettingsRequest,
): Promise<SettingsRow> {
  return inTransaction(pool, async (tx) => {
    // The row of the settings may not be there yet, so the user's row is what two changes at once wait for.
    if (!(await findUser(tx, userId, true))) throw notFound('account');
    const stored = await findSettings(tx, userId);
    const { expectedVersion } = request;
    checkVersion(stored.version, expectedVersion);
    const changed = await upsertSettings(tx, userId, {
      timeZone: request.timeZone ?? stored.timeZone,
      currency: request.currency ?? stored.currency,
      locale: request.locale ?? stored.locale,
      viewCheckDays: request.viewCheckDays.length > 0 ? request.viewCheckDays : stored.viewCheckDays,
      notifyDueViews: request.notifications?.dueViews ?? stored.notifyDueViews,
      notifyTeamSharing: request.notifications?.teamSharing ?? stored.notifyTeamSharing,
      version: stored.version,
    });
    if (changed.timeZone !== stored.timeZone) {
      const payload = { ownerId: userId, timeZone: changed.timeZone, settingsVersion: changed.version };
      await outbox.enqueue(tx, { destination: 'deal', topic: TIME_ZONE_TOPIC, payload, key: userId });
    }
    return changed;
  });
}
