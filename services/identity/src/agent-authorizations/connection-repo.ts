import type { Db } from '@svc/chassis/postgres/pool';
import { USE_NOTED_MINUTES } from '../sessions/session-lifetime.js';
import type { Family } from './scopes.js';

/** An approved request as its user sees it. */
export interface ConnectionRow {
  readonly requestId: string;
  readonly family: Family;
  readonly displayName: string;
  readonly clientUri: string | null;
  readonly scopes: string[];
  readonly tokenLastFour: string | null;
  readonly approvedAt: Date;
  readonly claimedAt: Date | null;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A connection `r` is open while its token lives, or can still be fetched. */
const IS_OPEN = `r.status = 'approved' and coalesce(r.token_expires_at, r.expires_at) > now()`;

/** Open connections of a user, approved last first, and how many there are. */
export async function listConnections(db: Db, userId: string, family: Family, limit: number, offset: number) {
  const { rows } = await db.query<ConnectionRow & { total: number }>(
    `select r.id              as "requestId",
            r.family,
            r.client_name     as "displayName",
            r.client_uri      as "clientUri",
            r.scopes,
            r.token_last_four as "tokenLastFour",
            r.approved_at     as "approvedAt",
            r.claimed_at      as "claimedAt",
            coalesce(r.token_expires_at, r.expires_at) as "expiresAt",
            r.last_used_at    as "lastUsedAt",
            count(*) over ()  as total
       from identity.agent_auth_requests r
      where r.user_id = $1
        and r.family = $2
        and ${IS_OPEN}
      order by r.approved_at desc, r.id desc
      limit $3 offset $4`,
    [userId, family, limit, offset],
  );
  return { connections: rows, total: rows[0]?.total ?? 0 };
}

/** How many connections a user has open, of all families. */
export async function countOpenConnections(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    `select count(*) as total
       from identity.agent_auth_requests r
      where r.user_id = $1
        and ${IS_OPEN}`,
    [userId],
  );
  return rows[0]?.total ?? 0;
}

/** Ends an open connection of the user and forgets its token; false when there is none. */
export async function endConnection(db: Db, userId: string, family: Family, requestId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update identity.agent_auth_requests r
        set status = 'denied', token_hash = null, token_last_four = null,
            token_expires_at = case when r.claimed_at is not null then now() end
      where r.id = $1
        and r.user_id = $2
        and r.family = $3
        and ${IS_OPEN}`,
    [requestId, userId, family],
  );
  return rowCount > 0;
}

/** Ends every connection of a user and forgets their tokens. */
export async function endConnections(db: Db, userId: string): Promise<void> {
  await db.query(
    `update identity.agent_auth_requests
        set status = 'denied', token_hash = null, token_last_four = null,
            token_expires_at = case when claimed_at is not null then least(token_expires_at, now()) end
      where user_id = $1
        and status = 'approved'`,
    [userId],
  );
}

/** Notes that connections are in use. */
export async function updateConnectionUse(db: Db, requestIds: readonly string[]): Promise<void> {
  await db.query(
    `update identity.agent_auth_requests
        set last_used_at = now()
      where id = any ($1::uuid[])
        and coalesce(last_used_at < now() - make_interval(mins => $2), true)`,
    [requestIds, USE_NOTED_MINUTES],
  );
}
