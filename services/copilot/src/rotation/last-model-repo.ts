import type { Db } from '@svc/chassis/postgres/pool';

/** Minutes since its last answer for which a conversation keeps its model. */
const MINUTES = 10;

/** The model that last answered in a conversation, if recent; null otherwise. */
export async function findLastModel(db: Db, conversationId: string): Promise<string | null> {
  const row = await db.find<{ modelId: string | null }>(
    `select model_id as "modelId"
       from memory.turns
      where conversation_id = $1 and status = 'completed' and ended_at > now() - make_interval(mins => $2)
      order by started_at desc, id desc
      limit 1`,
    [conversationId, MINUTES],
  );
  return row?.modelId ?? null;
}
