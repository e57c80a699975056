import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import { ReminderService as methods } from '@svc/proto/identity/v1/reminder_service';
import type { ReminderLimits } from '../reminders/reminder-limits.js';
import { confirmAddress, requestAddressConfirmation } from './confirm-address.js';

export interface ConfirmationDependencies {
  readonly write: Write;
  readonly outbox: Outbox;
  readonly reminderLimits: Pick<ReminderLimits, 'countConfirmationMail' | 'countConfirmation'>;
  readonly sendsMail: boolean;
}

/** Confirmed email addresses. */
export function confirmationHandlers({
  write,
  outbox,
  reminderLimits,
  sendsMail,
}: ConfirmationDependencies): Pick<ServiceHandlers<typeof methods>, 'requestAddressConfirmation' | 'confirmAddress'> {
  return {
    requestAddressConfirmation: write(methods.requestAddressConfirmation, {
      before: (_request, { user }) => reminderLimits.countConfirmationMail(user.userId),
      work: async (tx, _request, { user }) => {
        if (sendsMail) await requestAddressConfirmation(tx, outbox, user.userId);
      },
    }),
    confirmAddress: write(methods.confirmAddress, {
      before: ({ clientAddress }) => reminderLimits.countConfirmation(clientAddress),
      work: (tx, { token }) => confirmAddress(tx, token),
    }),
  };
}
