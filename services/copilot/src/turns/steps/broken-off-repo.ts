import type { Db } from '@svc/chassis/postgres/pool';

/** Newest turns that are read. */
const TURNS_MAX = 10;
/** Newest changes that are returned. */
const CHANGES_MAX = 16;

/** A change made by an answer that broke off. */
export interface EarlierChange {
  /** Registry name. */
  readonly operation: string;
  /** Input of the model's call; null when it is no longer stored. */
  readonly input: unknown;
  /** Whether it certainly happened. */
  readonly isSure: boolean;
  /** Its model may have read text that someone other than the user wrote. */
  readonly isTainted: boolean;
}

/** Changes in a conversation by turns that failed or were stopped since the last completed one, oldest first. */
export async function listEarlierChanges(db: Db, conversationId: string, turnId: string): Promise<EarlierChange[]> {
  const { rows } = await db.query<EarlierChange>(
    `with latest as (
       select t.id, t.status, t.is_tainted, t.started_at
         from memory.turns t
        where t.conversation_id = $1 and t.id <> $2
        order by t.started_at desc, t.id desc
        limit $3)
     select c.operation, part.called -> 'input' as input, c.status = 'done' as "isSure", t.is_tainted as "isTainted"
       from latest t
       join memory.tool_calls c on c.turn_id = t.id and c.input_hash is not null and c.status in ('done', 'unknown')
       join memory.messages m on m.turn_id = t.id and m.role = 'assistant'
       left join lateral (select called from jsonb_array_elements(m.parts) as called
                           where called ->> 'toolCallId' = c.call_id limit 1) as part on true
      where t.status in ('failed', 'stopped')
        and not exists (select from latest l where l.status = 'completed' and l.started_at >= t.started_at)
      order by c.started_at desc, c.call_id desc
      limit $4`,
    [conversationId, turnId, TURNS_MAX, CHANGES_MAX],
  );
  return rows.toReversed();
}
