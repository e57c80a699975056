import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { AgentConnection } from '@svc/proto/identity/v1/agent_authorization_service';
import { USE_NOTED_MINUTES } from '../../sessions/session-lifetime.js';
import { SCOPES_COLUMN } from '../authorization-request-repo.js';
import type { Family } from '../scopes.js';

/** SQL for whether a connection `r` is open: its token is valid, or can still be fetched. */
export const CONNECTION_IS_OPEN = `r.status = 'approved' and coalesce(r.token_expires_at, r.expires_at) > now()`;

/** The short-link host does not report its agents' calls, so the last activity of these is the use of their token. */
const COLUMNS = `r.id as "requestId", r.family, r.client_name as "displayName", r.client_uri as "clientUri",
            ${SCOPES_COLUMN}, r.token_last_four as "tokenLastFour", r.approved_at as "approvedAt",
            r.claimed_at as "claimedAt", coalesce(r.token_expires_at, r.expires_at) as "expiresAt",
            r.last_used_at as "lastUsedAt", r.actor_id as "actorId", r.channel,
            coalesce((select c.at from identity.agent_tool_calls c
                       where c.connection_id = r.id order by c.at desc limit 1), r.last_used_at) as "lastActivityAt"`;

/** Lists a user's open connections, of one family or of all (null), approved last first, with their total. */
export async function listConnections(
  db: Db,
  userId: string,
  family: Family | null,
  page: Page,
): Promise<PageRows<AgentConnection>> {
  const listed = `identity.agent_auth_requests r
      where r.user_id = $1
        and ($2::text is null or r.family = $2)
        and ${CONNECTION_IS_OPEN}`;
  const text = `
     select ${COLUMNS},
            ${countUpToMax(listed)} as total
       from ${listed}
      order by r.approved_at desc, r.id desc limit $3 offset $4`;
  return listPage(page, ({ limit, offset }) => db.query(text, [userId, family, limit, offset]));
}

/** Returns the names of a user's connections, open or ended. */
export async function listConnectionNames(
  db: Db,
  userId: string,
  requestIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `select r.id, r.client_name as name from identity.agent_auth_requests r where r.id = any ($1::uuid[]) and r.user_id = $2`,
    [requestIds, userId],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Counts a user's open connections, of all families. */
export async function countOpenConnections(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from identity.agent_auth_requests r where r.user_id = $1 and ${CONNECTION_IS_OPEN}`,
    [userId],
  );
  return rows[0]?.count ?? 0;
}

/** Ends an open connection of the user, of one family or of any (null), and deletes its token; returns false when there is none. */
export async function endConnection(
  db: Db,
  userId: string,
  family: Family | null,
  requestId: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update identity.agent_auth_requests r
        set status = 'denied', token_hash = null, token_last_four = null,
            token_expires_at = case when r.claimed_at is not null then now() end
      where r.id = $1 and r.user_id = $2 and ($3::text is null or r.family = $3) and ${CONNECTION_IS_OPEN}`,
    [requestId, userId, family],
  );
  return rowCount > 0;
}

/** Finds an open connection of the user, locked, with its token's approved lifetime in seconds; null when there is none. */
export async function findOpenConnection(
  tx: Tx,
  userId: string,
  requestId: string,
): Promise<{ readonly isClaimed: boolean; readonly tokenLifetimeSeconds: number } | null> {
  return tx.find<{ isClaimed: boolean; tokenLifetimeSeconds: number }>(
    `select r.claimed_at is not null as "isClaimed", r.token_lifetime_seconds as "tokenLifetimeSeconds"
       from identity.agent_auth_requests r
      where r.id = $1 and r.user_id = $2 and ${CONNECTION_IS_OPEN} for update`,
    [requestId, userId],
  );
}

/** Extends a connection's token to this many seconds from now, unless it already lives longer. */
export async function extendConnection(tx: Tx, requestId: string, lifetimeSeconds: number): Promise<AgentConnection> {
  const { rows } = await tx.query<AgentConnection>(
    `update identity.agent_auth_requests r
        set token_expires_at = greatest(r.token_expires_at, now() + make_interval(secs => $2))
      where r.id = $1
  returning ${COLUMNS}`,
    [requestId, lifetimeSeconds],
  );
  return onlyRow(rows);
}

/** Ends every connection of a user and deletes their tokens. */
export async function endConnections(db: Db, userId: string): Promise<void> {
  await db.query(
    `update identity.agent_auth_requests
        set status = 'denied', token_hash = null, token_last_four = null,
            token_expires_at = case when claimed_at is not null then least(token_expires_at, now()) end
      where user_id = $1 and status = 'approved'`,
    [userId],
  );
}

/** Records that connections are in use. */
export async function updateConnectionUse(db: Db, requestIds: readonly string[]): Promise<void> {
  await db.query(
    `update identity.agent_auth_requests set last_used_at = now()
      where id = any ($1::uuid[])
        and coalesce(last_used_at < now() - make_interval(mins => $2), true)`,
    [requestIds, USE_NOTED_MINUTES],
  );
}
