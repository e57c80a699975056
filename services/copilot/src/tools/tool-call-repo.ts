import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** State of a tool call. `unknown`: the write may have happened. `waiting`: the user is asked. */
export const TOOL_CALL_STATUSES = ['waiting', 'done', 'failed', 'denied', 'unknown'] as const;

/** A tool call in a turn; at most 16. */
export interface ToolCallRecord {
  /** Unique within the turn. */
  readonly callId: string;
  /** Registry name. */
  readonly operation: string;
  readonly status: (typeof TOOL_CALL_STATUSES)[number];
  /** Null when it succeeded. */
  readonly errorCode: string | null;
  readonly startedAt: Date;
  /** Null while it waits. */
  readonly endedAt: Date | null;
  /** The user's approval; undefined when they were not asked. */
  readonly approval?: { readonly id: string; readonly expiresAt: Date | null } | undefined;
}

/** A write about to run. */
export interface BegunWrite {
  readonly turnId: string;
  readonly callId: string;
  readonly operation: string;
  /** SHA-256 of the input's canonical JSON. */
  readonly inputHash: Buffer;
}

/** Whether a write may run: not once its turn has ended or must end, nor when it may run only once and has already started. */
export type Beginning = 'begun' | 'over' | 'begun_before';

/** Records that a write runs, if it may. */
export async function beginWrite(
  db: Db,
  { turnId, callId, operation, inputHash }: BegunWrite,
  { isOnce }: { readonly isOnce: boolean },
): Promise<Beginning> {
  const { rowCount } = await db.query(
    `insert into memory.tool_calls as old (turn_id, call_id, operation, input_hash, status, started_at)
     select t.id, $2, $3, $4, 'running', now()
       from memory.turns t
      where t.id = $1 and t.status = 'running' and t.stop_requested_at is null
         on conflict (turn_id, call_id) do update set status = excluded.status
      where not $5 or old.status <> 'running'`,
    [turnId, callId, operation, inputHash, isOnce],
  );
  if (rowCount === 1) return 'begun';
  return isOnce && (await isRunning(db, turnId, callId)) ? 'begun_before' : 'over';
}

async function isRunning(db: Db, turnId: string, callId: string): Promise<boolean> {
  const row = await db.find(
    `select 1
       from memory.tool_calls c
       join memory.turns t on t.id = c.turn_id and t.status = 'running' and t.stop_requested_at is null
      where c.turn_id = $1 and c.call_id = $2 and c.status = 'running'`,
    [turnId, callId],
  );
  return row !== null;
}

/** Records which tools a turn called, and their outcomes. */
export async function storeToolCalls(tx: Tx, turnId: string, calls: readonly ToolCallRecord[]): Promise<void> {
  if (calls.length === 0) return;
  await tx.query(
    `insert into memory.tool_calls as old (turn_id, call_id, operation, status, error_code, started_at, ended_at, approval_id,
                                    expires_at)
     select $1, c.call_id, c.operation, c.status, c.error_code, c.started_at, c.ended_at, c.approval_id, c.expires_at
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::uuid[],
                   $9::timestamptz[])
            as c (call_id, operation, status, error_code, started_at, ended_at, approval_id, expires_at)
         on conflict (turn_id, call_id) do update
        set status = excluded.status, error_code = excluded.error_code, ended_at = excluded.ended_at,
            approval_id = coalesce(excluded.approval_id, old.approval_id),
            expires_at = coalesce(excluded.expires_at, old.expires_at)`,
    [
      turnId,
      calls.map(({ callId }) => callId),
      calls.map(({ operation }) => operation),
      calls.map(({ status }) => status),
      calls.map(({ errorCode }) => errorCode),
      calls.map(({ startedAt }) => startedAt),
      calls.map(({ endedAt }) => endedAt),
      calls.map(({ approval }) => approval?.id ?? null),
      calls.map(({ approval }) => approval?.expiresAt ?? null),
    ],
  );
}

/** New states of unfinished calls in an ending turn. */
export interface OpenCalls {
  /** Whether any call ran or waited, so the user may have been asked. */
  readonly areOpen: boolean;
  readonly haveWaited: boolean;
}

/** Ends the calls of an ending turn: those that ran when their process died have an unknown outcome, and waiting ones are withdrawn. */
export async function endOpenCalls(tx: Tx, turnId: string): Promise<OpenCalls> {
  const { rows } = await tx.query<{ code: string | null }>(
    `update memory.tool_calls
        set status = case status when 'running' then 'unknown' else 'failed' end,
            error_code = case status when 'waiting' then 'WITHDRAWN' end, ended_at = now()
      where turn_id = $1 and status in ('running', 'waiting')
  returning error_code as code`,
    [turnId],
  );
  return { areOpen: rows.length > 0, haveWaited: rows.some(({ code }) => code !== null) };
}
