import type { Db } from '@svc/chassis/postgres/pool';
import { v7 as newId } from 'uuid';
import { LONGEST_DAYS, SLIDING_DAYS, USE_NOTED_MINUTES } from './session-lifetime.js';

/** An open session as its owner sees it. */
export interface SessionRow {
  readonly id: string;
  readonly device: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

export interface NewSession {
  readonly userId: string;
  readonly tokenHash: Buffer;
  readonly device: string;
}

/** Answers when the session ends unless it is used before. */
export async function insertSession(db: Db, session: NewSession): Promise<Date> {
  const { rows } = await db.query<{ expiresAt: Date }>(
    `insert into identity.sessions (id, user_id, token_hash, device, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(days => $5))
  returning expires_at as "expiresAt"`,
    [newId(), session.userId, session.tokenHash, session.device, SLIDING_DAYS],
  );
  const row = rows[0];
  if (!row) throw new Error('The insert answered no row.');
  return row.expiresAt;
}

/** Open sessions of a user, last used first, and how many there are. */
export async function listSessions(db: Db, userId: string, limit: number, offset: number) {
  const { rows } = await db.query<SessionRow & { total: number }>(
    `select id,
            device,
            created_at          as "createdAt",
            last_used_at        as "lastUsedAt",
            expires_at          as "expiresAt",
            count(*) over ()    as total
       from identity.sessions
      where user_id = $1
        and expires_at > now()
      order by last_used_at desc, id desc
      limit $2 offset $3`,
    [userId, limit, offset],
  );
  return { sessions: rows, total: rows[0]?.total ?? 0 };
}

/** Whether the session is open and was opened at most so many minutes ago. */
export async function isSessionYoung(db: Db, userId: string, sessionId: string, minutes: number): Promise<boolean> {
  const { rows } = await db.query(
    `select 1
       from identity.sessions
      where id = $1
        and user_id = $2
        and expires_at > now()
        and created_at > now() - make_interval(mins => $3)`,
    [sessionId, userId, minutes],
  );
  return rows.length > 0;
}

/** Ends one session of a user; false when it is not the user's or has ended. */
export async function deleteSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from identity.sessions
      where id = $1
        and user_id = $2`,
    [sessionId, userId],
  );
  return rowCount > 0;
}

/** Ends all sessions of a user but the one to keep, if any. */
export async function deleteSessions(db: Db, userId: string, keepSessionId: string | null): Promise<void> {
  await db.query(
    `delete from identity.sessions
      where user_id = $1
        and id is distinct from $2::uuid`,
    [userId, keepSessionId],
  );
}

/** Notes that sessions are in use and moves their end, never past the longest life of a session. */
export async function updateSessionUse(db: Db, sessionIds: readonly string[]): Promise<void> {
  await db.query(
    `update identity.sessions
        set last_used_at = now(),
            expires_at   = least(now() + make_interval(days => $2), created_at + make_interval(days => $3))
      where id = any ($1::uuid[])
        and last_used_at < now() - make_interval(mins => $4)`,
    [sessionIds, SLIDING_DAYS, LONGEST_DAYS, USE_NOTED_MINUTES],
  );
}

/** Removes sessions and reset links that have ended. */
export async function deleteExpired(db: Db): Promise<void> {
  await db.query(`delete from identity.sessions where expires_at <= now()`);
  await db.query(`delete from identity.password_resets where expires_at <= now()`);
}
