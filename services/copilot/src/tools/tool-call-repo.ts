import type { Tx } from '@svc/chassis/postgres/transaction';

/** A call of a tool in a turn; at most 16. */
export interface ToolCallRecord {
  /** The only one of its name in the turn. */
  readonly callId: string;
  /** Registry name. */
  readonly operation: string;
  /** Null when it was answered. */
  readonly errorCode: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/** Keeps which tools a turn has called. */
export async function insertToolCalls(tx: Tx, turnId: string, calls: readonly ToolCallRecord[]): Promise<void> {
  if (calls.length === 0) return;
  await tx.query(
    `insert into memory.tool_calls (turn_id, call_id, operation, status, error_code, started_at, ended_at)
     select $1, c.call_id, c.operation, case when c.error_code is null then 'done' else 'failed' end, c.error_code,
            c.started_at, c.ended_at
       from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[])
            as c (call_id, operation, error_code, started_at, ended_at)`,
    [
      turnId,
      calls.map(({ callId }) => callId),
      calls.map(({ operation }) => operation),
      calls.map(({ errorCode }) => errorCode),
      calls.map(({ startedAt }) => startedAt),
      calls.map(({ endedAt }) => endedAt),
    ],
  );
}
