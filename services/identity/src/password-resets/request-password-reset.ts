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
  await limit.countTry(`reset ${email}`, client?.address ?? '');
  const user = await findUserByEmail(pool, email);
  if (!user || user.disabledAt || !sendResetLink) return;
  void sendResetLink(user).catch((error: unknown) => pool.log.error({ err: error }, 'a reset link was not mailed'));
}
