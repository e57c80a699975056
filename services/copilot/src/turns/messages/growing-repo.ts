import type { Db } from '@svc/chassis/postgres/pool';
import type { MessagePart } from './message-parts.js';
import { storedJson } from './stored-json.js';

/**
 * Stores growing messages, and returns the stored turns. Skips messages that another transaction is changing or deleting, so that the others need not
 * wait.
 */
export async function storeGrowing(
  db: Db,
  turns: readonly { readonly turnId: string; readonly parts: readonly MessagePart[] }[],
): Promise<string[]> {
  const { rows } = await db.query<{ turnId: string }>(
    `with free as (
       select m.id, s.parts
         from jsonb_to_recordset($1) as s ("turnId" uuid, parts jsonb)
         join memory.messages m on m.turn_id = s."turnId" and m.role = 'assistant'
          for no key update of m skip locked)
     update memory.messages m set parts = f.parts from free f where m.id = f.id
  returning m.turn_id as "turnId"`,
    [storedJson(turns.map(({ turnId, parts }) => ({ turnId, parts })))],
  );
  return rows.map(({ turnId }) => turnId);
}
