import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import type { OwnSession, Session } from '@svc/proto/identity/v1/account_service';
import { v7 as newId } from 'uuid';
import { LONGEST_DAYS, SLIDING_DAYS, USE_NOTED_MINUTES } from './session-lifetime.js';

export interface NewSession {
  readonly userId: string;
  /** Hash of the checked password. */
  readonly passwordHash: string;
  readonly tokenHash: Buffer;
  readonly device: string;
}

/**
 * Inserts a session and returns when it ends without further use; null when the account no longer has this password or may not sign in. The lock
 * orders this before or after a change of the password or the account, and a later change ends the session.
 */
export async function insertSession(db: Db, session: NewSession): Promise<Date | null> {
  const { rows } = await db.query<{ expiresAt: Date }>(
    `insert into identity.sessions (id, user_id, token_hash, device, expires_at)
     select $1, u.id, $3, $4, now() + make_interval(days => $5)
       from identity.users u
      where u.id = $2 and u.password_hash = $6 and u.disabled_at is null for share
  returning expires_at as "expiresAt"`,
    [newId(), session.userId, session.tokenHash, session.device, SLIDING_DAYS, session.passwordHash],
  );
  return rows[0]?.expiresAt ?? null;
}

/** Lists open sessions of a user, last used first, with their total. */
export async function listSessions(db: Db, userId: string, page: Page): Promise<PageRows<Omit<Session, 'current'>>> {
  const listed = `identity.sessions
      where user_id = $1
        and expires_at > now()`;
  const text = `
     select id, device, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt",
            ${countUpToMax(listed)} as total
       from ${listed}
      order by last_used_at desc, id desc limit $2 offset $3`;
  return listPage(page, ({ limit, offset }) => db.query(text, [userId, limit, offset]));
}

/** Finds an open session of a user; null when it has ended. */
export async function findSession(db: Db, userId: string, sessionId: string): Promise<OwnSession | null> {
  return db.find<OwnSession>(
    `select id, created_at as "signedInAt", expires_at as "expiresAt"
       from identity.sessions
      where id = $1 and user_id = $2 and expires_at > now()`,
    [sessionId, userId],
  );
}

/** Whether the session is still open and, if `minutes` are given, at most that old. */
export async function isSessionOpen(db: Db, userId: string, sessionId: string, minutes?: number): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from identity.sessions
      where id = $1 and user_id = $2 and expires_at > now()
        and ($3::int is null or created_at > now() - make_interval(mins => $3))`,
    [sessionId, userId, minutes ?? null],
  );
  return rows.length > 0;
}

/** Ends a session of a user; returns false when it is not the user's or has ended. */
export async function deleteSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.query(`delete from identity.sessions where id = $1 and user_id = $2`, [
    sessionId,
    userId,
  ]);
  return rowCount > 0;
}

/** Ends all sessions of a user except the one to keep, if any. */
export async function deleteSessions(db: Db, userId: string, keepSessionId: string | null): Promise<void> {
  await db.query(`delete from identity.sessions where user_id = $1 and id is distinct from $2::uuid`, [
    userId,
    keepSessionId,
  ]);
}

/** Records that sessions are in use and extends them, never past the maximum lifetime. */
export async function updateSessionUse(db: Db, sessionIds: readonly string[]): Promise<void> {
  await db.query(
    `update identity.sessions
        set last_used_at = now(),
            expires_at   = least(now() + make_interval(days => $2), created_at + make_interval(days => $3))
      where id = any ($1::uuid[]) and last_used_at < now() - make_interval(mins => $4)`,
    [sessionIds, SLIDING_DAYS, LONGEST_DAYS, USE_NOTED_MINUTES],
  );
}

/** Deletes sessions that have ended. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.query(`delete from identity.sessions where expires_at <= now()`);
}
