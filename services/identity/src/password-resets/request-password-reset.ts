import { AppError } from '@svc/chassis/errors/app-error';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { RequestPasswordResetRequest } from '@svc/proto/identity/v1/account_service';
import type { SignInLimit } from '../accounts/sign-in-limit.js';
import { mailMessage, RESET_MAIL_TOPIC } from '../mails/mail-topics.js';
import type { ResetMail } from './mail-reset-link.js';

/** Milliseconds for which a mail is retried. */
const PATIENCE_MS = 24 * 60 * 60 * 1_000;

/**
 * Mails a reset link, if mail is configured. The response never reveals whether the account exists, not even by its timing, because the account is
 * looked up when the mail is sent. Throws RATE_LIMITED.
 */
export async function requestPasswordReset(
  { pool, outbox, sendsMail }: { readonly pool: Pool; readonly outbox: Outbox; readonly sendsMail: boolean },
  limit: SignInLimit,
  { email, client }: RequestPasswordResetRequest,
): Promise<void> {
  await limit.countReset(email, client?.address ?? '');
  if (!sendsMail || !(await mayBeMailed(pool, limit, email))) return;
  const mail: ResetMail = { email, until: Date.now() + PATIENCE_MS };
  await inTransaction(pool, (tx) => outbox.enqueue(tx, mailMessage(RESET_MAIL_TOPIC, mail, email.toLowerCase())));
}

/** Catches the error, because anyone can cause it, so it must not alert an operator. */
async function mayBeMailed(pool: Pool, limit: SignInLimit, email: string): Promise<boolean> {
  try {
    await limit.countResetMail(email);
    return true;
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'rate_limited')) throw error;
    pool.log.info('too many reset links were requested');
    return false;
  }
}
