import { noSuch } from '@svc/chassis/errors/app-error';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { findUser } from '../accounts/user-repo.js';
import { identityError } from '../error-codes.js';
import { hashToken } from '../sessions/session-token.js';
import { confirmUserAddress, useConfirmation } from './confirmation-repo.js';
import { confirmationMail } from './mail-confirmation.js';

/** Mails a link that confirms a user's address, unless it is already confirmed. Throws NOT_FOUND. */
export async function requestAddressConfirmation(tx: Tx, outbox: Outbox, userId: string): Promise<void> {
  const user = await findUser(tx, userId);
  if (!user) throw noSuch('account');
  if (!user.emailConfirmed) await outbox.enqueue(tx, confirmationMail(userId));
}

/** Confirms the address to which a link was mailed. Throws INVALID_CREDENTIALS for a used or expired link. */
export async function confirmAddress(tx: Tx, token: string): Promise<void> {
  const userId = await useConfirmation(tx, hashToken(token));
  if (userId === null) {
    const message = 'The link has been used or has expired. Ask for a new one in Settings.';
    throw identityError('INVALID_CREDENTIALS', message);
  }
  await confirmUserAddress(tx, userId);
}
