import { hashPassword } from '@svc/chassis/credentials/passwords';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { CreateUserRequest } from '@svc/proto/identity/v1/user_administration_service';
import { insertUser, type UserRow } from '../accounts/user-repo.js';
import { recordAuditEvent } from '../audit/record-audit-event.js';
import { identityError } from '../error-codes.js';
import { newToken } from '../sessions/session-token.js';

/** The hash of a password that no one knows, so that only a password link opens the account. */
export function hashUnknownPassword(): Promise<string> {
  return hashPassword(newToken());
}

/** Creates an account for someone else, even while sign-up is closed. Throws EMAIL_TAKEN for a known address. */
export async function createUser(tx: Tx, { email, name }: CreateUserRequest, passwordHash: string): Promise<UserRow> {
  const user = await insertUser(tx, { email, name, passwordHash, role: 'user' });
  if (!user) {
    throw identityError('EMAIL_TAKEN', 'An account with this email address already exists. Search for it instead.');
  }
  await recordAuditEvent(tx, { action: 'user.created', subjectId: user.id });
  return user;
}
