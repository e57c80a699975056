import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** The state of the turn that asked for an approval. */
export interface DecidedTurn {
  readonly id: string;
  readonly ownerId: string;
  readonly status: string;
}

/** The turn, locked until the end of the transaction; null when it is gone. */
export function lockTurn(tx: Tx, turnId: string): Promise<DecidedTurn | null> {
  return tx.find<DecidedTurn>(
    `select t.id, t.owner_id as "ownerId", t.status from memory.turns t where t.id = $1 for no key update`,
    [turnId],
  );
}

/** Whether a call of the turn asked for the approval. */
export async function hasAsked(tx: Tx, turnId: string, approvalId: string): Promise<boolean> {
  const row = await tx.find(`select 1 from memory.tool_calls where turn_id = $1 and approval_id = $2 limit 1`, [
    turnId,
    approvalId,
  ]);
  return row !== null;
}

/** Stores a decision, once. */
export async function storeDecision(
  tx: Tx,
  turnId: string,
  approvalId: string,
  decision: 'approved' | 'denied',
): Promise<void> {
  await tx.query(
    `update memory.tool_calls set decision = $3
      where turn_id = $1 and approval_id = $2 and status = 'waiting' and decision is null`,
    [turnId, approvalId, decision],
  );
}

/** Number of the turn's calls that still wait for a decision. */
export interface WaitingCalls {
  readonly undecided: number;
  /** Whether all of them expired. */
  readonly areExpired: boolean;
}

export async function countWaiting(tx: Tx, turnId: string): Promise<WaitingCalls> {
  const { rows } = await tx.query<WaitingCalls>(
    `select (count(*) filter (where c.decision is null))::integer as undecided,
            count(*) filter (where c.decision is distinct from 'expired') = 0 as "areExpired"
       from memory.tool_calls c
      where c.turn_id = $1 and c.status = 'waiting'`,
    [turnId],
  );
  return onlyRow(rows);
}

/** Resumes a waiting turn, under a session if given; the next follower runs it. */
export async function resumeTurn(tx: Tx, turnId: string, sessionId: string | null): Promise<void> {
  await tx.query(
    `update memory.turns
        set status = 'running', session_id = coalesce($2, session_id), held_by = null, held_until = null,
            followed_at = now()
      where id = $1 and status = 'awaiting_approval'`,
    [turnId, sessionId],
  );
}

/** Turns that wait for an approval that has expired; at most `limit`. */
export async function listExpiredWaits(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ turnId: string }>(
    `select distinct c.turn_id as "turnId"
       from memory.tool_calls c
       join memory.turns t on t.id = c.turn_id and t.status = 'awaiting_approval'
      where c.status = 'waiting' and c.decision is null and c.expires_at < now()
      limit $1`,
    [limit],
  );
  return rows.map(({ turnId }) => turnId);
}

/** The user's turns with these models that wait for a decision. */
export async function listWaits(db: Db, ownerId: string, billing: string): Promise<string[]> {
  const { rows } = await db.query<{ turnId: string }>(
    `select t.id as "turnId"
       from memory.conversations c
       join memory.turns t on t.conversation_id = c.id and t.status = 'awaiting_approval'
      where c.owner_id = $1 and t.billing = $2
      order by t.id`,
    [ownerId, billing],
  );
  return rows.map(({ turnId }) => turnId);
}

/** Marks a turn's waiting calls as expired. */
export async function expireCalls(tx: Tx, turnId: string): Promise<void> {
  await tx.query(
    `update memory.tool_calls set decision = 'expired'
      where turn_id = $1 and status = 'waiting' and decision is null and expires_at < now()`,
    [turnId],
  );
}
