import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';

/** Minutes for which a reset link is valid. */
export const LINK_MINUTES = 60;

/** Stores the hash of a new link and returns its expiry; invalidates older links of the user. */
export async function replacePasswordReset(
  db: Db,
  userId: string,
  { tokenHash, mailed }: { readonly tokenHash: Buffer; readonly mailed: boolean },
): Promise<Date> {
  const { rows } = await db.query<{ expiresAt: Date }>(
    `with older as (
       delete from identity.password_resets where user_id = $1
     )
     insert into identity.password_resets (token_hash, user_id, expires_at, mailed)
     values ($2, $1, now() + make_interval(mins => $3), $4)
  returning expires_at as "expiresAt"`,
    [userId, tokenHash, LINK_MINUTES, mailed],
  );
  return onlyRow(rows).expiresAt;
}

/** Returns the email of the account for which a link is valid; null when it is not. */
export async function findResetEmail(db: Db, tokenHash: Buffer): Promise<string | null> {
  const { rows } = await db.query<{ email: string }>(
    `select u.email
       from identity.password_resets r
       join identity.users u on u.id = r.user_id
      where r.token_hash = $1 and r.expires_at > now()`,
    [tokenHash],
  );
  return rows[0]?.email ?? null;
}

/** A link that sets a new password. */
export interface PasswordReset {
  readonly userId: string;
  /** Whether the link was only mailed to the account's address, and never shown. */
  readonly mailed: boolean;
}

/** Uses a link; returns null when it is no longer valid. */
export async function usePasswordReset(db: Db, tokenHash: Buffer): Promise<PasswordReset | null> {
  const { rows } = await db.query<PasswordReset>(
    `delete from identity.password_resets where token_hash = $1 and expires_at > now()
  returning user_id as "userId", mailed`,
    [tokenHash],
  );
  return rows[0] ?? null;
}

/** Deletes links that are no longer valid. */
export async function deleteExpiredResets(db: Db): Promise<void> {
  await db.query(`delete from identity.password_resets where expires_at <= now()`);
}
