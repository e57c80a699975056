import type { Db } from '@svc/chassis/postgres/pool';
import { hashToken, newToken } from '../sessions/session-token.js';
import { replacePasswordReset } from './password-reset-repo.js';

/** What stands in a link that sets a new password, usable once. */
export interface ResetToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Makes the token of a link that sets a new password. The only place where it appears. */
export async function createResetToken(db: Db, userId: string): Promise<ResetToken> {
  const token = newToken();
  return { token, expiresAt: await replacePasswordReset(db, userId, hashToken(token)) };
}

/** Makes a link that sets a new password, usable once. */
export async function createResetLink(db: Db, userId: string, appOrigin: string): Promise<string> {
  const { token } = await createResetToken(db, userId);
  return `${appOrigin}/reset-password?token=${token}`;
}
