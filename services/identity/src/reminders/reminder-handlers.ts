import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import { ReminderService as methods } from '@svc/proto/identity/v1/reminder_service';
import { confirmAddress, requestConfirmation } from '../confirmed-addresses/confirm-address.js';
import { type DueCheckDependencies, recordDueChecks } from './record-due-checks.js';
import type { ReminderLimits } from './reminder-limits.js';
import { readReminderToken } from './reminder-link.js';
import { endReminders } from './reminder-repo.js';

export interface ReminderDependencies extends DueCheckDependencies {
  readonly write: Write;
  readonly reminderLimits: Omit<ReminderLimits, 'close'>;
  /** Secrets that signed the links that end reminders; the first signs new ones. */
  readonly secrets: readonly Uint8Array[];
}

/** Confirmed addresses, and the mails that need one. */
export function reminderHandlers(dependencies: ReminderDependencies): ServiceHandlers<typeof methods> {
  const { outbox, write, reminderLimits, secrets, sendsMail } = dependencies;
  return {
    requestAddressConfirmation: write(methods.requestAddressConfirmation, {
      before: (_request, { user }) => reminderLimits.countConfirmationMail(user.userId),
      work: async (tx, _request, { user }) => {
        if (sendsMail) await requestConfirmation(tx, outbox, user.userId);
      },
    }),
    confirmAddress: write(methods.confirmAddress, {
      before: ({ clientAddress }) => reminderLimits.countConfirmation(clientAddress),
      work: (tx, { token }) => confirmAddress(tx, token),
    }),
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
