import { runInBackground } from '@svc/chassis/call-context';
import { AppError } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { RequestPasswordResetRequest } from '@svc/proto/identity/v1/account_service';
import type { SignInLimit } from '../accounts/sign-in-limit.js';
import { findUserByEmail, type UserRow } from '../accounts/user-repo.js';

/** Makes a link and mails it to the user. Rejects when the mail server does not take it. */
export type SendResetLink = (user: UserRow) => Promise<void>;

/**
 * Mails a reset link when mail is configured and the account exists. The caller never learns whether it does: the mail is sent
 * after the answer, and its failure is the sender's to log. Throws RATE_LIMITED.
 */
export async function requestPasswordReset(
  pool: Pool,
  limit: SignInLimit,
  sendResetLink: SendResetLink | undefined,
  { email, client }: RequestPasswordResetRequest,
): Promise<void> {
  await limit.countReset(email, client?.address ?? '');
  const user = await findUserByEmail(pool, email);
  if (!user || user.disabledAt || !sendResetLink) return;
  const mailing = runInBackground(() => limit.countResetMail(email).then(() => sendResetLink(user)));
  void mailing.catch((error: unknown) => {
    // Anybody can ask too often, and no operator has to be woken for it.
    if (error instanceof AppError && error.kind === 'rate_limited')
      pool.log.info('too many reset links were asked for');
    else pool.log.error({ err: error }, 'a reset link was not mailed');
  });
}
