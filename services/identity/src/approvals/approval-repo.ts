import type { AgentPrincipal } from '@svc/chassis/calls/principal';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Approval, RequestApprovalRequest } from '@svc/proto/identity/v1/approval_service';
import { v7 as newId } from 'uuid';
import { CONNECTION_IS_OPEN } from '../agent-authorizations/connections/connection-repo.js';

/** Hours in which the user can decide. */
const PENDING_HOURS = 24;
/** Maximum approvals of a turn in a report; a turn has at most 16 calls. */
const TURN_APPROVALS_MAX = 200;
/** Minutes after the approval in which the call can be made. */
const USABLE_MINUTES = 15;

/** Who requested an approval: a user, with the connection of an agent or a turn of the copilot; with neither for an adapter. */
export interface Asker {
  readonly userId: string;
  readonly connectionId: string | null;
  readonly turnId: string | null;
}

export function askerOf({ userId, agent }: AgentPrincipal): Asker {
  return { userId, connectionId: agent.requestId, turnId: null };
}

/** Whether the caller of `$2`, `$3` and `$4` requested an approval; those of a turn belong to no agent or adapter. */
export const IS_ASKERS = `a.user_id = $2 and a.connection_id is not distinct from $3::uuid and a.turn_id is not distinct from $4::uuid`;

/** Approvals `a`, each with its connection `r`. */
export const FROM = `identity.agent_approvals a
       left join identity.agent_auth_requests r on r.id = a.connection_id`;

/** Whether an approval can still be decided or used. Approvals for an ended connection are void. */
export const IS_LIVING = `(a.expires_at > now() and (a.connection_id is null or (${CONNECTION_IS_OPEN})))`;
/** A claimed call that never completed may have been made, so it does not end as unused. */
const STATUS = `case when a.status not in ('pending', 'approved') then a.status
            when a.claimed_by is not null then case when ${IS_LIVING} then 'executing' else 'unconfirmed' end
            when ${IS_LIVING} then a.status
            else 'expired' end`;

const LIST_COLUMNS = `a.id, a.operation, a.summary, a.tier, a.destructive, ${STATUS} as status,
            a.connection_id as "connectionId", r.client_name as "agentName", coalesce(a.edited_hash, a.input_hash) as "inputHash",
            a.expected_version as "expectedVersion", a.created_at as "createdAt", a.expires_at as "expiresAt",
            a.decided_at as "decidedAt", a.decided_by as "decidedBy", a.used_at as "usedAt", a.agent_says as "agentSays",
            a.turn_id as "turnId", a.conversation_id as "conversationId", a.edited_hash is not null as "isEdited", a.reason,
            a.withdrawn_at as "withdrawnAt"`;
const COLUMNS = `${LIST_COLUMNS}, coalesce(a.edited_input, a.input) as "inputJson", a.diff as "diffJson"`;

/** Finds an approval of the user; agents find only their own, adapters none of a turn. Null when there is none. */
export async function findApproval(
  db: Db,
  userId: string,
  approvalId: string,
  as?: Pick<Asker, 'connectionId'>,
): Promise<Approval | null> {
  return db.find<Approval>(
    `select ${COLUMNS} from ${FROM}
      where a.id = $1 and a.user_id = $2 and ($3::uuid is null or a.connection_id = $3) and (not $4 or a.turn_id is null)`,
    [approvalId, userId, as?.connectionId ?? null, as !== undefined],
  );
}

/** Returns the status of the asker's approval for the call; null when there is none. */
export async function findStatus(db: Db, asker: Asker, call: ApprovedCall): Promise<string | null> {
  const found = await db.find<{ status: string }>(
    `select ${STATUS} as status from ${FROM}
      where a.id = $1 and ${IS_ASKERS} and a.operation = $5 and coalesce(a.edited_hash, a.input_hash) = $6`,
    [call.approvalId, asker.userId, asker.connectionId, asker.turnId, call.operation, call.inputHash],
  );
  return found?.status ?? null;
}

/** Lists approvals of a user, of one status or of all (null), newest first, with their total. */
export async function listApprovals(
  db: Db,
  userId: string,
  status: string | null,
  page: Page,
): Promise<PageRows<Approval>> {
  const listed = `${FROM}
      where a.user_id = $1
        and ($2::text is null or ${STATUS} = $2)`;
  const text = `
     select ${LIST_COLUMNS},
            ${countUpToMax(listed)} as total
       from ${listed}
      order by a.created_at desc, a.id desc limit $3 offset $4`;
  return listPage(page, ({ limit, offset }) => db.query(text, [userId, status, limit, offset]));
}

/** Counts the approvals that a user can still decide, and the bytes of their inputs and changes together. */
export async function countPendingApprovals(
  tx: Tx,
  userId: string,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const { rows } = await tx.query<{ count: number; bytes: number }>(
    `select count(*) as count, coalesce(sum(octet_length(a.input) + coalesce(octet_length(a.diff), 0)), 0)::int8 as bytes
       from ${FROM}
      where a.user_id = $1 and a.status = 'pending' and ${IS_LIVING}`,
    [userId],
  );
  return onlyRow(rows);
}

/**
 * Finds the approval of the same call on the same version of the record that can still be decided, or used for the first time; null when there is
 * none. A turn gets a new approval for an approved call: it waits for a decision, which was told of the old one.
 */
export async function findSameApproval(tx: Tx, asker: Asker, call: RequestApprovalRequest): Promise<Approval | null> {
  return tx.find<Approval>(
    `select ${LIST_COLUMNS}, a.diff as "diffJson" from ${FROM}
      where a.operation = $1 and ${IS_ASKERS} and a.input_hash = $5
        and a.expected_version is not distinct from $6::int and a.expires_at > now()
        and (a.status = 'pending' or (a.status = 'approved' and a.claimed_by is null and a.turn_id is null))
      order by a.status, a.id limit 1`,
    [call.operation, asker.userId, asker.connectionId, asker.turnId, call.inputHash, call.expectedVersion ?? null],
  );
}

/** Replaces the agent's stated reason for a call. */
export async function updateAgentSays(tx: Tx, approvalId: string, agentSays: string): Promise<void> {
  await tx.query(`update identity.agent_approvals a set agent_says = $2 where a.id = $1`, [approvalId, agentSays]);
}

/** Ends the pending approvals of the same call on other versions of the record, which can no longer be used. */
export async function endOvertakenApprovals(tx: Tx, asker: Asker, call: RequestApprovalRequest): Promise<void> {
  await tx.query(
    `update identity.agent_approvals a
        set expires_at = now(), input = null, diff = null
      where a.operation = $1 and ${IS_ASKERS} and a.input_hash = $5 and a.status = 'pending' and a.expires_at > now()`,
    [call.operation, asker.userId, asker.connectionId, asker.turnId, call.inputHash],
  );
}

/** Stores a request, with its conversation when it is of a turn; returns the id. */
export async function insertApproval(
  tx: Tx,
  asker: Asker,
  call: RequestApprovalRequest,
  conversationId: string | null,
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into identity.agent_approvals (id, user_id, connection_id, operation, input, input_hash, summary, tier, destructive,
                                          expected_version, diff, agent_says, turn_id, conversation_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, now() + make_interval(hours => $15))
  returning id`,
    [
      newId(),
      asker.userId,
      asker.connectionId,
      call.operation,
      call.inputJson,
      call.inputHash,
      call.summary,
      call.tier,
      call.destructive,
      call.expectedVersion ?? null,
      call.diffJson ?? null,
      call.agentSays ?? null,
      asker.turnId,
      conversationId,
      PENDING_HOURS,
    ],
  );
  return onlyRow(rows).id;
}

/** A decision about an approval. */
export interface Decision {
  readonly status: 'approved' | 'denied';
  readonly by: 'user' | 'adapter';
  /** For requests of the copilot: the input as edited by the user. */
  readonly edited?: { readonly json: string; readonly hash: Buffer } | undefined;
  /** For requests of the copilot: why the user denies it. */
  readonly reason?: string | undefined;
}

/**
 * Stores a decision about a pending approval; returns false when there is none, or it can no longer be used. An approval of a turn stays valid until
 * the others are decided, because they run together.
 */
export async function updateDecision(
  tx: Tx,
  userId: string,
  approvalId: string,
  { status, by, edited, reason }: Decision,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update identity.agent_approvals d
        set status = $3, decided_at = now(), decided_by = $4, edited_input = $6, edited_hash = $7, reason = $8,
            expires_at = case when $3 <> 'approved' then now()
                              else greatest(now() + make_interval(mins => $5),
                                            case when d.turn_id is not null then d.expires_at end) end
      where d.status = 'pending' and ($4 = 'user' or d.turn_id is null)
        and (d.turn_id is not null or ($6::text is null and $8::text is null))
        and d.id = (select a.id from ${FROM} where a.id = $1 and a.user_id = $2 and ${IS_LIVING})`,
    [approvalId, userId, status, by, USABLE_MINUTES, edited?.json ?? null, edited?.hash ?? null, reason ?? null],
  );
  return rowCount > 0;
}

/** Lists the approvals of a turn, in the order requested. */
export async function listTurnApprovals(db: Db, asker: Asker): Promise<Approval[]> {
  const { rows } = await db.query<Approval>(
    `select ${COLUMNS} from ${FROM}
      where a.turn_id = $1 and a.user_id = $2
      order by a.created_at, a.id limit $3`,
    [asker.turnId, asker.userId, TURN_APPROVALS_MAX],
  );
  return rows;
}

/** Ends the approvals of a turn that are undecided, or approved but not started. */
export async function withdrawTurnApprovals(tx: Tx, asker: Asker): Promise<void> {
  await tx.query(
    `update identity.agent_approvals
        set expires_at = now(), withdrawn_at = now()
      where turn_id = $1 and user_id = $2 and status in ('pending', 'approved') and claimed_by is null
        and expires_at > now()`,
    [asker.turnId, asker.userId],
  );
}

/** The call that an approval must match. */
export interface ApprovedCall {
  readonly approvalId: string;
  readonly operation: string;
  readonly inputHash: Buffer;
  /** Idempotency key of the call. */
  readonly requestId: string;
}

/** Deletes approvals that ended this many days ago, and the changes of those that ended a day ago. */
export async function deleteEndedApprovals(db: Db, olderThanDays: number): Promise<void> {
  await db.query(`delete from identity.agent_approvals where expires_at < now() - make_interval(days => $1)`, [
    olderThanDays,
  ]);
  await db.query(
    `update identity.agent_approvals set input = null, edited_input = null, diff = null where expires_at < now() - interval '1 day' and input is not null`,
  );
}
