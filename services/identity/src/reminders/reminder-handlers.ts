import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { ReminderService as methods } from '@svc/proto/identity/v1/reminder_service';
import { type ConfirmationDependencies, confirmationHandlers } from '../confirmed-addresses/confirmation-handlers.js';
import { type DueCheckDependencies, recordDueChecks } from './record-due-checks.js';
import type { ReminderLimits } from './reminder-limits.js';
import { readReminderToken } from './reminder-link.js';
import { endReminders } from './reminder-repo.js';

export interface ReminderDependencies extends DueCheckDependencies, ConfirmationDependencies {
  readonly reminderLimits: Omit<ReminderLimits, 'close'>;
  /** Secrets for signing links that end reminders; the first signs new ones. */
  readonly secrets: readonly Uint8Array[];
}

/** Confirmed addresses, and mails that require one. */
export function reminderHandlers(dependencies: ReminderDependencies): ServiceHandlers<typeof methods> {
  const { write, reminderLimits, secrets } = dependencies;
  return {
    ...confirmationHandlers(dependencies),
    endReminders: write(methods.endReminders, {
      before: ({ clientAddress }) => reminderLimits.countEnd(clientAddress),
      work: async (tx, { token }) => {
        const userId = readReminderToken(token, secrets);
        if (userId !== null) await endReminders(tx, userId);
      },
    }),
    recordDueChecks: ({ dueChecks }) => recordDueChecks(dependencies, dueChecks),
  };
}
