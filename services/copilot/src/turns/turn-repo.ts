import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Turn } from '@svc/proto/copilot/v1/conversation_service';
import type { MessagePart, StoredPart } from './messages/message-parts.js';
import { storedJson } from './messages/stored-json.js';

const COLUMNS = `t.id, t.status, t.billing, t.model_id as "modelId", t.error_code as "errorCode",
            t.started_at as "startedAt", t.ended_at as "endedAt",
            coalesce((select jsonb_agg(jsonb_build_object('approvalId', c.approval_id, 'toolCallId', c.call_id,
                                                          'operation', c.operation,
                                                          'status', coalesce(c.decision, case c.status when 'waiting' then 'pending'
                                                                                                       else 'withdrawn' end))
                                       order by c.started_at, c.call_id)
                        from memory.tool_calls c
                       where c.turn_id = t.id and c.approval_id is not null), '[]') as approvals`;

/** A turn to insert, with the user's message when it is new. */
export interface NewTurn {
  readonly id: string;
  readonly conversationId: string;
  readonly ownerId: string;
  readonly day: string;
  readonly clientMessageId: string | null;
  readonly askedSeq: number;
  /** The session of the user who asked, under which it continues. */
  readonly sessionId: string;
  readonly billing: 'free' | 'byok';
}

export async function insertTurn(tx: Tx, turn: NewTurn): Promise<Turn> {
  const { rows } = await tx.query<Turn>(
    `insert into memory.turns as t (id, conversation_id, owner_id, billing, day, client_message_id, asked_seq, session_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
  returning ${COLUMNS}`,
    [
      turn.id,
      turn.conversationId,
      turn.ownerId,
      turn.billing,
      turn.day,
      turn.clientMessageId,
      turn.askedSeq,
      turn.sessionId,
    ],
  );
  return onlyRow(rows);
}

/** A message to insert. */
export interface NewMessage {
  readonly id: string;
  readonly conversationId: string;
  readonly turnId: string;
  readonly seq: number;
  readonly role: 'user' | 'assistant';
  readonly parts: readonly StoredPart[];
}

export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  await tx.query(
    `insert into memory.messages (id, conversation_id, turn_id, seq, role, parts)
     select m.id, m."conversationId", m."turnId", m.seq, m.role, m.parts
       from jsonb_to_recordset($1) as m (id uuid, "conversationId" uuid, "turnId" uuid, seq integer, role text, parts jsonb)`,
    [storedJson(messages)],
  );
}

export function findSentTurn(db: Db, conversationId: string, clientMessageId: string): Promise<Turn | null> {
  return db.find<Turn>(
    `select ${COLUMNS} from memory.turns t where t.conversation_id = $1 and t.client_message_id = $2`,
    [conversationId, clientMessageId],
  );
}

/** The latest turn of a conversation, and the message it answers. */
export function findNewestTurn(db: Db, conversationId: string): Promise<(Turn & { readonly askedSeq: number }) | null> {
  return db.find(
    `select ${COLUMNS}, t.asked_seq as "askedSeq"
       from memory.turns t where t.conversation_id = $1 order by t.started_at desc, t.id desc limit 1`,
    [conversationId],
  );
}

/** Number of running turns of a user, up to a bound. */
export async function countRunning(db: Db, ownerId: string, max: number): Promise<number> {
  const { rows } = await db.query<{ running: number }>(
    `select count(*)::integer as running
       from (select from memory.turns where owner_id = $1 and status = 'running' limit $2) as counted`,
    [ownerId, max],
  );
  return onlyRow(rows).running;
}

/** The turns of some conversations that run or wait for their users, by conversation. */
export async function listActiveTurns(db: Db, conversationIds: readonly string[]): Promise<Map<string, Turn>> {
  const { rows } = await db.query<Turn & { conversationId: string }>(
    `select ${COLUMNS}, t.conversation_id as "conversationId"
       from memory.turns t where t.conversation_id = any ($1::uuid[]) and t.status = 'running'
      union all
     select ${COLUMNS}, t.conversation_id
       from memory.turns t where t.conversation_id = any ($1::uuid[]) and t.status = 'awaiting_approval'`,
    [conversationIds],
  );
  return new Map(rows.map((turn) => [turn.conversationId, turn]));
}

/** A turn with its message. */
export interface FollowedTurn extends Turn {
  readonly conversationId: string;
  readonly ownerId: string;
  readonly askedSeq: number;
  readonly day: string;
  readonly isHeld: boolean;
  /** Null for one that the previous release started. */
  readonly sessionId: string | null;
  /** When to try again; null when unknown. */
  readonly retryAt: Date | null;
  /** Its model has read text that someone other than the user wrote. */
  readonly isTainted: boolean;
  /** Milliseconds that it ran before it last waited for its user. */
  readonly ranMs: number;
  readonly messageId: string;
  readonly parts: readonly MessagePart[];
}

const FOLLOWED = `
     select ${COLUMNS}, t.conversation_id as "conversationId", t.owner_id as "ownerId", t.asked_seq as "askedSeq",
            to_char(t.day, 'YYYY-MM-DD') as day, t.held_by is not null as "isHeld", t.session_id as "sessionId",
            t.is_tainted as "isTainted", t.retry_at as "retryAt", t.ran_ms as "ranMs", m.id as "messageId", m.parts
       from memory.turns t
       join memory.messages m on m.turn_id = t.id and m.role = 'assistant'
      where t.id = $1`;

/** The turn, if it is the user's. */
export function findFollowedTurn(db: Db, ownerId: string, turnId: string): Promise<FollowedTurn | null> {
  return db.find<FollowedTurn>(`${FOLLOWED} and t.owner_id = $2`, [turnId, ownerId]);
}

/** A turn without a check of its user, for the process that runs it. */
export function findTurnToRun(db: Db, turnId: string): Promise<FollowedTurn | null> {
  return db.find<FollowedTurn>(`${FOLLOWED} and t.status = 'running' and t.held_by is null`, [turnId]);
}

/** Who runs a turn, and the seconds of its lease. */
export interface Hold {
  readonly holder: string;
  readonly seconds: number;
}

/** Turns of a process, which of them are followed, and the seconds that the others may run without a follower. */
export interface Following {
  readonly turnIds: readonly string[];
  readonly followedIds: readonly string[];
  readonly unfollowedSeconds: number;
}

/** Claims a turn that no process runs; false when another process was first, or the turn has ended. */
export async function claimTurn(db: Db, turnId: string, { holder, seconds }: Hold): Promise<boolean> {
  const { rowCount } = await db.query(
    `update memory.turns
        set held_by = $2, held_until = now() + make_interval(secs => $3), followed_at = now(), holder_knows_byok = true
      where id = $1 and held_by is null and status = 'running'`,
    [turnId, holder, seconds],
  );
  return rowCount === 1;
}

/** The state of a turn for the process that runs it. */
export interface HeldTurn {
  readonly id: string;
  readonly isToStop: boolean;
}

/** Renews the leases of this process's turns, and returns which of them must stop; missing ones are gone. */
export async function renewHolds(
  db: Db,
  { holder, seconds }: Hold,
  { turnIds, followedIds, unfollowedSeconds }: Following,
): Promise<HeldTurn[]> {
  const { rows } = await db.query<HeldTurn>(
    `update memory.turns t
        set held_until = now() + make_interval(secs => $4),
            followed_at = case when t.id = any ($3::uuid[]) then greatest(t.followed_at, now()) else t.followed_at end
      where t.id = any ($2::uuid[]) and t.held_by = $1 and t.status = 'running'
  returning t.id, t.stop_requested_at is not null
                  or t.followed_at < now() - make_interval(secs => $5) as "isToStop"`,
    [holder, turnIds, followedIds, seconds, unfollowedSeconds],
  );
  return rows;
}

/** Records that a turn of another process is being followed. */
export async function noteFollowed(db: Db, turnId: string): Promise<void> {
  await db.query(`update memory.turns set followed_at = now() where id = $1 and status = 'running'`, [turnId]);
}

/** Asks the process that runs a conversation's turn to stop it; null when none runs or waits. No process holds a waiting turn. */
export function requestStop(tx: Tx, conversationId: string): Promise<(Turn & { readonly isHeld: boolean }) | null> {
  return tx.find(
    `update memory.turns t
        set stop_requested_at = coalesce(t.stop_requested_at, now())
      where t.conversation_id = $1 and t.status in ('running', 'awaiting_approval')
  returning ${COLUMNS}, t.held_by is not null as "isHeld"`,
    [conversationId],
  );
}

/** Records which model is called. */
export async function storeCalled(db: Db, turnId: string, modelId: string): Promise<void> {
  await db.query(`update memory.turns set called_at = coalesce(called_at, now()), model_id = $2 where id = $1`, [
    turnId,
    modelId,
  ]);
}

export async function storeParts(db: Db, turnId: string, parts: readonly MessagePart[]): Promise<void> {
  await db.query(`update memory.messages set parts = $2 where turn_id = $1 and role = 'assistant'`, [
    turnId,
    storedJson(parts),
  ]);
}

/** The parts of a turn's message. */
export async function findParts(db: Db, turnId: string): Promise<readonly MessagePart[]> {
  const row = await db.find<{ parts: readonly MessagePart[] }>(
    `select m.parts from memory.messages m where m.turn_id = $1 and m.role = 'assistant'`,
    [turnId],
  );
  return row?.parts ?? [];
}

/** Makes a running turn wait for its user; null when it has ended, or must stop. */
export function pauseTurn(
  tx: Tx,
  turnId: string,
  { isTainted, ranMs }: { readonly isTainted: boolean; readonly ranMs: number },
): Promise<Pick<EndedTurn, 'ownerId' | 'day'> | null> {
  return tx.find(
    `update memory.turns t
        set status = 'awaiting_approval', held_by = null, held_until = null, is_tainted = t.is_tainted or $2, ran_ms = $3
      where t.id = $1 and t.status = 'running' and t.stop_requested_at is null
  returning t.owner_id as "ownerId", to_char(t.day, 'YYYY-MM-DD') as day`,
    [turnId, isTainted, Math.round(ranMs)],
  );
}

/** The end of a turn. */
export interface EndingTurn {
  readonly status: 'completed' | 'failed' | 'stopped';
  readonly errorCode: string | null;
  /** Seconds until it makes sense to try again; null when unknown. */
  readonly retryAfterSeconds: number | null;
  /** Its model may have read text that someone other than the user wrote. */
  readonly isTainted: boolean;
}

/** A turn that has just ended, with the facts that decide whether it counts. */
export interface EndedTurn {
  readonly ownerId: string;
  readonly day: string;
  readonly billing: string;
  readonly isTakenOff: boolean;
}

/**
 * Ends a running or waiting turn; null when it has already ended. A turn that failed, or that its user ended before a model was called, no longer
 * counts, unless the model refused the message.
 */
export function endTurn(
  tx: Tx,
  turnId: string,
  { status, errorCode, retryAfterSeconds, isTainted }: EndingTurn,
): Promise<EndedTurn | null> {
  return tx.find<EndedTurn>(
    `with ending as (
       select id, is_counted and case when $2 = 'stopped' or $3 = 'CONSENT_REQUIRED' then called_at is null
                                      else $2 = 'failed' and $3 is distinct from 'CONTENT_REJECTED' end as is_taken_off
         from memory.turns where id = $1 and status in ('running', 'awaiting_approval') for update)
     update memory.turns t
        set status = $2, error_code = $3, is_tainted = t.is_tainted or $4, ended_at = now(),
            retry_at = now() + make_interval(secs => $5),
            is_counted = t.is_counted and not e.is_taken_off
       from ending e
      where t.id = e.id
  returning t.owner_id as "ownerId", to_char(t.day, 'YYYY-MM-DD') as day, t.billing,
            e.is_taken_off as "isTakenOff"`,
    [turnId, status, errorCode, isTainted, retryAfterSeconds],
  );
}
