import type { Db } from '@svc/chassis/postgres/pool';
import { searchPattern } from '@svc/chassis/postgres/search';
import { v7 as newId } from 'uuid';

/** An account as its owner and administrators see it. */
export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** An account with what a sign-in is checked against. */
export interface UserWithPassword extends UserRow {
  readonly passwordHash: string;
}

const COLUMNS = `u.id, u.email, u.name, u.role, u.disabled_at as "disabledAt", u.created_at as "createdAt",
            u.updated_at as "updatedAt", u.version`;

/** Null when the address is taken. */
export async function insertUser(
  db: Db,
  user: { email: string; name: string; passwordHash: string; role: 'user' | 'admin' },
): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(
    `insert into identity.users as u (id, email, name, password_hash, role)
     values ($1, $2, $3, $4, $5)
         on conflict (lower(email)) do nothing
  returning ${COLUMNS}`,
    [newId(), user.email, user.name, user.passwordHash, user.role],
  );
  return rows[0] ?? null;
}

export async function findUserByEmail(db: Db, email: string): Promise<UserWithPassword | null> {
  const { rows } = await db.query<UserWithPassword>(
    `select ${COLUMNS}, u.password_hash as "passwordHash"
       from identity.users u
      where lower(u.email) = lower($1)`,
    [email],
  );
  return rows[0] ?? null;
}

/** The account, locked until the end of the transaction when `forUpdate`. */
export async function findUser(db: Db, userId: string, forUpdate = false): Promise<UserWithPassword | null> {
  const { rows } = await db.query<UserWithPassword>(
    `select ${COLUMNS}, u.password_hash as "passwordHash"
       from identity.users u
      where u.id = $1
      ${forUpdate ? 'for update' : ''}`,
    [userId],
  );
  return rows[0] ?? null;
}

export async function updateUserName(db: Db, userId: string, name: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(
    `update identity.users u
        set name = $2, updated_at = now(), version = version + 1
      where u.id = $1
  returning ${COLUMNS}`,
    [userId, name],
  );
  return rows[0] ?? null;
}

export async function updatePassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.query(
    `update identity.users
        set password_hash = $2, updated_at = now(), version = version + 1
      where id = $1`,
    [userId, passwordHash],
  );
}

/** Sets role and disabling; null keeps. */
export async function updateUserStanding(
  db: Db,
  userId: string,
  change: { role: string | null; disabled: boolean | null },
): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(
    `update identity.users u
        set role        = coalesce($2, role),
            disabled_at = case $3::boolean when true then coalesce(disabled_at, now()) when false then null
                          else disabled_at end,
            updated_at  = now(),
            version     = version + 1
      where u.id = $1
  returning ${COLUMNS}`,
    [userId, change.role, change.disabled],
  );
  return rows[0] ?? null;
}

/** Whether an enabled administrator other than this user is there. */
export async function hasOtherAdmin(db: Db, userId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select 1
       from identity.users
      where role = 'admin'
        and disabled_at is null
        and id <> $1
      limit 1`,
    [userId],
  );
  return rows.length > 0;
}

export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.query(`delete from identity.users where id = $1`, [userId]);
}

/** Accounts, newest first, and how many there are. `query` searches e-mail and name. */
export async function listUsers(db: Db, query: string | null, limit: number, offset: number) {
  const { rows } = await db.query<UserRow & { total: number }>(
    `select ${COLUMNS}, count(*) over () as total
       from identity.users u
      where $1::text is null
         or extensions.search_text(u.email) like extensions.search_text($1)
         or extensions.search_text(u.name) like extensions.search_text($1)
      order by u.created_at desc, u.id desc
      limit $2 offset $3`,
    [query === null ? null : searchPattern(query), limit, offset],
  );
  return { users: rows, total: rows[0]?.total ?? 0 };
}
