import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { SettingsService as methods, type Settings } from '@svc/proto/identity/v1/settings_service';
import { findSettings, type SettingsRow } from './settings-repo.js';
import { updateSettings } from './update-settings.js';

/** Settings of the caller. */
export function settingsHandlers(pool: Pool, write: Write, outbox: Outbox): ServiceHandlers<typeof methods> {
  return {
    getSettings: async (_request, { user }) => ({ settings: toMessage(await findSettings(pool, user.userId)) }),
    updateSettings: write(methods.updateSettings, async (tx, request, { user }) => ({
      settings: toMessage(await updateSettings(tx, outbox, user, request)),
    })),
  };
}

function toMessage({ notifyDueViews, notifyTeamSharing, ...settings }: SettingsRow): Settings {
  return { ...settings, notifications: { dueViews: notifyDueViews, teamSharing: notifyTeamSharing } };
}
