import type { Db } from '@svc/chassis/postgres/pool';
import type { SaidPart } from './message-parts.js';

/** A message of a conversation, as models are told of it. */
export interface SaidMessage {
  readonly role: 'user' | 'assistant';
  /** Words, and the deal that the user looked at. */
  readonly parts: SaidPart[];
  readonly status: string;
  /** It holds what others than the user may have written: its model had read such words, or the deal has its name from another. */
  readonly isTainted: boolean;
}

/** What was said in a conversation up to a place, newest first, and how the turns of it ended; without what tools answered. */
export async function listSaid(
  db: Db,
  conversationId: string,
  { upTo, limit }: { readonly upTo: number; readonly limit: number },
): Promise<SaidMessage[]> {
  const { rows } = await db.query<SaidMessage>(
    `select m.role, jsonb_path_query_array(m.parts, '$[*] ? (@.type == "text" || @.type == "data-deal")') as parts, t.status,
            case m.role when 'user' then jsonb_path_exists(m.parts, '$[*] ? (@.type == "data-deal")') else t.is_tainted end
              as "isTainted"
       from memory.messages m
       join memory.turns t on t.id = m.turn_id
      where m.conversation_id = $1 and m.seq <= $2
      order by m.seq desc
      limit $3`,
    [conversationId, upTo, limit],
  );
  return rows;
}
