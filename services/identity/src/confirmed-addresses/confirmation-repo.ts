import type { Db } from '@svc/chassis/postgres/pool';

/** Days for which a link that confirms an address is valid. */
export const LINK_DAYS = 3;

/** Stores the hash of a new link, and invalidates older links of the user. */
export async function replaceConfirmation(db: Db, userId: string, tokenHash: Buffer): Promise<void> {
  await db.query(
    `with older as (
       delete from identity.address_confirmations where user_id = $1
     )
     insert into identity.address_confirmations (token_hash, user_id, expires_at)
     values ($2, $1, now() + make_interval(days => $3))`,
    [userId, tokenHash, LINK_DAYS],
  );
}

/** Uses a link; returns its user, or null when it is no longer valid. */
export async function useConfirmation(db: Db, tokenHash: Buffer): Promise<string | null> {
  const { rows } = await db.query<{ userId: string }>(
    `delete from identity.address_confirmations where token_hash = $1 and expires_at > now()
  returning user_id as "userId"`,
    [tokenHash],
  );
  return rows[0]?.userId ?? null;
}

/** Records that the user has opened a link mailed to the account's address. */
export async function confirmUserAddress(db: Db, userId: string): Promise<void> {
  await db.query(`update identity.users set email_confirmed_at = now() where id = $1 and email_confirmed_at is null`, [
    userId,
  ]);
}

/** Deletes links that have expired. */
export async function deleteExpiredConfirmations(db: Db): Promise<void> {
  await db.query(`delete from identity.address_confirmations where expires_at <= now()`);
}
