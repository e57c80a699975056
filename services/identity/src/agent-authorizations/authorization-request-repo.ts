import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { AuthorizationRequest } from '@svc/proto/identity/v1/agent_authorization_service';
import { v7 as newId } from 'uuid';
import { type Family, LEGACY_SCOPES } from './scopes.js';

/** A request for the deciding user, except that its code has no dash. */
export interface AuthorizationRequestRow extends AuthorizationRequest {
  readonly clientId: string | null;
}

export interface NewAuthorizationRequest {
  readonly family: Family;
  /** Null for a login link, which has no client. */
  readonly clientId: string | null;
  readonly clientName: string;
  readonly clientUri: string | null;
  readonly scopes: readonly string[];
  readonly actorId: string | null;
  readonly channel: string | null;
  readonly tokenLifetimeSeconds: number;
  readonly userCode: string;
  readonly deviceCodeHash: Buffer;
  readonly lifetimeSeconds: number;
  readonly pollIntervalSeconds: number;
}

/** SQL for the scopes of a request `r`; requests from before scopes were recorded have the legacy ones. */
export const SCOPES_COLUMN = `coalesce(r.scopes, '{${LEGACY_SCOPES.join(',')}}') as scopes`;

const COLUMNS = `r.id, r.family,
            case when r.status <> 'denied' and coalesce(r.token_expires_at, r.expires_at) <= now() then 'expired'
                 else r.status end as status,
            r.user_code as "userCode", r.client_id as "clientId", r.client_name as "clientName",
            r.client_uri as "clientUri", ${SCOPES_COLUMN}, r.expires_at as "expiresAt",
            r.token_lifetime_seconds as "tokenLifetimeSeconds", r.token_expires_at as "tokenExpiresAt"`;

/** Inserts a request; returns its id and expiry, or null when another request has its user code. */
export async function insertRequest(
  db: Db,
  request: NewAuthorizationRequest,
): Promise<{ readonly id: string; readonly expiresAt: Date } | null> {
  return db.find<{ id: string; expiresAt: Date }>(
    `insert into identity.agent_auth_requests (id, family, client_id, client_name, client_uri, scopes, actor_id, channel,
                                              token_lifetime_seconds, user_code, device_code_hash, poll_interval_seconds, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + make_interval(secs => $13))
         on conflict (user_code) do nothing
  returning id, expires_at as "expiresAt"`,
    [
      newId(),
      request.family,
      request.clientId,
      request.clientName,
      request.clientUri,
      request.scopes,
      request.actorId,
      request.channel,
      request.tokenLifetimeSeconds,
      request.userCode,
      request.deviceCodeHash,
      request.pollIntervalSeconds,
      request.lifetimeSeconds,
    ],
  );
}

/** Finds a request that is undecided, or that this user decided, by its id or by the code shown to the user. */
export async function findRequest(
  db: Db,
  userId: string,
  by: 'id' | 'user_code',
  value: string,
): Promise<AuthorizationRequestRow | null> {
  return db.find<AuthorizationRequestRow>(
    `select ${COLUMNS} from identity.agent_auth_requests r
      where r.${by} = $1
        and (r.status = 'pending' or r.user_id = $2)`,
    [value, userId],
  );
}

/** Whether the request still waits for a decision; null when it does not exist. */
export async function isRequestUndecided(db: Db, requestId: string): Promise<boolean | null> {
  const { rows } = await db.query<{ isUndecided: boolean }>(
    `select status = 'pending' and expires_at > now() as "isUndecided"
       from identity.agent_auth_requests
      where id = $1`,
    [requestId],
  );
  return rows[0]?.isUndecided ?? null;
}

/** Stores the user's decision; null when the request is already decided or has expired. */
export async function updateDecision(
  db: Db,
  userId: string,
  requestId: string,
  status: 'approved' | 'denied',
): Promise<AuthorizationRequestRow | null> {
  return db.find<AuthorizationRequestRow>(
    `update identity.agent_auth_requests r
        set status = $3, user_id = $2, approved_at = case when $3 = 'approved' then now() end
      where r.id = $1 and r.status = 'pending' and r.expires_at > now()
  returning ${COLUMNS}`,
    [requestId, userId, status],
  );
}

/** The state that determines the response to a poll. */
export interface PolledRequest {
  readonly id: string;
  readonly clientId: string | null;
  readonly status: 'pending' | 'approved' | 'denied';
  readonly userId: string | null;
  readonly scopes: string[];
  readonly isExpired: boolean;
  readonly isClaimed: boolean;
  /** False until a token is issued. */
  readonly isTokenExpired: boolean;
  readonly pollIntervalSeconds: number;
  /** Whether the last poll was less than the interval ago. */
  readonly isEarly: boolean;
}

/** Finds the request of a device code and locks it. A poll counts as early when it is `graceSeconds` too soon or more. */
export async function findPolledRequest(
  tx: Tx,
  deviceCodeHash: Buffer,
  graceSeconds: number,
): Promise<PolledRequest | null> {
  return tx.find<PolledRequest>(
    `select r.id,
            r.client_id            as "clientId",
            r.status,
            r.user_id              as "userId",
            ${SCOPES_COLUMN},
            r.expires_at <= now()  as "isExpired",
            r.claimed_at is not null as "isClaimed",
            coalesce(r.token_expires_at <= now(), false) as "isTokenExpired",
            r.poll_interval_seconds as "pollIntervalSeconds",
            coalesce(r.last_polled_at > now() - make_interval(secs => r.poll_interval_seconds - $2::float8), false) as "isEarly"
       from identity.agent_auth_requests r
      where r.device_code_hash = $1 for update`,
    [deviceCodeHash, graceSeconds],
  );
}

/** Records a poll, and increases the interval between polls by `longerBySeconds`. */
export async function updatePoll(tx: Tx, requestId: string, longerBySeconds: number): Promise<void> {
  await tx.query(
    `update identity.agent_auth_requests
        set last_polled_at = now(), poll_interval_seconds = poll_interval_seconds + $2
      where id = $1`,
    [requestId, longerBySeconds],
  );
}

/** Binds a token to an approved request. Returns its lifetime. */
export async function updateClaim(
  tx: Tx,
  requestId: string,
  token: { readonly hash: Buffer; readonly lastFour: string },
): Promise<{ readonly lifetimeSeconds: number; readonly expiresAt: Date }> {
  const { rows } = await tx.query<{ lifetimeSeconds: number; expiresAt: Date }>(
    `update identity.agent_auth_requests
        set token_hash = $2, token_last_four = $3, claimed_at = now(),
            token_expires_at = now() + make_interval(secs => token_lifetime_seconds)
      where id = $1
  returning token_lifetime_seconds as "lifetimeSeconds", token_expires_at as "expiresAt"`,
    [requestId, token.hash, token.lastFour],
  );
  return onlyRow(rows);
}

/** Denies approved requests whose token was not fetched, so that the denial outlives the account. */
export async function denyUnclaimedRequests(tx: Tx, userId: string): Promise<void> {
  await tx.query(
    `update identity.agent_auth_requests set status = 'denied', user_id = null
      where user_id = $1 and claimed_at is null`,
    [userId],
  );
}

/** Deletes requests and connections that ended this many days ago. */
export async function deleteEndedRequests(db: Db, olderThanDays: number): Promise<void> {
  await db.query(
    `delete from identity.agent_auth_requests
      where coalesce(token_expires_at, expires_at) < now() - make_interval(days => $1)`,
    [olderThanDays],
  );
}
