import type { Db } from '@svc/chassis/postgres/pool';
import { hashToken, newToken } from '../sessions/session-token.js';
import { replacePasswordReset } from './password-reset-repo.js';

/** Makes a link that sets a new password, usable once. The only place where the token appears. */
export async function createResetLink(db: Db, userId: string, appOrigin: string): Promise<string> {
  const token = newToken();
  await replacePasswordReset(db, userId, hashToken(token));
  return `${appOrigin}/reset-password?token=${token}`;
}
