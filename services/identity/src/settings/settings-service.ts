import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { Settings, SettingsServiceService } from '@svc/proto/identity/v1/settings_service';
import { findSettings, type SettingsRow } from './settings-repo.js';
import { updateSettings } from './update-settings.js';

/** Settings of the caller. */
export function settingsService(
  pool: Pool,
  outbox: Outbox,
  untilForgotten: () => Promise<void>,
): ServiceHandlers<typeof SettingsServiceService> {
  return {
    getSettings: async (_request, { user }) => ({ settings: toMessage(await findSettings(pool, user.userId)) }),
    updateSettings: async (request, { user }) => {
      const settings = await updateSettings(pool, outbox, user, request);
      // Settings travel with the caller: the next request has to see its own change.
      await untilForgotten();
      return { settings: toMessage(settings) };
    },
  };
}

function toMessage({ notifyDueViews, notifyTeamSharing, ...settings }: SettingsRow): Settings {
  return { ...settings, notifications: { dueViews: notifyDueViews, teamSharing: notifyTeamSharing } };
}
