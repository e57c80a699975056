import { AppError } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { type Settings, SettingsService as methods } from '@svc/proto/identity/v1/settings_service';
import type { ReminderLimits } from '../reminders/reminder-limits.js';
import { findSettings, type SettingsRow } from './settings-repo.js';
import { updateSettings } from './update-settings.js';

export interface SettingsDependencies {
  readonly pool: Pool;
  readonly write: Write;
  readonly outbox: Outbox;
  /** Whether mail is configured. */
  readonly sendsMail: boolean;
  /** Limits mails that confirm an address. */
  readonly reminderLimits: Pick<ReminderLimits, 'countConfirmationMail'>;
}

/** Settings of the caller. */
export function settingsHandlers({
  pool,
  write,
  outbox,
  sendsMail,
  reminderLimits,
}: SettingsDependencies): ServiceHandlers<typeof methods> {
  /** Whether the change may mail a link; above the limit, the setting is applied without one. */
  const countMail = async (userId: string): Promise<boolean> => {
    try {
      await reminderLimits.countConfirmationMail(userId);
      return true;
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'rate_limited')) throw error;
      return false;
    }
  };
  return {
    getSettings: async (_request, { user }) => ({ settings: toMessage(await findSettings(pool, user.userId)) }),
    updateSettings: write(methods.updateSettings, {
      before: async ({ notificationChanges, notifications }, { user }) => {
        const { dueViews } = notificationChanges ?? notifications ?? {};
        return sendsMail && dueViews === true && (await countMail(user.userId));
      },
      work: async (tx, request, { user }, mayMail) => ({
        settings: toMessage(await updateSettings(tx, outbox, user, request, { mayMail })),
      }),
    }),
  };
}

function toMessage({ notifyDueViews, notifyTeamSharing, ...settings }: SettingsRow): Settings {
  return { ...settings, notifications: { dueViews: notifyDueViews, teamSharing: notifyTeamSharing } };
}
