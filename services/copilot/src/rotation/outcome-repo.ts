import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Failover, ModelHour } from './outcomes.js';

/** Adds outcomes of calls to the stored ones. */
export async function addModelHours(tx: Tx, hours: readonly ModelHour[]): Promise<void> {
  if (hours.length === 0) return;
  await tx.query(
    `insert into memory.model_hours as h
            (hour, model_id, lane, calls, successes, failures, failovers_from, first_pieces, first_pieces_ms, prompt_tokens,
             completion_tokens, last_fault_class, last_fault_at)
     select "hour", "modelId", lane, calls, successes, failures, "failoversFrom", "firstPieces", "firstPiecesMs", "promptTokens",
            "completionTokens", "lastFaultClass", "lastFaultAt"
       from jsonb_to_recordset($1::jsonb) as added (
            "hour" timestamptz, "modelId" text, lane text, calls integer, successes integer, failures integer,
            "failoversFrom" integer, "firstPieces" integer, "firstPiecesMs" bigint, "promptTokens" bigint,
            "completionTokens" bigint, "lastFaultClass" text, "lastFaultAt" timestamptz)
      -- In one order, so that two processes never wait for each other.
      order by 1, 2
         on conflict (hour, model_id) do update
        set calls = h.calls + excluded.calls,
            successes = h.successes + excluded.successes,
            failures = h.failures + excluded.failures,
            failovers_from = h.failovers_from + excluded.failovers_from,
            first_pieces = h.first_pieces + excluded.first_pieces,
            first_pieces_ms = h.first_pieces_ms + excluded.first_pieces_ms,
            prompt_tokens = h.prompt_tokens + excluded.prompt_tokens,
            completion_tokens = h.completion_tokens + excluded.completion_tokens,
            last_fault_class = case when h.last_fault_at is null or excluded.last_fault_at >= h.last_fault_at
                                    then excluded.last_fault_class else h.last_fault_class end,
            last_fault_at = greatest(h.last_fault_at, excluded.last_fault_at)`,
    [JSON.stringify(hours)],
  );
}

export async function insertFailovers(tx: Tx, failovers: readonly Failover[]): Promise<void> {
  if (failovers.length === 0) return;
  await tx.query(
    `insert into memory.failovers (at, from_model_id, to_model_id, fault_class)
     select "at", "from", "to", "class"
       from jsonb_to_recordset($1::jsonb) as added ("at" timestamptz, "from" text, "to" text, "class" text)`,
    [JSON.stringify(failovers)],
  );
}

/** Deletes at most `limit` rows of hours older than this many days; returns how many. */
export async function deleteModelHoursBefore(tx: Tx, days: number, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from memory.model_hours
      where ctid = any (array(select ctid from memory.model_hours
                               where hour < now() - make_interval(days => $1) order by hour limit $2 for update skip locked))`,
    [days, limit],
  );
  return rowCount;
}

/** The same for failovers. */
export async function deleteFailoversBefore(tx: Tx, days: number, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from memory.failovers
      where ctid = any (array(select ctid from memory.failovers
                               where at < now() - make_interval(days => $1) order by at limit $2 for update skip locked))`,
    [days, limit],
  );
  return rowCount;
}
