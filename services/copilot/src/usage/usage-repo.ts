import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DayUsage } from '@svc/proto/copilot/v1/copilot_settings_service';
import type { TokenUsage } from '../models/ask-model.js';

/** Counts a free turn of the day; false when the limit is reached. 0 is no limit. */
export async function countFreeTurn(tx: Tx, userId: string, day: string, limit: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into memory.daily_usage as u (user_id, day, free_turns) values ($1, $2, 1)
         on conflict (user_id, day) do update set free_turns = u.free_turns + 1, last_used_at = now()
      where $3 = 0 or u.free_turns < $3`,
    [userId, day, limit],
  );
  return rowCount === 1;
}

/** Counts a turn that the user's own provider answers. */
export async function countByokTurn(tx: Tx, userId: string, day: string): Promise<void> {
  await tx.query(
    `insert into memory.daily_usage as u (user_id, day, byok_turns) values ($1, $2, 1)
         on conflict (user_id, day) do update set byok_turns = u.byok_turns + 1, last_used_at = now()`,
    [userId, day],
  );
}

/** Uncounts a turn because it failed, or because the pool answers instead. */
export async function uncountTurn(tx: Tx, userId: string, day: string, billing: string): Promise<void> {
  await tx.query(
    `update memory.daily_usage
        set free_turns = free_turns - case when $3 = 'free' and free_turns > 0 then 1 else 0 end,
            byok_turns = byok_turns - case when $3 = 'byok' and byok_turns > 0 then 1 else 0 end
      where user_id = $1 and day = $2`,
    [userId, day, billing],
  );
}

/** The usage of a turn. */
export interface ModelUse extends TokenUsage {
  /** Requests to models. */
  readonly modelCalls: number;
  /** Failovers. */
  readonly failovers: number;
}

/** Adds the usage of a turn. */
export async function addModelUse(tx: Tx, userId: string, day: string, use: ModelUse): Promise<void> {
  await tx.query(
    `insert into memory.daily_usage as u (user_id, day, model_calls, failovers, prompt_tokens, completion_tokens)
     values ($1, $2, $3, $4, $5, $6)
         on conflict (user_id, day) do update
        set model_calls = u.model_calls + excluded.model_calls,
            failovers = u.failovers + excluded.failovers,
            prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
            completion_tokens = u.completion_tokens + excluded.completion_tokens`,
    [userId, day, use.modelCalls, use.failovers, use.promptTokens, use.completionTokens],
  );
}

export async function findFreeTurns(db: Db, userId: string, day: string): Promise<number> {
  const row = await db.find<{ freeTurns: number }>(
    `select free_turns as "freeTurns" from memory.daily_usage where user_id = $1 and day = $2`,
    [userId, day],
  );
  return row?.freeTurns ?? 0;
}

/** Days with any use from a day on, newest first. */
export async function listUsage(db: Db, userId: string, since: string): Promise<DayUsage[]> {
  const { rows } = await db.query<DayUsage>(
    `select to_char(day, 'YYYY-MM-DD') as day, free_turns as "freeTurns", byok_turns as "byokTurns", model_calls as "modelCalls",
            failovers,
            prompt_tokens as "promptTokens", completion_tokens as "completionTokens"
       from memory.daily_usage
      where user_id = $1 and day >= $2
      order by day desc
      limit 100`,
    [userId, since],
  );
  return rows;
}

/** Deletes at most `limit` days of an account; returns how many. */
export async function deleteUsageOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from memory.daily_usage
      where user_id = $1 and day = any (array(select day from memory.daily_usage where user_id = $1 limit $2))`,
    [userId, limit],
  );
  return rowCount;
}

/** Deletes at most `limit` rows of days before this one; returns how many. */
export async function deleteUsageBefore(tx: Tx, day: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from memory.daily_usage
      where ctid = any (array(select ctid from memory.daily_usage where day < $1 order by day limit $2 for update skip locked))`,
    [day, limit],
  );
  return rowCount;
}
