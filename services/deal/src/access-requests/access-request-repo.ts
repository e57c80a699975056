import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { MembershipEnd } from '@svc/records/sharing/share-repo';
import { andOnly, viewerOf, visibilityOf } from '@svc/records/sharing/visibility-predicate';
import { v7 as newId } from 'uuid';
import { SHARE_TABLES } from '../visibility/share-tables.js';
import type { Entity, GrantScope } from '../visibility/visibility-table.js';

export type AccessRequestStatus = 'pending' | 'approved' | 'denied' | 'revoked';

export interface AccessRequestRow {
  readonly id: string;
  readonly ownerId: string;
  readonly requesterId: string;
  readonly scope: GrantScope;
  readonly entityId: string | null;
  readonly reason: string;
  readonly status: AccessRequestStatus;
  readonly expiresAt: Date | null;
  readonly decidedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

const COLUMNS = `a.id, a.owner_id as "ownerId", a.requester_id as "requesterId", a.scope, a.entity_id as "entityId",
            a.reason, a.status, a.expires_at as "expiresAt", a.decided_at as "decidedAt", a.created_at as "createdAt",
            a.updated_at as "updatedAt", a.version`;

/** Returns whether the owner shares the record, or any record when none is given, with the caller. */
export async function isSharedWith(
  db: Db,
  user: UserPrincipal,
  entity: Entity,
  ownerId: string,
  entityId: string | null,
): Promise<boolean> {
  const table = SHARE_TABLES[entity];
  const { rows } = await db.query(
    `select 1 from ${table.records} r
      where r.owner_id = $3
        and ($4::uuid is null or r.id = $4)
        and r.id = any (array(${visibilityOf(table, 'r').sharedIds})) and $1::uuid <> r.owner_id
        ${andOnly(table)}
      limit 1`,
    [...viewerOf(user), ownerId, entityId],
  );
  return rows.length > 0;
}

/** A request, and whether the call created it. */
export interface CreatedAccessRequest extends AccessRequestRow {
  readonly created: boolean;
}

/** Creates a request, or returns the open one with the same scope, owner and record. */
export async function insertAccessRequest(
  tx: Tx,
  request: Pick<AccessRequestRow, 'ownerId' | 'requesterId' | 'scope' | 'entityId' | 'reason'>,
): Promise<CreatedAccessRequest> {
  const { rows } = await tx.query<CreatedAccessRequest>(
    `insert into deal.access_requests as a (id, owner_id, requester_id, scope, entity_id, reason)
     values ($1, $2, $3, $4, $5, $6)
         on conflict (requester_id, owner_id, scope, coalesce(entity_id, '00000000-0000-0000-0000-000000000000'))
            where status = 'pending' do update
        set updated_at = a.updated_at
  returning ${COLUMNS}, a.xmax = 0 as created`,
    [newId(), request.ownerId, request.requesterId, request.scope, request.entityId, request.reason],
  );
  return onlyRow(rows);
}

/** Finds a request that the caller made or received, locked until the end of the transaction. */
export async function findAccessRequestForUpdate(tx: Tx, userId: string, id: string): Promise<AccessRequestRow | null> {
  return tx.find<AccessRequestRow>(
    `select ${COLUMNS} from deal.access_requests a
      where a.id = $2 and $1::uuid in (a.owner_id, a.requester_id) for update`,
    [userId, id],
  );
}

export async function updateAccessRequest(
  tx: Tx,
  id: string,
  status: AccessRequestStatus,
  expiresAt: Date | null,
): Promise<AccessRequestRow> {
  const { rows } = await tx.query<AccessRequestRow>(
    `update deal.access_requests a
        set status = $2, expires_at = $3, decided_at = now(), updated_at = now(), version = version + 1
      where a.id = $1
  returning ${COLUMNS}`,
    [id, status, expiresAt],
  );
  const row = rows[0];
  if (!row) throw new Error('The locked request is gone.');
  return row;
}

/**
 * Revokes open and approved requests between former members of a team who no longer share any: those of one member, or of all members when the team
 * has ended. Later requests stay.
 */
export async function revokeBetweenFormerTeammates(
  tx: Tx,
  { userId, sharedUntil, formerTeam }: MembershipEnd,
): Promise<void> {
  await tx.query(
    `with members as materialized (
       select * from jsonb_to_recordset($1::jsonb) as m ("userId" uuid, "teamIds" uuid[])
     )
     update deal.access_requests a
        set status = 'revoked', expires_at = null, decided_at = now(), updated_at = now(), version = version + 1
       from members o, members r
      where a.owner_id = o."userId" and a.requester_id = r."userId" and not o."teamIds" && r."teamIds"
        and a.status in ('pending', 'approved')
        and ($2::uuid is null or $2 in (a.owner_id, a.requester_id))
        and ($3::timestamptz is null or coalesce(a.decided_at, a.created_at) <= $3)`,
    [JSON.stringify(formerTeam?.members ?? []), userId, sharedUntil],
  );
}

export interface AccessRequestFilter {
  readonly status: string | null;
  /** True for requests to the user as the owner, false for requests by the user; null for both. */
  readonly asOwner: boolean | null;
}

/** Lists requests that the caller made or received, newest first, with their total. */
export async function listAccessRequests(
  db: Db,
  userId: string,
  { status, asOwner }: AccessRequestFilter,
  page: Page,
): Promise<PageRows<AccessRequestRow>> {
  const listed = `deal.access_requests a
      where (a.owner_id = $1 or a.requester_id = $1)
        and ($2::text is null or a.status = $2)
        and ($3::boolean is null or (a.owner_id = $1) = $3)`;
  const text = `
     select ${COLUMNS}, ${countUpToMax(listed)} as total from ${listed}
      order by a.created_at desc, a.id desc limit $4 offset $5`;
  return listPage(page, ({ limit, offset }) => db.query(text, [userId, status, asOwner, limit, offset]));
}

/** Deletes requests that a deleted account made or received; returns how many. */
export async function deleteAccessRequestsOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from deal.access_requests
      where id = any (array(
            select id from deal.access_requests where owner_id = $1 or requester_id = $1
             limit $2))`,
    [userId, limit],
  );
  return rowCount;
}
