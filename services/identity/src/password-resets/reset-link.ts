import type { Db } from '@svc/chassis/postgres/pool';
import { hashToken, newToken } from '../sessions/session-token.js';
import { replacePasswordReset } from './password-reset-repo.js';

/** The token of a link that sets a new password, usable once. */
export interface ResetToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** How a link reaches its user: opening a mailed one proves the address. */
export type LinkChannel = 'mailed' | 'by hand';

/** Creates the token of a link that sets a new password. It appears nowhere else. */
export async function createResetToken(db: Db, userId: string, passing: LinkChannel): Promise<ResetToken> {
  const token = newToken();
  const reset = { tokenHash: hashToken(token), mailed: passing === 'mailed' };
  return { token, expiresAt: await replacePasswordReset(db, userId, reset) };
}

/** Creates a single-use link that sets a new password. */
export async function createResetLink(
  db: Db,
  userId: string,
  passing: LinkChannel,
  appOrigin: string,
): Promise<string> {
  const { token } = await createResetToken(db, userId, passing);
  return `${appOrigin}/reset-password?token=${token}`;
}
