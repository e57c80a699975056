import { constraintOf } from '@svc/chassis/postgres/database-errors';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import { searchPattern } from '@svc/chassis/postgres/lists/search';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { User } from '@svc/proto/identity/v1/account_service';
import type { UserName } from '@svc/proto/identity/v1/user_administration_service';
import { v7 as newId } from 'uuid';

/** An account for its owner and administrators. */
export interface UserRow extends User {
  readonly disabledAt: Date | null;
}

/** An account with its password hash. */
export interface UserWithPassword extends UserRow {
  readonly passwordHash: string;
}

const COLUMNS = `u.id, u.email, u.name, u.role, u.disabled_at as "disabledAt", u.created_at as "createdAt",
            u.updated_at as "updatedAt", u.version, u.email_confirmed_at is not null as "emailConfirmed"`;

/** Inserts a user; returns null when the address is taken. */
export async function insertUser(
  db: Db,
  user: { email: string; name: string; passwordHash: string; role: 'user' | 'admin' },
): Promise<UserRow | null> {
  return db.find<UserRow>(
    `insert into identity.users as u (id, email, name, password_hash, role)
     values ($1, $2, $3, $4, $5)
         on conflict (lower(email)) do nothing
  returning ${COLUMNS}`,
    [newId(), user.email, user.name, user.passwordHash, user.role],
  );
}

export async function findUserByEmail(db: Db, email: string): Promise<UserWithPassword | null> {
  return db.find<UserWithPassword>(
    `select ${COLUMNS}, u.password_hash as "passwordHash"
       from identity.users u
      where lower(u.email) = lower($1)`,
    [email],
  );
}

/** Finds a user by email, locked until the end of the transaction. */
export async function findUserByEmailForUpdate(tx: Tx, email: string): Promise<UserRow | null> {
  return tx.find<UserRow>(
    `select ${COLUMNS} from identity.users u where lower(u.email) = lower($1) for no key update`,
    [email],
  );
}

const SELECT_BY_ID = `select ${COLUMNS}, u.password_hash as "passwordHash" from identity.users u where u.id = $1`;

export async function findUser(db: Db, userId: string): Promise<UserWithPassword | null> {
  return db.find<UserWithPassword>(SELECT_BY_ID, [userId]);
}

/** Finds a user, locked until the end of the transaction. */
export async function findUserForUpdate(tx: Tx, userId: string): Promise<UserWithPassword | null> {
  return tx.find<UserWithPassword>(`${SELECT_BY_ID} for no key update`, [userId]);
}

export async function updateUserName(db: Db, userId: string, name: string): Promise<UserRow | null> {
  return db.find<UserRow>(
    `update identity.users u
        set name = $2, updated_at = now(), version = version + 1
      where u.id = $1
  returning ${COLUMNS}`,
    [userId, name],
  );
}

/** The outcome of a change of email. */
export type EmailChange = 'changed' | 'respelled' | 'taken';

/**
 * Sets the email of a locked account, which then counts as not confirmed, and invalidates links that were mailed to the previous one. Another
 * spelling of the same address changes nothing else.
 */
export async function updateEmail(tx: Tx, userId: string, email: string): Promise<EmailChange> {
  try {
    const { rows } = await tx.query<{ isSame: boolean }>(
      `with before as (select email from identity.users where id = $1)
       update identity.users
          set email = $2, updated_at = now(), version = version + 1,
              email_confirmed_at = case when lower(email) = lower($2) then email_confirmed_at end
        where id = $1
    returning (select lower(before.email) = lower($2) from before) as "isSame"`,
      [userId, email],
    );
    if (onlyRow(rows).isSame) return 'respelled';
  } catch (error) {
    if (constraintOf(error) === 'users_email_key') return 'taken';
    throw error;
  }
  await tx.query(`delete from identity.password_resets where user_id = $1`, [userId]);
  await tx.query(`delete from identity.address_confirmations where user_id = $1`, [userId]);
  return 'changed';
}

/** Sets a password, and invalidates pending links that would set another. */
export async function updatePassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx.query(
    `update identity.users
        set password_hash = $2, updated_at = now(), version = version + 1
      where id = $1`,
    [userId, passwordHash],
  );
  await tx.query(`delete from identity.password_resets where user_id = $1`, [userId]);
}

/** Sets an account's role and whether it is disabled; null keeps a value. */
export async function updateUserStanding(
  db: Db,
  userId: string,
  change: { role: string | null; disabled: boolean | null },
): Promise<UserRow | null> {
  return db.find<UserRow>(
    `update identity.users u
        set role = coalesce($2, role),
            disabled_at = case $3::boolean when true then coalesce(disabled_at, now()) when false then null
                          else disabled_at end,
            updated_at = now(), version = version + 1
      where u.id = $1
  returning ${COLUMNS}`,
    [userId, change.role, change.disabled],
  );
}

/** Serializes changes of administrators before any account is locked: otherwise two administrators who remove each other at once would leave none. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`);
}

/** Whether another enabled administrator exists. */
export async function hasOtherAdmin(db: Db, userId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from identity.users where role = 'admin' and disabled_at is null and id <> $1 limit 1`,
    [userId],
  );
  return rows.length > 0;
}

export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.query(`delete from identity.users where id = $1`, [userId]);
}

/** The condition of a search, omitted without a query so that the index is used. */
const matches = (
  pattern: string,
): string => `where extensions.search_text(u.email) like extensions.search_text(${pattern})
         or extensions.search_text(u.name) like extensions.search_text(${pattern})`;

/** Lists accounts, newest first, with their total. `query` searches email and name. */
export async function listUsers(db: Db, query: string | null, page: Page): Promise<PageRows<UserRow>> {
  const listed = `identity.users u ${query === null ? '' : matches('$3')}`;
  const text = `
     select ${COLUMNS}, ${countUpToMax(listed)} as total from ${listed}
      order by u.created_at desc, u.id desc limit $1 offset $2`;
  const pattern = query === null ? [] : [searchPattern(query)];
  return listPage(page, ({ limit, offset }) => db.query(text, [limit, offset, ...pattern]));
}

/** Lists ids of accounts whose email or name matches a search, at most `limit`. */
export async function listUserIds(db: Db, query: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(`select u.id from identity.users u ${matches('$1')} limit $2`, [
    searchPattern(query),
    limit,
  ]);
  return rows.map(({ id }) => id);
}

/** Returns the names of these accounts; deleted ones are missing. */
export async function listUserNames(db: Db, userIds: readonly string[]): Promise<UserName[]> {
  const { rows } = await db.query<UserName>(
    `select u.id, u.email, u.name from identity.users u where u.id = any ($1::uuid[])`,
    [userIds],
  );
  return rows;
}
